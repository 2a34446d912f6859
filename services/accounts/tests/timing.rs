//! Calls do the same work whether or not an address has an account.
//!
//! Wall time on a shared machine says little; what costs time is counted instead:
//! password hashes, and statements on the database.
#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

#[expect(dead_code, reason = "the stage serves the stories as well")]
#[path = "stories/stage/mod.rs"]
mod stage;

use std::sync::{Arc, Mutex};

use proto::accounts::v1::*;
use stage::*;
use tracing_subscriber::{
    Layer, layer::Context, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

/// Writes down every password hash and every statement but the relay's own.
#[derive(Clone, Default)]
struct Work(Arc<Mutex<Vec<String>>>);

impl Work {
    async fn of(&self, call: impl Future<Output = ()>) -> Vec<String> {
        self.0.lock().unwrap().clear();
        call.await;
        self.0.lock().unwrap().clone()
    }
}

struct Words(String);

impl tracing::field::Visit for Words {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        if ["summary", "message"].contains(&field.name()) {
            self.0 = format!("{value:?}");
        }
    }
}

impl<S: tracing::Subscriber> Layer<S> for Work {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let target = event.metadata().target();
        if target != "sqlx::query" && target != "accounts::hashing" {
            return;
        }
        let mut words = Words(String::new());
        event.record(&mut words);
        let text = words.0.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.trim_matches('"').to_owned();
        // The relay works whenever it likes, in transactions of its own.
        let relays = ["with gone as", "select 1", "BEGIN", "COMMIT"];
        let of_a_call = !relays.iter().any(|start| text.starts_with(start));
        if of_a_call {
            self.0.lock().unwrap().push(text);
        }
    }
}

fn hashes(work: &[String]) -> usize {
    work.iter()
        .filter(|text| text.contains("password work"))
        .count()
}

#[tokio::test]
async fn known_and_unknown_addresses_cost_the_same() {
    let work = Work::default();
    tracing_subscriber::registry().with(work.clone()).init();
    let stage = Stage::set().await;
    let bo = "bo@example.com";
    stage.join(DUTCH, ANNA).await;
    stage.sign_up(DUTCH, "unconfirmed@example.com").await;
    stage.host.settle().await;

    // Sign-up: as many statements and one hash each, though not the same statements.
    let known = work.of(stage.sign_up(DUTCH, ANNA)).await;
    let unknown = work.of(stage.sign_up(DUTCH, bo)).await;
    assert_eq!(hashes(&known), 1, "{known:#?}");
    assert_eq!(hashes(&unknown), 1, "{unknown:#?}");
    assert!(known.len() > 5, "statements are seen: {known:#?}");
    assert_eq!(known.len(), unknown.len(), "{known:#?} {unknown:#?}");

    // Login: the same statements and one comparison.
    let wrong = async |email: &str| {
        assert_eq!(
            refusal(stage.log_in(DUTCH, email, OTHER_PASSWORD).await),
            "login_failed"
        );
    };
    let known = work.of(wrong(ANNA)).await;
    let unknown = work.of(wrong("nobody@example.com")).await;
    assert_eq!(hashes(&known), 1);
    assert_eq!(known, unknown);

    // Reset and resend: the same statements.
    let reset = async |email: &str| stage.forgets_password(DUTCH, email).await.unwrap();
    let known = work.of(reset(ANNA)).await;
    assert!(known.len() >= 4, "{known:#?}");
    assert_eq!(known, work.of(reset("nobody@example.com")).await);

    let resend = async |email: &str| {
        let request = ResendActivationRequest {
            email: email.to_owned(),
        };
        stage
            .visitor(DUTCH)
            .resend_activation(request)
            .await
            .unwrap();
    };
    let unconfirmed = work.of(resend("unconfirmed@example.com")).await;
    assert!(unconfirmed.len() >= 4);
    assert_eq!(unconfirmed, work.of(resend("nobody@example.com")).await);
    assert_eq!(unconfirmed, work.of(resend(ANNA)).await);

    // Mail change: the same statements for a free and a taken address.
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let change = async |email: &str| {
        let request = RequestMailChangeRequest {
            new_email: email.to_owned(),
            password: PASSWORD.to_owned(),
        };
        stage
            .browser(DUTCH, &browser)
            .request_mail_change(request)
            .await
            .unwrap();
    };
    let free = work.of(change("free@example.com")).await;
    assert_eq!(hashes(&free), 1);
    assert_eq!(free, work.of(change("unconfirmed@example.com")).await);

    // Every page asks whose session it has: one statement.
    let proof = async {
        stage.authenticate(DUTCH, &browser.session).await.unwrap();
    };
    let proof = work.of(proof).await;
    assert_eq!(proof.len(), 1, "{proof:#?}");
}
