//! A login is a password hashed, and hardly anything else: beside the bare hash on every core.

use std::time::Duration;

use anyhow::ensure;
use argon2::{Argon2, Params};

use crate::{
    measure::{Work, closed},
    stage::{Person, Stage},
    table::Table,
};

/// Logins at the same time.
const AT_ONCE: usize = 8;

/// Logins of members on devices that are known, in a closed loop.
pub(crate) async fn measure(
    stage: &Stage,
    lasting: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let cores = std::thread::available_parallelism()?.get();
    let limit = closed((0..cores).map(|_| hash()).collect(), lasting).await?;
    let people = stage.people.iter().take(AT_ONCE);
    let measured = closed(people.map(log_in).collect(), lasting).await?;
    table.add(
        ("login", &format!("{AT_ONCE} at once, closed loop")),
        &measured,
        (&format!("bare argon2id, {cores} at once"), &limit),
    );
    Ok(())
}

fn log_in(person: &Person) -> Work {
    let person = person.clone();
    Box::new(move || {
        let person = person.clone();
        Box::pin(async move {
            let request = &person.request;
            let answer = person
                .member
                .door
                .log_in(&request.email, &request.password)
                .await?;
            ensure!(
                answer.status() == http::StatusCode::OK,
                "login answered {}",
                answer.status()
            );
            Ok(())
        })
    })
}

/// The parameters of accounts: 19 MiB, twice over them, one lane.
fn hash() -> Work {
    Box::new(|| {
        Box::pin(async {
            tokio::task::spawn_blocking(|| {
                let argon2 = Argon2::from(Params::new(19 * 1024, 2, 1, None)?);
                let mut hash = [0; 32];
                argon2.hash_password_into(
                    b"vonk-meetlat-weegschaal-31",
                    b"a salt for measuring",
                    &mut hash,
                )
            })
            .await?
            .map_err(|error| anyhow::anyhow!("argon2: {error}"))
        })
    })
}
