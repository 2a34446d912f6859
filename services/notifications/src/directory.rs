//! Asks who a member is, at the moment that news leaves: accounts where it goes, profiles whom the
//! member may see right now, settings whose site it is.

use std::collections::HashMap;

use kit::{MemberId, SiteId, Sites, Transport, idempotent};
use proto::{
    accounts::v1::{
        GetReceiverRequest, GetReceiverResponse,
        accounts_mail_service_client::AccountsMailServiceClient,
    },
    profiles::v1::{
        Card, GetCardsRequest, ProfileKind,
        profiles_internal_service_client::ProfilesInternalServiceClient,
    },
    settings::v1::Site,
};

/// The services that are asked.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub accounts: AccountsMailServiceClient<Transport>,
    pub profiles: ProfilesInternalServiceClient<Transport>,
    pub sites: Sites<Site>,
}

/// A service that did not answer; its name as a word for `trouble`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Away(pub &'static str);

/// A member whom another may see.
#[derive(Clone)]
pub(crate) struct Seen {
    pub name: String,
    /// Run by the company.
    pub fictional: bool,
}

impl std::fmt::Debug for Seen {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Seen { .. }")
    }
}

impl Directory {
    /// Where a member's mails go; none when the account is gone, and for a mail that is not `owed`
    /// also when the address is not confirmed.
    pub(crate) async fn receiver(
        &self,
        member: MemberId,
        owed: bool,
    ) -> Result<Option<GetReceiverResponse>, Away> {
        let asked = GetReceiverRequest {
            member_id: member.to_string(),
            owed,
        };
        match self.accounts.clone().get_receiver(idempotent(asked)).await {
            Ok(answer) => Ok(Some(answer.into_inner())),
            Err(status) if kit::fault::reason(&status).as_deref() == Some("mail_obsolete") => {
                Ok(None)
            }
            Err(_) => Err(Away("accounts")),
        }
    }

    /// Those of `members` whom the viewer may see now: not hidden, deleted, or behind a block.
    pub(crate) async fn seen_by(
        &self,
        viewer: MemberId,
        site: SiteId,
        members: impl IntoIterator<Item = MemberId>,
    ) -> Result<HashMap<MemberId, Seen>, Away> {
        let member_ids: Vec<String> = members.into_iter().map(|id| id.to_string()).collect();
        if member_ids.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = GetCardsRequest {
            viewer_id: viewer.to_string(),
            site_id: site.to_string(),
            member_ids,
        };
        let answer = self.profiles.clone().get_cards(idempotent(asked)).await;
        let cards = answer.map_err(|_| Away("profiles"))?.into_inner().cards;
        Ok(cards.into_iter().filter_map(seen).collect())
    }

    /// A site's settings.
    pub(crate) async fn site(&self, site: SiteId) -> Result<std::sync::Arc<Site>, Away> {
        self.sites.get(site).await.map_err(|_| Away("settings"))
    }
}

fn seen(card: Card) -> Option<(MemberId, Seen)> {
    let member = card.member_id.parse().ok()?;
    // A kind that this version does not know is not told as a person.
    let fictional = card.kind() != ProfileKind::Member;
    Some((
        member,
        Seen {
            name: card.name,
            fictional,
        },
    ))
}
