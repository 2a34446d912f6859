//! What chat hears.

mod account_activated;
mod account_deleted;
mod account_erased;
mod account_reactivated;
mod member_blocked;
mod member_unblocked;
mod premium_granted;
mod premium_revoked;
mod profile_changed;
mod profile_hidden;

pub(crate) use account_activated::AccountActivatedHandler;
pub(crate) use account_deleted::AccountDeletedHandler;
pub(crate) use account_erased::AccountErasedHandler;
pub(crate) use account_reactivated::AccountReactivatedHandler;
pub(crate) use member_blocked::MemberBlockedHandler;
pub(crate) use member_unblocked::MemberUnblockedHandler;
pub(crate) use premium_granted::PremiumGrantedHandler;
pub(crate) use premium_revoked::PremiumRevokedHandler;
pub(crate) use profile_changed::ProfileChangedHandler;
pub(crate) use profile_hidden::ProfileHiddenHandler;

/// Reads an id of an event; what cannot be read now never can.
fn id<I: std::str::FromStr<Err = uuid::Error>>(text: &str, name: &str) -> Result<I, kit::Trouble> {
    text.parse()
        .map_err(|_| kit::Trouble::Park(anyhow::anyhow!("{name} is no UUID")))
}
