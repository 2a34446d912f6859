//! Looks into every service's database and compares what is there with what must hold, whatever happened.
//!
//! One place may read all the databases: no service does, and this command changes nothing. It may run
//! beside a site in use. What one database says about itself holds at every moment and is looked at once.
//! What two of them say about each other, or what a job is about to do, may be on its way: only what is
//! still wrong in every look until `--patience` has run out counts.

mod charges;
mod copies;
mod events;
mod ledger;
mod likes;
mod look;
mod messages;
mod orders;

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use kit::config::Config;

use look::{Databases, Seen};

/// Ids that are named of each broken comparison.
const NAMED: usize = 5;

/// How long to look.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Seconds in which what is on its way between services, or waits for a job, must have arrived.
    #[arg(long, default_value_t = 30)]
    patience: u64,
}

/// Something that must hold at any time, and how that shows.
struct Invariant {
    /// As the threat model numbers them.
    name: &'static str,
    words: &'static str,
    checks: &'static [&'static [Check]],
}

/// One comparison.
struct Check {
    /// What holds, as a sentence about what is counted.
    words: &'static str,
    rule: Rule,
}

/// A query of one service's database.
#[derive(Clone, Copy)]
struct Source {
    service: &'static str,
    sql: &'static str,
}

const fn from(service: &'static str, sql: &'static str) -> Source {
    Source { service, sql }
}

enum Rule {
    /// Every row (subject, whether it holds) holds.
    Each(Source),
    /// Every row comes to hold.
    EachSoon(Source),
    /// Every row (key, value) of the first is a row of the second.
    Within(Source, Source),
    /// The same without rows (key, value, member) of members whom the third source names.
    WithinBut(Source, Source, Source),
}

const INVARIANTS: &[Invariant] = &[
    Invariant {
        name: "I1",
        words: "the ledger sums to zero, and every balance is its entries and not below zero",
        checks: &[ledger::CHECKS],
    },
    Invariant {
        name: "I2",
        words: "every paid order is credited once, and no other",
        checks: &[orders::CREDITED],
    },
    Invariant {
        name: "I3",
        words: "every charged message exists, and every message with a price is charged once",
        checks: &[charges::MESSAGES, charges::LEASES],
    },
    Invariant {
        name: "I4",
        words: "every message is stored once, in order and without gaps",
        checks: &[messages::ORDER],
    },
    Invariant {
        name: "I5",
        words: "unread is what came after the read mark and was not removed",
        checks: &[messages::UNREAD],
    },
    Invariant {
        name: "I6",
        words: "a match is two likes, and whoever is blocked is blocked everywhere",
        checks: &[likes::CHECKS],
    },
    Invariant {
        name: "I7",
        words: "what was committed is told, and what was told has arrived",
        checks: &[events::CHECKS, copies::CHECKS],
    },
    Invariant {
        name: "I10",
        words: "a discount is used as often as it may be",
        checks: &[orders::DISCOUNTS],
    },
    Invariant {
        name: "I11",
        words: "nothing waits to be sent to a deleted member",
        checks: &[events::SILENCE],
    },
];

/// Exits with 0 when all holds, 1 when something is broken, 2 when that could not be found out.
pub(crate) fn main(arguments: &Arguments) -> ExitCode {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let patience = Duration::from_secs(arguments.patience);
    let outcome = tokio::runtime::Runtime::new()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(check(patience)));
    match outcome {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the invariants could not be checked: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Makes every comparison, tells of each, and answers how many are broken.
#[expect(
    clippy::print_stdout,
    reason = "a command speaks to the person who typed it"
)]
async fn check(patience: Duration) -> anyhow::Result<usize> {
    let databases = Databases::open(&Config::read().process()?).await?;
    let began = Instant::now();
    let (mut comparisons, mut rows, mut broken) = (0, 0, 0);
    for invariant in INVARIANTS {
        println!("{} {}", invariant.name, invariant.words);
        for check in invariant.checks.iter().copied().flatten() {
            let seen = databases.check(&check.rule, patience).await?;
            println!("{}", line(check, &seen));
            comparisons += 1;
            rows += seen.compared;
            broken += usize::from(!seen.off.is_empty());
        }
    }
    println!(
        "{comparisons} comparisons of {rows} rows in {:.1} s: {}",
        began.elapsed().as_secs_f64(),
        if broken == 0 {
            "all hold".to_owned()
        } else {
            format!("{broken} BROKEN")
        }
    );
    Ok(broken)
}

fn line(check: &Check, seen: &Seen) -> String {
    let verdict = if seen.off.is_empty() { "ok" } else { "BROKEN" };
    let first = format!("    {verdict:<6} {:>9}  {}", seen.compared, check.words);
    if seen.off.is_empty() {
        return first;
    }
    let named: Vec<&str> = seen.off.iter().take(NAMED).map(String::as_str).collect();
    let more = if seen.off.len() > NAMED { "; ..." } else { "" };
    format!(
        "{first}\n           {:>9}  not so: {}{more}",
        seen.off.len(),
        named.join("; ")
    )
}
