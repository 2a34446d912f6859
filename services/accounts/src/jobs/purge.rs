//! Drops what has expired.

use kit::Db;
use time::{Duration, OffsetDateTime};

use crate::{
    config::Config,
    store::{allowances, devices, mails, sessions, throttles, tokens},
};

/// A block lasts a day at most and is remembered for another one.
const THROTTLES: Duration = Duration::days(2);
const ALLOWANCES: Duration = Duration::days(1);

/// Drops expired sessions, tokens, mail requests, devices and counts.
pub(crate) async fn run(db: Db, now: OffsetDateTime, config: Config) -> anyhow::Result<()> {
    let pool = db.pool();
    let blocks = Duration::minutes(2 * i64::from(config.throttle.longest_block_minutes));
    // A request is kept as long as its link may live, and a day for late senders.
    let requests = Duration::days(1 + i64::from(config.activation_days.max(config.deletion_days)));
    let devices_life = Duration::days(i64::from(config.device_days));
    let purged = [
        ("sessions", sessions::purge(pool, now).await?),
        ("tokens", tokens::purge(pool, now).await?),
        ("mail requests", mails::purge(pool, now - requests).await?),
        ("devices", devices::purge(pool, now - devices_life).await?),
        (
            "throttles",
            throttles::purge(pool, now - THROTTLES.max(blocks)).await?,
        ),
        (
            "allowances",
            allowances::purge(pool, now - ALLOWANCES).await?,
        ),
    ];
    for (what, rows) in purged {
        if rows > 0 {
            tracing::info!(what, rows, "dropped what has expired");
        }
    }
    Ok(())
}
