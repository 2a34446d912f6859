//! The parameters of an address: each is read by name, and counts only when it stands there once.

use crate::reply::Refusal;

/// What stands behind an address' question mark.
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn of(text: Option<&str>) -> Self {
        let pairs = url::form_urlencoded::parse(text.unwrap_or("").as_bytes());
        Self(pairs.into_owned().collect())
    }

    /// A parameter's value of at most `longest` characters without control characters; none when
    /// it is not there or empty.
    pub(crate) fn text(&self, name: &str, longest: usize) -> Result<Option<&str>, Refusal> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let Some((_, value)) = found.next() else {
            return Ok(None);
        };
        if found.next().is_some() {
            return Err(Refusal::field(name, "repeated"));
        }
        if value.chars().count() > longest {
            return Err(Refusal::field(name, "too_long"));
        }
        if value.chars().any(char::is_control) {
            return Err(Refusal::field(name, "control_characters"));
        }
        Ok(Some(value.as_str()).filter(|value| !value.is_empty()))
    }

    /// A needed one.
    pub(crate) fn needed(&self, name: &str, longest: usize) -> Result<&str, Refusal> {
        self.text(name, longest)?
            .ok_or_else(|| Refusal::field(name, "missing"))
    }
}
