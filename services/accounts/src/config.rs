//! Settings of accounts: section `accounts` of the configuration.

use serde::Deserialize;
use time::Duration;

use crate::{hashing::Hashing, throttle::Limits};

/// What an operator may change without a release.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// What a password hash costs.
    pub(crate) hashing: Hashing,
    /// Wrong passwords.
    pub(crate) throttle: Limits,
    /// Days a login lasts.
    pub(crate) session_days: u32,
    /// Days an unused device stays known.
    pub(crate) device_days: u32,
    /// Days an activation link works.
    pub(crate) activation_days: u32,
    /// Minutes a reset link works, from the moment the mail is made.
    pub(crate) reset_minutes: u32,
    /// Hours a mail-change link works, from the moment the mail is made.
    pub(crate) mail_change_hours: u32,
    /// Days a deleted account can be taken back.
    pub(crate) deletion_days: u32,
    /// Times a day an activation mail is sent again.
    pub(crate) activation_mails_a_day: u32,
    /// Reset mails a day.
    pub(crate) reset_mails_a_day: u32,
    /// Mail changes a member may ask for a day.
    pub(crate) mail_changes_a_day: u32,
    /// Mails a day to an address that strangers typed at sign-up or mail change.
    pub(crate) unasked_mails_a_day: u32,
    /// Seconds a site's settings are kept when no event tells of a change.
    pub(crate) site_cache_seconds: u64,
    /// Seconds between two looks for accounts to erase.
    pub(crate) erase_every_seconds: u64,
    /// Seconds between two rounds that drop what has expired.
    pub(crate) purge_every_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hashing: Hashing::default(),
            throttle: Limits::default(),
            session_days: 30,
            device_days: 400,
            activation_days: 14,
            reset_minutes: 30,
            mail_change_hours: 24,
            deletion_days: 14,
            activation_mails_a_day: 5,
            reset_mails_a_day: 3,
            mail_changes_a_day: 5,
            unasked_mails_a_day: 3,
            site_cache_seconds: 60,
            erase_every_seconds: 60,
            purge_every_seconds: 3_600,
        }
    }
}

impl Config {
    /// How long a login lasts.
    #[must_use]
    pub(crate) fn session_life(&self) -> Duration {
        Duration::days(i64::from(self.session_days))
    }

    /// How long a deleted account can be taken back.
    #[must_use]
    pub(crate) fn deletion_delay(&self) -> Duration {
        Duration::days(i64::from(self.deletion_days))
    }
}
