//! What an operator may set, in section `[chat]` or by `VONK__CHAT__...`.

use std::path::PathBuf;

use serde::Deserialize;

/// Settings of the chat service.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Conversations in which a member without premium writes for free.
    pub(crate) free_conversations: i16,
    /// Free messages in each of them.
    pub(crate) free_messages: i16,
    /// Text messages that one lease of credits is to last for.
    pub(crate) lease_messages: u32,
    /// The same at most, of somebody who sends fast.
    pub(crate) most_lease_messages: u32,
    /// Credits for this many text messages are a low purse: more are asked for in the background.
    pub(crate) low_purse_messages: u32,
    /// Seconds after which an unused purse goes back to billing.
    pub(crate) purse_idle_seconds: u32,
    /// Seconds after which a lease that billing did not answer about is given up.
    pub(crate) lease_patience_seconds: u32,
    /// Seconds between two looks for purses to close.
    pub(crate) purse_sweep_seconds: u64,
    /// Conversations that one call lists.
    pub(crate) conversations_listed: i64,
    /// Folder of the photos that members send each other.
    pub(crate) photo_folder: PathBuf,
    /// Hours after which a photo that was not sent is deleted.
    pub(crate) photo_unsent_hours: u32,
    /// Photos a member may keep unsent; with one more the oldest goes.
    pub(crate) photos_unsent: i64,
    /// Seconds between two looks for photos to delete.
    pub(crate) photo_sweep_seconds: u64,
    /// Seconds a site's prices are kept when no event tells of a change.
    pub(crate) site_cache_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            free_conversations: 2,
            free_messages: 5,
            lease_messages: 5,
            most_lease_messages: 40,
            low_purse_messages: 2,
            purse_idle_seconds: 15 * 60,
            lease_patience_seconds: 30,
            purse_sweep_seconds: 5,
            conversations_listed: 500,
            photo_folder: PathBuf::from("data/photos/chat"),
            photo_unsent_hours: 24,
            photos_unsent: 20,
            photo_sweep_seconds: 600,
            site_cache_seconds: 60,
        }
    }
}
