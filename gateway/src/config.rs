//! Settings of the gateway, with their defaults.

use std::{num::NonZeroU32, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::address::Network;

/// Section `gateway` of the configuration.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Folder of the built web app, with `index.html`.
    pub web_root: PathBuf,
    /// Networks of the proxies in front, for example `10.0.0.0/8`. Only they are believed
    /// about a visitor's address and country.
    pub trusted_proxies: Vec<Network>,
    /// Header in which a trusted proxy tells the visitor's country, for example
    /// `cf-ipcountry`. Empty: the country is not known.
    pub country_header: String,
    /// Largest JSON or form body, in bytes.
    pub body_bytes: usize,
    /// Largest message of a `/rpc/` call, in bytes.
    pub rpc_bytes: usize,
    /// Largest message of a `/rpc/` call that brings a photo, in bytes.
    pub upload_bytes: usize,
    /// Seconds in which a photo must have arrived: a telephone may be far from its mast.
    pub upload_seconds: u64,
    /// Seconds without a byte after which a photo is given up before that.
    pub upload_quiet_seconds: u64,
    /// Photos on their way in at the same time; each holds its bytes in memory.
    pub uploads_at_once: usize,
    /// Photos of one member on their way in at the same time.
    pub uploads_per_member: usize,
    /// Seconds in which any other body must have arrived.
    pub body_seconds: u64,
    /// Seconds until a call without an answer is given up; a stream only has to begin in time.
    pub timeout_seconds: u64,
    /// How much one member or network may ask.
    pub limits: Limits,
    /// The live streams.
    pub live: Live,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            web_root: PathBuf::from("web/dist"),
            trusted_proxies: Vec::new(),
            country_header: String::new(),
            body_bytes: 64 * 1024,
            rpc_bytes: 256 * 1024,
            upload_bytes: 11 * 1024 * 1024,
            upload_seconds: 60,
            upload_quiet_seconds: 10,
            uploads_at_once: 16,
            uploads_per_member: 2,
            body_seconds: 10,
            timeout_seconds: 15,
            limits: Limits::default(),
            live: Live::default(),
        }
    }
}

/// Calls per minute; as many at once are let through after a quiet minute.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Calls of one logged-in member.
    pub member: NonZeroU32,
    /// Calls of one network (/24 or /48) without a session, and look-ups of its sessions.
    /// Higher than a member's: households, offices and mobile carriers share a network.
    pub network: NonZeroU32,
    /// Logins, sign-ups, resets and used links of one network.
    pub entry: NonZeroU32,
    /// Messages sent by one member.
    pub send: NonZeroU32,
    /// Likes given, taken back and swiped by one member.
    pub like: NonZeroU32,
    /// Searches of one member, or of one network where visitors may search.
    pub search: NonZeroU32,
    /// Photos brought by one member.
    pub upload: NonZeroU32,
    /// Discount codes tried by one member, or calls that could try one: lists of packages and orders.
    pub code: NonZeroU32,
    /// Photo files fetched by one member, or by one network without a session; not counted as calls.
    pub photo: NonZeroU32,
    /// Calls of payment providers, which come from few networks.
    pub webhook: NonZeroU32,
    /// Members and networks remembered at most, of each kind.
    pub remembered: u64,
}

impl Default for Limits {
    fn default() -> Self {
        const fn per_minute(calls: u32) -> NonZeroU32 {
            NonZeroU32::new(calls).expect("a limit is above zero")
        }
        Self {
            member: per_minute(600),
            network: per_minute(1_200),
            entry: per_minute(30),
            send: per_minute(120),
            like: per_minute(120),
            search: per_minute(120),
            upload: per_minute(20),
            code: per_minute(30),
            photo: per_minute(3_000),
            webhook: per_minute(6_000),
            remembered: 100_000,
        }
    }
}

/// The live streams of this replica.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Live {
    /// Streams at the same time; one more is refused.
    pub streams: usize,
    /// Streams of one member at the same time; one more ends the oldest.
    pub streams_per_member: usize,
    /// Seconds that a stream lives before another one of its member may end it; until then the
    /// new one is refused.
    pub young_seconds: u64,
    /// Updates remembered for one member; who is further behind asks for everything again.
    pub updates_per_member: usize,
    /// Bytes of updates remembered in all.
    pub updates_bytes: usize,
    /// Seconds that updates are remembered for a member whose last stream is gone.
    pub remembered_seconds: u64,
    /// Seconds of silence after which a stream says that it is alive.
    pub alive_seconds: u64,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            streams: 20_000,
            streams_per_member: 8,
            young_seconds: 30,
            updates_per_member: 128,
            updates_bytes: 64 * 1024 * 1024,
            remembered_seconds: 120,
            alive_seconds: 20,
        }
    }
}
