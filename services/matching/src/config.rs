//! What an operator may set, in section `[matching]` or by `VONK__MATCHING__...`.

use serde::Deserialize;

/// Settings of the matching service.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Likes a member may give in the swipe game each day of the site's calendar.
    pub(crate) swipe_likes_a_day: i16,
    /// Likes one call lists in each direction.
    pub(crate) likes_listed: i64,
    /// Seconds a site's time zone is kept when no event tells of a change.
    pub(crate) site_cache_seconds: u64,
    /// Seconds after which a block that chat or profiles have not acknowledged is told them again.
    pub(crate) block_retry_seconds: u64,
    /// Seconds between two looks for days of the swipe game to forget.
    pub(crate) swipe_sweep_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            swipe_likes_a_day: 4,
            likes_listed: 500,
            site_cache_seconds: 60,
            block_retry_seconds: 5,
            swipe_sweep_seconds: 3600,
        }
    }
}
