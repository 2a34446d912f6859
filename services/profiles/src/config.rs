//! Settings of profiles: section `profiles` of the configuration.

use std::path::PathBuf;

use serde::Deserialize;

/// What an operator may change without a release.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Folder that photo files are kept in; made when the first photo comes.
    pub(crate) photo_folder: PathBuf,
    /// Photos that are decoded at the same time.
    pub(crate) photo_workers: usize,
    /// Photos a member may have before the first payment.
    pub(crate) photos_free: u32,
    /// Photos a premium member may have.
    pub(crate) photos_premium: u32,
    /// Photos of another member that a free member sees; premium members see all.
    pub(crate) photos_seen_free: u32,
    /// Photos of a member that a visitor sees.
    pub(crate) photos_seen_visitor: u32,
    /// Changes of place a day, so that nobody measures distances from everywhere.
    pub(crate) moves_a_day: u32,
    /// Profiles and pages of 24 cards a member may open in 24 hours.
    pub(crate) views_a_day: u32,
    /// Profiles and pages of 24 cards a visitor's network may open in 24 hours.
    pub(crate) visitor_views_a_day: u32,
    /// Seconds a site's settings are kept when no event tells of a change.
    pub(crate) site_cache_seconds: u64,
    /// Milliseconds between two looks for profiles to create.
    pub(crate) create_every_ms: u64,
    /// Seconds between two looks for files to delete.
    pub(crate) sweep_every_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            photo_folder: PathBuf::from("photos"),
            photo_workers: 2,
            photos_free: 3,
            photos_premium: 25,
            photos_seen_free: 3,
            photos_seen_visitor: 1,
            moves_a_day: 5,
            views_a_day: 1_000,
            visitor_views_a_day: 200,
            site_cache_seconds: 60,
            create_every_ms: 250,
            sweep_every_seconds: 60,
        }
    }
}

impl Config {
    /// Photos a member may have.
    #[must_use]
    pub(crate) fn photo_limit(&self, premium: bool) -> u32 {
        if premium {
            self.photos_premium
        } else {
            self.photos_free
        }
    }
}
