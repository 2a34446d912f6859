//! What notifications hears. Handlers write rows; nothing leaves from here.

mod account_deleted;
mod account_erased;
mod account_reactivated;
mod mail_requested;

pub(crate) use account_deleted::AccountDeletedHandler;
pub(crate) use account_erased::AccountErasedHandler;
pub(crate) use account_reactivated::AccountReactivatedHandler;
pub(crate) use mail_requested::MailRequestedHandler;

/// Reads an id of an event; what cannot be read now never can.
fn id<I: std::str::FromStr<Err = uuid::Error>>(text: &str, name: &str) -> Result<I, kit::Trouble> {
    text.parse()
        .map_err(|_| kit::Trouble::Park(anyhow::anyhow!("{name} is no UUID")))
}
