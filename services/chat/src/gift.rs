//! Gifts: few, and changed by migrations alone, so they are read once at start.

use std::collections::HashMap;

/// A gift and its names.
#[derive(Debug)]
pub(crate) struct Gift {
    pub(crate) id: String,
    /// Credits.
    pub(crate) price: u32,
    /// By language, ISO 639-1.
    pub(crate) names: HashMap<String, String>,
}

impl Gift {
    /// Its name in a language, else in English.
    pub(crate) fn name(&self, language: &str) -> &str {
        let name = self.names.get(language).or_else(|| self.names.get("en"));
        name.unwrap_or(&self.id)
    }
}

/// All gifts in the order they are shown.
#[derive(Debug)]
pub(crate) struct Gifts(pub(crate) Vec<Gift>);

impl Gifts {
    /// What a gift costs; none when there is no such gift.
    pub(crate) fn price(&self, id: &str) -> Option<u32> {
        self.0
            .iter()
            .find(|gift| gift.id == id)
            .map(|gift| gift.price)
    }
}
