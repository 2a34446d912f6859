use kit::{SessionId, SiteId, Tx};
use proto::accounts::v1::{LogInRequest, LogInResponse};

use super::Api;
use crate::{
    account::Account,
    email::Email,
    fault::Fault,
    password::Password,
    status::Status,
    store::{
        accounts::{self, Credentials},
        devices,
        sessions::{self, NewSession},
        throttles,
    },
    token::Token,
    tracking::cut,
};

/// Characters kept of a device's description.
const DEVICE_MAX: usize = 100;

/// Checks a password and opens a session.
///
/// An address without an account, one of a deleted account and a wrong password are
/// answered alike, after the same work. Attempts are counted before they are judged.
pub(crate) async fn log_in(api: &Api, request: LogInRequest) -> Result<LogInResponse, Fault> {
    let site: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let email = Email::parse(&request.email).map_err(|_| Fault::LoginFailed)?;
    let password = Password::typed(request.password);
    let device = Token::parse(&request.device_token);
    let device_hash = device.as_ref().map(Token::hash);

    let found = accounts::credentials(api.db.pool(), site, &email, device_hash.as_deref()).await?;
    let bucket = match (&found, &device) {
        (Some(found), Some(device)) if found.known_device => {
            api.buckets.device(site, &email, device)
        }
        _ => api.buckets.strangers(site, &email),
    };
    let place = api.attempts.count(&bucket).await?;

    let found = found.filter(|found| found.status != Status::Deleted);
    let stored = found.as_ref().map(|found| found.password_hash.as_str());
    if !api.hasher.matches(place, &password, stored).await? {
        return Err(Fault::LoginFailed);
    }
    let found = found.ok_or(Fault::LoginFailed)?;
    let renewed = api.hasher.renew(&password, &found.password_hash).await?;

    let mut tx = api.db.begin().await?;
    let account = still_valid(&mut tx, site, &found).await?;
    throttles::clear(&mut tx, &bucket).await?;
    if let Some(renewed) = renewed {
        accounts::renew_hash(&mut tx, found.id, &found.password_hash, &renewed).await?;
    }
    let answer = open(api, &mut tx, account, device, &request.device).await?;
    tx.commit().await?;
    Ok(answer)
}

/// The account, locked, if it is neither deleted nor under another password by now:
/// a reset that ran meanwhile must not leave a session of the old password.
async fn still_valid(tx: &mut Tx, site: SiteId, found: &Credentials) -> Result<Account, Fault> {
    accounts::lock(tx, site, found.id).await?;
    let stored = accounts::password_hash(&mut **tx, site, found.id).await?;
    if stored.as_ref() != Some(&found.password_hash) {
        return Err(Fault::LoginFailed);
    }
    accounts::find(&mut **tx, site, found.id)
        .await?
        .ok_or(Fault::LoginFailed)
}

async fn open(
    api: &Api,
    tx: &mut Tx,
    account: Account,
    device: Option<Token>,
    description: &str,
) -> Result<LogInResponse, Fault> {
    let now = api.clock.now();
    let (id, session) = (
        SessionId::new(api.chance.uuid(now)),
        Token::mint(&api.chance),
    );
    // A device may serve several accounts, but only under a token that we gave it.
    let device = match device {
        Some(device) if devices::is_ours(tx, account.site, &device.hash()).await? => device,
        _ => Token::mint(&api.chance),
    };
    let new = NewSession {
        id,
        member: account.id,
        token_hash: &session.hash(),
        device: &cut(description, DEVICE_MAX),
        created_at: now,
        expires_at: now + api.config.session_life(),
    };
    sessions::insert(tx, &new).await?;
    devices::remember(tx, account.id, &device.hash(), now).await?;
    Ok(LogInResponse {
        session_token: session.reveal(),
        device_token: device.reveal(),
        session_id: id.to_string(),
        account: Some(account.into()),
    })
}
