//! What `/api/user.php` tells of the logged-in member.

use kit::MemberId;
use proto::{
    accounts::v1::{Account, AccountStatus},
    notifications::v1::GetDisabledRequest,
    profiles::v1::Card,
    settings::v1::Site,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    App,
    api::moment,
    card::{self, Eyes, Image, ProfileKind, ProfileStatus},
    reply::Refusal,
};

/// Who is logged in.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserAnswer {
    /// Null for a visitor.
    #[schema(required)]
    pub(super) user: Option<User>,
}

/// The logged-in member.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the contract says paid_user")]
pub(crate) struct User {
    #[schema(format = Uuid)]
    id: String,
    status: UserStatus,
    /// What can be spent now, what chat holds ready included. While it cannot be asked: what it was
    /// when it was last asked here, up to an hour ago; where that is not known either, the call
    /// answers 503 and not 0.
    credits: u32,
    paid_user: bool,
    /// RFC 3339.
    #[schema(required, format = DateTime)]
    signup_date: Option<String>,
    /// ISO 639-1.
    language: String,
    /// Marks fictional profiles.
    fictional_icon: String,
    /// Switched-off notification types; also `fbl`, `bounce` and `list-unsubscribe`.
    notifications_disabled: Vec<String>,
    profile: Profile,
}

/// State of the account.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UserStatus {
    NotConfirmed,
    Active,
    Deleted,
}

/// The member as others see them.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Profile {
    #[schema(format = Uuid)]
    id: String,
    name: String,
    kind: ProfileKind,
    /// ISO 3166-1 alpha-2.
    country: String,
    status: ProfileStatus,
    /// Null while there is none.
    #[schema(required)]
    main_image: Option<Image>,
}

impl User {
    /// Asks everybody at once. Refused while the credits are not known; all else has an answer
    /// that does no harm, so that members get in.
    pub(super) async fn of(
        app: &App,
        site: &Site,
        (member, account): (MemberId, &Account),
    ) -> Result<Self, Refusal> {
        let status = match account.status() {
            AccountStatus::NotConfirmed | AccountStatus::Unspecified => UserStatus::NotConfirmed,
            AccountStatus::Active => UserStatus::Active,
            AccountStatus::Deleted => UserStatus::Deleted,
        };
        let (wallet, notifications_disabled, card) = tokio::join!(
            app.wallets.of(&app.peers, member),
            disabled(app, &account.id),
            own_card(app, account),
        );
        let wallet = wallet?;
        Ok(Self {
            id: account.id.clone(),
            status,
            credits: wallet.credits,
            paid_user: wallet.paid_user,
            signup_date: moment(account.created_at.as_ref()),
            language: account.language.clone(),
            fictional_icon: site.fictional_icon.clone(),
            notifications_disabled,
            profile: Profile::of(account, status, card),
        })
    }
}

impl Profile {
    /// From the card; without one, from what the account tells: whose profile it is and where.
    fn of(account: &Account, status: UserStatus, card: Own) -> Self {
        let status = match (card, status) {
            (Own::Shown(card), _) => {
                return Self {
                    kind: ProfileKind::of(card.kind()),
                    status: ProfileStatus::of(card.status()),
                    id: card.member_id,
                    name: card.name,
                    country: card.country,
                    main_image: card.main_photo.map(Image::from),
                };
            }
            (Own::Unknown, UserStatus::Active) => ProfileStatus::Active,
            (Own::Hidden | Own::Unknown, _) => ProfileStatus::Disabled,
        };
        Self {
            id: account.id.clone(),
            name: account.profile_name.clone(),
            kind: ProfileKind::Member,
            country: account.country.clone(),
            status,
            main_image: None,
        }
    }
}

/// What profiles says of the member.
enum Own {
    Shown(Box<Card>),
    /// It shows them to nobody: it has not heard of them yet, or took their profile down.
    Hidden,
    /// It is away.
    Unknown,
}

async fn own_card(app: &App, account: &Account) -> Own {
    let Ok(mut cards) = card::of(app, Eyes::of(account), vec![account.id.clone()]).await else {
        tracing::warn!(
            member.id = account.id,
            "a member's own profile is not known"
        );
        return Own::Unknown;
    };
    cards
        .remove(&account.id)
        .map_or(Own::Hidden, |card| Own::Shown(Box::new(card)))
}

/// Switched-off notifications; none while notifications is away, as members must still get in.
async fn disabled(app: &App, member_id: &str) -> Vec<String> {
    let request = GetDisabledRequest {
        member_id: member_id.to_owned(),
    };
    match app.peers.notifications().get_disabled(request).await {
        Ok(answer) => answer.into_inner().disabled,
        Err(status) => {
            tracing::warn!(member.id = member_id, code = ?status.code(), "switched-off notifications are not known");
            Vec::new()
        }
    }
}
