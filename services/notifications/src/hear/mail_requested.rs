//! Accounts wants a mail sent.

use kit::{Clock, Envelope, Handler, Trouble, Tx};
use proto::accounts::v1::MailRequested;

use super::id;
use crate::{
    kind::Kind,
    store::{
        mail_jobs::{self, Request},
        members,
    },
};

/// Queues the mail; the sender is woken when the transaction commits.
#[derive(Debug)]
pub(crate) struct MailRequestedHandler {
    pub clock: Clock,
}

impl Handler for MailRequestedHandler {
    type Event = MailRequested;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MailRequested,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let kind = Kind::try_from(event.kind()).map_err(|error| Trouble::Park(error.into()))?;
        let request = Request {
            id: id(&event.request_id, "request_id")?,
            member: id(&event.member_id, "member_id")?,
            site: id(&event.site_id, "site_id")?,
            kind,
            about: None,
            other: None,
            told: None,
        };
        let now = self.clock.now();
        mail_jobs::insert(tx, &request, now).await?;
        if members::is_deleted(tx, request.member).await? {
            mail_jobs::silence(tx, request.member, now).await?;
        }
        tracing::info!(mail.id = %request.id, kind = kind.word(), "mail queued");
        Ok(())
    }
}
