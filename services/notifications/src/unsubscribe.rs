//! Tokens that switch a type of mail off with one click (RFC 8058).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{Chance, MemberId};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use url::Url;

use crate::{preference::Type, store::unsubscribe_tokens};

/// What is stored of a token.
pub type Hash = [u8; 32];

/// Mints a token that switches off `what` of a member, or with none all mail.
pub async fn mint(
    db: &kit::Db,
    (chance, now): (&Chance, OffsetDateTime),
    member: MemberId,
    what: Option<Type>,
) -> sqlx::Result<String> {
    let token = URL_SAFE_NO_PAD.encode(chance.bytes::<32>());
    unsubscribe_tokens::insert(db, &hash(&token), member, what, now).await?;
    Ok(token)
}

/// What is stored of this token.
#[must_use]
pub fn hash(token: &str) -> Hash {
    Sha256::digest(token).into()
}

/// The address that takes the one click.
#[must_use]
pub fn address(origin: &Url, token: &str) -> String {
    let mut url = origin.clone();
    url.set_path("/unsubscribe");
    url.set_query(None);
    url.query_pairs_mut().append_pair("token", token);
    url.into()
}
