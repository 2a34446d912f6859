//! What an operator may set, in section `[settings]` or by `VONK__SETTINGS__...`.

use serde::{Deserialize, Serialize};

/// Settings of the settings service.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How many versions of a site one call lists, the newest first.
    pub versions_listed: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            versions_listed: 200,
        }
    }
}
