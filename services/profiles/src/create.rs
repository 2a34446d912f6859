//! Creates the profile of an account.

use kit::{Clock, Db, MemberId, Transport};
use proto::accounts::v1::{
    AccountStatus, GetSignUpDataRequest, GetSignUpDataResponse,
    accounts_internal_service_client::AccountsInternalServiceClient,
};

use crate::{
    age, changed,
    fault::Fault,
    gender::Gender,
    kind::Kind,
    store::{
        accounts::{self, State},
        jobs,
        profiles::{self, Beginning},
    },
};

/// Asks accounts what a profile begins with, and stores it.
#[derive(Clone, Debug)]
pub(crate) struct Creator {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) accounts: AccountsInternalServiceClient<Transport>,
}

impl Creator {
    /// Reaches accounts by `transport`.
    #[must_use]
    pub(crate) fn new(db: Db, clock: Clock, transport: Transport) -> Self {
        Self {
            db,
            clock,
            accounts: AccountsInternalServiceClient::new(transport),
        }
    }

    /// The profile of an account that was heard of; nothing when it was erased in the meantime.
    pub(crate) async fn as_heard(&self, member: MemberId) -> Result<(), Fault> {
        let data = self.ask(member).await?;
        let mut tx = self.db.begin().await?;
        match data {
            Some(data) if accounts::lock(&mut tx, member).await? => {
                self.store(&mut tx, member, &data).await?;
            }
            Some(_) => {}
            None => accounts::erase(&mut tx, member, self.clock.now()).await?,
        }
        jobs::done(&mut tx, member).await?;
        Ok(tx.commit().await?)
    }

    /// The profile of a member who is here and has none yet: the event is still on its way.
    pub(crate) async fn as_asked(&self, member: MemberId) -> Result<(), Fault> {
        let data = self.ask(member).await?.ok_or(Fault::ProfileUnknown)?;
        let state = State {
            site: data.site_id.parse().map_err(|_| Fault::IdInvalid)?,
            confirmed: data.status() == AccountStatus::Active,
            deleted: data.status() == AccountStatus::Deleted,
        };
        let mut tx = self.db.begin().await?;
        accounts::remember(&mut tx, member, state).await?;
        self.store(&mut tx, member, &data).await?;
        jobs::done(&mut tx, member).await?;
        Ok(tx.commit().await?)
    }

    async fn ask(&self, member: MemberId) -> Result<Option<GetSignUpDataResponse>, Fault> {
        let request = kit::idempotent(GetSignUpDataRequest {
            member_id: member.to_string(),
        });
        match self.accounts.clone().get_sign_up_data(request).await {
            Ok(answer) => Ok(Some(answer.into_inner())),
            Err(status) if kit::fault::reason(&status).as_deref() == Some("account_unknown") => {
                Ok(None)
            }
            Err(status) => Err(Fault::Peer(status)),
        }
    }

    /// The account's row is locked, so that no event about it comes between.
    async fn store(
        &self,
        tx: &mut kit::Tx,
        member: MemberId,
        data: &GetSignUpDataResponse,
    ) -> Result<(), Fault> {
        let beginning = Beginning {
            member,
            site: data.site_id.parse().map_err(|_| Fault::IdInvalid)?,
            kind: Kind::Member,
            name: data.profile_name.clone(),
            born: age::parse(&data.birth_date)?,
            // Accounts numbers genders as profiles does.
            gender: Gender::from_wire(data.gender)?
                .ok_or(Fault::ValueInvalid { field: "gender" })?,
            seeking: Gender::sought(&data.seeking)?,
            country: data.country.clone(),
        };
        if profiles::insert(tx, &beginning, self.clock.now()).await? {
            changed::tell(tx, member).await?;
        }
        Ok(())
    }
}
