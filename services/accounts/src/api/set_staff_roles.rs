use kit::SiteId;
use proto::accounts::v1::{SessionsEnded, SetStaffRolesRequest, SetStaffRolesResponse};

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    staff::StaffRole,
    store::{
        accounts, sessions,
        staff::{self, Change},
    },
    tracking::cut,
};

/// Characters kept of who decided and why.
const MAX: usize = 200;

/// Appoints or dismisses staff, and ends their sessions, so that it counts at once.
pub(crate) async fn set_staff_roles(
    api: &Api,
    request: SetStaffRolesRequest,
) -> Result<SetStaffRolesResponse, Fault> {
    let site: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let email = Email::parse(&request.email)?;
    let roles = StaffRole::parse_all(&request.roles)?;
    let (author, note) = (
        cut(request.author.trim(), MAX),
        cut(request.note.trim(), MAX),
    );
    if author.is_empty() || note.is_empty() {
        return Err(Fault::NoteMissing);
    }

    let mut tx = api.db.begin().await?;
    let owner = accounts::owner(&mut tx, site, &email).await?;
    let member = owner.ok_or(Fault::AccountUnknown)?.id;
    accounts::find(&mut *tx, site, member)
        .await?
        .ok_or(Fault::AccountUnknown)?;
    let change = Change {
        member,
        roles: &roles,
        author: &author,
        note: &note,
        at: api.clock.now(),
    };
    staff::change(&mut tx, &change).await?;
    sessions::end_others(&mut tx, member, None).await?;
    let account = accounts::find(&mut *tx, site, member).await?;
    tx.emit(&SessionsEnded {
        member_id: member.to_string(),
        session_ids: Vec::new(),
    })
    .await?;
    tx.commit().await?;
    Ok(SetStaffRolesResponse {
        account: account.map(Into::into),
    })
}
