//! What billing hears. Handlers write rows; nothing leaves from here.

mod account_activated;
mod account_created;
mod account_deleted;
mod account_erased;
mod account_reactivated;
mod message_sent;

pub(crate) use account_activated::AccountActivatedHandler;
pub(crate) use account_created::AccountCreatedHandler;
pub(crate) use account_deleted::AccountDeletedHandler;
pub(crate) use account_erased::AccountErasedHandler;
pub(crate) use account_reactivated::AccountReactivatedHandler;
pub(crate) use message_sent::MessageSentHandler;

/// Reads an id of an event; what cannot be read now never can.
fn id<I: From<uuid::Uuid>>(text: &str, name: &str) -> Result<I, kit::Trouble> {
    let id: uuid::Uuid = text
        .parse()
        .map_err(|_| kit::Trouble::Park(anyhow::anyhow!("{name} is no UUID")))?;
    Ok(id.into())
}
