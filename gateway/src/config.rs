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
    /// Seconds in which a body must have arrived.
    pub body_seconds: u64,
    /// Seconds until a call without an answer is given up; a stream only has to begin in time.
    pub timeout_seconds: u64,
    /// How much one member or network may ask.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            web_root: PathBuf::from("web/dist"),
            trusted_proxies: Vec::new(),
            country_header: String::new(),
            body_bytes: 64 * 1024,
            rpc_bytes: 256 * 1024,
            body_seconds: 10,
            timeout_seconds: 15,
            limits: Limits::default(),
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
            remembered: 100_000,
        }
    }
}
