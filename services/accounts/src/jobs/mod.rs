//! What runs by the clock.

mod erase;
mod purge;

use std::time::Duration;

use kit::{Db, Host};

use crate::config::Config;

/// Sets the jobs going.
pub(crate) fn schedule(host: &mut Host, db: &Db, config: &Config) {
    let (own_db, clock) = (db.clone(), host.clock());
    host.every(
        "erase",
        Duration::from_secs(config.erase_every_seconds),
        move || erase::run(own_db.clone(), clock.now()),
    );
    let (own_db, clock, limits) = (db.clone(), host.clock(), config.clone());
    host.every(
        "purge",
        Duration::from_secs(config.purge_every_seconds),
        move || purge::run(own_db.clone(), clock.now(), limits.clone()),
    );
}
