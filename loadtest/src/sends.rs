//! A paid message, from the sender's call until it stands on the other side's live stream.

use std::{sync::Arc, time::Duration};

use tokio::sync::Mutex;
use vonk::member::Member;

use crate::{
    bare::Bare,
    live::{self, Arrivals},
    measure::{Work, closed, open},
    stage::{PAIRS, Stage, new_id},
    table::Table,
};

const TEXT: &str = "See you at eight at the corner?";
/// Free messages come first, and the first leases.
const WARM_UP: usize = 15;
/// Share of the closed loop's rate that the open loop asks for.
const CALM: f64 = 0.5;

/// Closed loops of 1, 8 and 32 pairs, an open loop of 8, each beside bare SQL.
pub(crate) async fn measure(
    stage: &Stage,
    lasting: Duration,
    table: &mut Table,
) -> anyhow::Result<()> {
    let mut pairs = Vec::new();
    for two in stage.people.chunks_exact(2).take(PAIRS) {
        let arrivals = Arc::new(Mutex::new(live::watch(&two[1].member).await?));
        let pair = Pair {
            sender: two[0].member.clone(),
            recipient: two[1].member.id.clone(),
            arrivals,
        };
        for _ in 0..WARM_UP {
            pair.send().await?;
        }
        pairs.push(pair);
    }
    for count in [1, 8, PAIRS] {
        let tables = [
            "conversations",
            "purses",
            "message_ids",
            "messages",
            "outbox",
        ];
        let bare = Bare::like(stage, "chat", &tables, u32::try_from(count)?).await?;
        let mut rows = Vec::new();
        for _ in 0..count {
            rows.push(bare.sender().await?);
        }
        let limit = closed(rows, lasting).await?;
        bare.end().await?;
        let measured = closed(work(&pairs[..count]), lasting).await?;
        let load = format!("{count} pairs, closed loop");
        table.add(
            ("paid send, delivered to the live stream", &load),
            &measured,
            ("the same rows, bare SQL", &limit),
        );
        let rate = measured.rate() * CALM;
        let calm = open(work(&pairs[..count]), rate, lasting).await?;
        let load = format!("{count} pairs, open loop");
        table.add_alone(("the same at half that rate", &load), &calm);
    }
    Ok(())
}

#[derive(Clone)]
struct Pair {
    sender: Member,
    recipient: String,
    arrivals: Arc<Mutex<Arrivals>>,
}

impl Pair {
    async fn send(&self) -> anyhow::Result<()> {
        let id = new_id().to_string();
        let mut arrivals = self.arrivals.lock().await;
        self.sender.send(&id, &self.recipient, TEXT).await?;
        arrivals.wait_for(&id).await
    }
}

fn work(pairs: &[Pair]) -> Vec<Work> {
    let one = |pair: &Pair| -> Work {
        let pair = pair.clone();
        Box::new(move || {
            let pair = pair.clone();
            Box::pin(async move { pair.send().await })
        })
    };
    pairs.iter().map(one).collect()
}
