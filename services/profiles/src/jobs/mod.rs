//! What runs by the clock.

mod create_profiles;
mod sweep_files;

use std::time::Duration;

use kit::{Db, Host};

use crate::{config::Config, create::Creator};

/// Sets the jobs going.
pub(crate) fn schedule(
    host: &mut Host,
    db: &Db,
    (creator, store): (&Creator, &photo::Store),
    config: &Config,
) {
    let creator = creator.clone();
    host.every(
        "create profiles",
        Duration::from_millis(config.create_every_ms),
        move || create_profiles::run(creator.clone()),
    );
    let (db, clock, store) = (db.clone(), host.clock(), store.clone());
    host.every(
        "sweep files",
        Duration::from_secs(config.sweep_every_seconds),
        move || sweep_files::run(db.clone(), clock.now(), store.clone()),
    );
}
