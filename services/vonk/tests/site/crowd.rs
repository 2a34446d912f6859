//! People for a site under test.

use std::sync::atomic::{AtomicU32, Ordering};

use futures::{StreamExt as _, stream};
use kit::{Chance, Clock};
use proto::accounts::v1::{Gender, SignUpRequest};
use vonk::member::Member;

use crate::running::{Site, newcomer};

pub(crate) const PASSWORD: &str = "kaarslicht-op-zondag-88";
/// Sign-ups at the same time: each hashes a password.
const AT_ONCE: usize = 4;

/// An id as a browser makes it.
pub(crate) fn new_id() -> String {
    Chance::system().uuid(Clock::system().now()).to_string()
}

/// Somebody nobody was before, looking for everybody.
pub(crate) fn person() -> SignUpRequest {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut person = newcomer(
        &format!("person{number}@example.test"),
        PASSWORD,
        &format!("Person {number}"),
    );
    person.seeking = vec![Gender::Woman.into(), Gender::Man.into()];
    person
}

/// Members who have confirmed their address and whom the others can already like and write to.
pub(crate) async fn members(site: &Site, count: usize) -> Vec<Member> {
    let people: Vec<SignUpRequest> = (0..count).map(|_| person()).collect();
    let members: Vec<Member> = stream::iter(people)
        .map(|person| {
            let door = site.door();
            async move { Member::join(door, &person).await.unwrap() }
        })
        .buffered(AT_ONCE)
        .collect()
        .await;
    known(site, &members).await;
    members
}

/// Waits until every service has heard that these members are there.
#[expect(
    clippy::disallowed_methods,
    reason = "the test looks into the databases from outside"
)]
pub(crate) async fn known(site: &Site, members: &[Member]) {
    let wanted = i64::try_from(members.len()).unwrap();
    let ids: Vec<uuid::Uuid> = members
        .iter()
        .map(|member| member.id.parse().unwrap())
        .collect();
    for (service, sql) in [
        (
            "matching",
            "select count(*) from members where active and member_id = any($1)",
        ),
        (
            "chat",
            "select count(*) from members where active and confirmed and member_id = any($1)",
        ),
    ] {
        let database = site.database(service).await;
        wait_for(|| {
            let (database, ids) = (database.clone(), ids.clone());
            async move {
                let there: i64 = sqlx::query_scalar(sql)
                    .bind(ids)
                    .fetch_one(&database)
                    .await
                    .unwrap();
                there == wanted
            }
        })
        .await;
    }
}

/// Looks until it is so, for at most a minute.
pub(crate) async fn wait_for<F: Future<Output = bool>>(mut so: impl FnMut() -> F) {
    for _ in 0..1_200 {
        if so().await {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it did not come to be within a minute");
}
