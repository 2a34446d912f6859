//! What comes together is handed over together, and apart when one of it cannot be taken.

use std::sync::{Arc, Mutex};

use kit::{Envelope, Handler, Trouble, Tx, testing::TestHost};
use proto::accounts::v1::LanguageChanged;

use crate::probe::{Bus, all_heard, count, on_each_bus, pair, said};

/// Events of one transaction; fewer than one lane takes in one go.
const EVENTS: usize = 30;

/// Writes down all it is handed with one statement, but not what says "bad".
struct Bulk {
    runs: Arc<Mutex<Vec<usize>>>,
}

impl Handler for Bulk {
    type Event = LanguageChanged;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: LanguageChanged,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        self.handle_all(tx, vec![(event, about)]).await
    }

    async fn handle_all(
        &self,
        tx: &mut Tx,
        events: Vec<(LanguageChanged, &Envelope)>,
    ) -> Result<(), Trouble> {
        let column = |of: fn(&LanguageChanged) -> &str| -> Vec<String> {
            events
                .iter()
                .map(|(event, _)| of(event).to_owned())
                .collect()
        };
        let words = column(|event| &event.language);
        sqlx::query("insert into heard (member, word) select * from unnest($1, $2)")
            .bind(column(|event| &event.member_id))
            .bind(&words)
            .execute(&mut **tx)
            .await?;
        if words.iter().any(|word| word == "bad") {
            return Err(Trouble::Park(anyhow::anyhow!("bad")));
        }
        self.runs.lock().expect("runs").push(events.len());
        Ok(())
    }
}

on_each_bus! {
    async fn what_comes_together_is_handed_over_together(bus: Bus) {
        let runs = Arc::new(Mutex::new(Vec::new()));
        let bulk = Bulk { runs: Arc::clone(&runs) };
        let host = TestHost::with(bus.settings(), async |host| pair(host, bulk).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        let wanted = tell_at_once(&teller, &[]).await;
        assert_eq!(all_heard(&teller, &scribe, EVENTS).await, wanted);
        let runs = runs.lock().expect("runs");
        assert!(runs.iter().any(|&events| events > 1), "{runs:?}");
    }

    async fn one_that_cannot_be_taken_takes_none_of_the_others_along(bus: Bus) {
        let runs = Arc::new(Mutex::new(Vec::new()));
        let bulk = Bulk { runs: Arc::clone(&runs) };
        let host = TestHost::with(bus.settings(), async |host| pair(host, bulk).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        let mut wanted = tell_at_once(&teller, &[7]).await;
        wanted.remove(7);
        assert_eq!(all_heard(&teller, &scribe, EVENTS - 1).await, wanted);
        assert_eq!(count(&scribe, "dead_letter").await, 1);
    }
}

/// Commits events of one key in one transaction; those at `bad` cannot be taken. Answers all.
async fn tell_at_once(teller: &kit::Db, bad: &[usize]) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut tx = teller.begin().await.expect("begin");
    for step in 0..EVENTS {
        let word = if bad.contains(&step) {
            "bad".to_owned()
        } else {
            step.to_string()
        };
        tx.emit(&said("ann", &word)).await.expect("emit");
        told.push(("ann".to_owned(), word));
    }
    tx.commit().await.expect("commit");
    told
}
