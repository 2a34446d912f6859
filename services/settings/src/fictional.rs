//! Fictional profiles: said plainly, or not at all.
//!
//! Courts and supervisors (LG Berlin 16 O 62/21, the Dutch ACM's commitments of 17 sites, FTC v
//! JDI Dating) found terms, small print and an icon alone to mislead. So a site that has such
//! profiles must have every text that says so, and a site of Germany cannot have them.

use proto::settings::v1 as contract;
use serde::{Deserialize, Serialize};

use crate::{fault::Fault, field};

/// Whether a site has profiles that the company plays, and the texts that say so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fictional {
    /// Off unless every text is there.
    pub enabled: bool,
    /// What a member acknowledges before the first credit is spent on one.
    pub warning: String,
    /// The label, for example `fictional profile`.
    pub singular: String,
    /// The label of several.
    pub plural: String,
    /// Icon beside the label, never instead of it.
    pub icon: String,
}

impl Fictional {
    /// Reads the texts of a site; `of_germany` as [`crate::site::Site`] knows it.
    pub fn read(raw: &contract::Site, of_germany: bool) -> Result<Self, Fault> {
        let fictional = Self {
            enabled: raw.fictional_enabled,
            warning: field::line("fictional_warning", raw.fictional_warning.clone(), 0..=500)?,
            singular: field::line("fictional_singular", raw.fictional_singular.clone(), 0..=60)?,
            plural: field::line("fictional_plural", raw.fictional_plural.clone(), 0..=60)?,
            icon: field::line("fictional_icon", raw.fictional_icon.clone(), 0..=40)?,
        };
        if fictional.enabled && (of_germany || !fictional.says_everything()) {
            return Err(Fault::FictionalRefused);
        }
        Ok(fictional)
    }

    fn says_everything(&self) -> bool {
        [&self.warning, &self.singular, &self.plural, &self.icon]
            .iter()
            .all(|text| !text.is_empty())
    }
}
