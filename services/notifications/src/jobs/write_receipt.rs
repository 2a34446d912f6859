//! What a receipt says: what billing told of it, to the address that the member has now.

use crate::{
    jobs::{
        send_mail::Failure,
        write_mail::{Draft, Writer, origin},
    },
    receipt::Receipt,
    store::mail_jobs::Request,
};

impl Writer {
    /// Drafts a receipt; it is pointless only when the account is erased.
    pub(crate) async fn receipt(&self, request: &Request) -> Result<Draft, Failure> {
        let told = request.told.as_deref().unwrap_or_default();
        let receipt =
            Receipt::read(request.kind, told).map_err(|_| Failure::later("receipt_unreadable"))?;
        let receiver = self.directory.receiver(request.member, true).await?;
        let receiver = receiver.ok_or(Failure::Obsolete)?;
        let site = self.directory.site(request.site).await?;
        let origin = origin(&site)?;
        Ok(Draft {
            links: request.kind.receipt_links(&origin, receipt.order),
            to: receiver.email,
            name: receiver.profile_name,
            language: receiver.language,
            site,
            origin,
            lasts: None,
            other: None,
            count: 1,
            likers: vec![],
            receipt: Some(receipt),
        })
    }
}
