//! What matching hears.

mod account_erased;
mod profile_changed;
mod profile_hidden;

pub(crate) use account_erased::AccountErasedHandler;
pub(crate) use profile_changed::ProfileChangedHandler;
pub(crate) use profile_hidden::ProfileHiddenHandler;

/// Reads an id of an event; what cannot be read now never can.
fn id<I: std::str::FromStr<Err = uuid::Error>>(text: &str, name: &str) -> Result<I, kit::Trouble> {
    text.parse()
        .map_err(|_| kit::Trouble::Park(anyhow::anyhow!("{name} is no UUID")))
}
