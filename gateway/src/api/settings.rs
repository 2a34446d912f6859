//! `GET /api/settings.php`

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{RawQuery, State},
};
use http::StatusCode;
use proto::settings::v1::{Signups, Site};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{App, caller::Visitor, openapi::ErrorAnswer, query::Query, reply::Refusal, site};

/// What differs from site to site, as far as visitors may know.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the contract's own switches")]
pub(crate) struct SiteSettings {
    #[schema(format = Uuid)]
    id: String,
    name: String,
    domain: String,
    /// Language tag; its first two letters are the default language.
    #[schema(example = "nl-NL")]
    domain_language: String,
    /// Languages members may choose, ISO 639-1.
    languages: Vec<String>,
    /// Prefix of every photo address.
    cdn_prefix: String,
    index_title: String,
    description: String,
    /// 1 none, 2 she, 3 bdsm, 4 bbw, 5 gilf, 6 milf, 7 gay.
    #[schema(minimum = 1, maximum = 7)]
    niche: u32,
    /// ISO 3166-1 alpha-2.
    countries: Vec<String>,
    visible_profile_fields: Vec<String>,
    visible_profile_notes: Vec<String>,
    search_fields: Vec<String>,
    /// Price of a message in credits.
    message_credits: u32,
    photo_credits: u32,
    gift_credits: u32,
    /// Credits given at sign-up.
    signup_credits: u32,
    /// Characters of a message at most.
    message_length: u32,
    /// Least price of a message in money, by country.
    minimum_message_costs: BTreeMap<String, Costs>,
    support_email: String,
    support_phone: String,
    enable_site_entry_popup: YesNo,
    /// Country of the visitor's network, when known.
    #[schema(required)]
    geoip_country: Option<String>,
    geoip_selected_country: String,
    /// VAPID key of the deployment, base64url; empty while pushes cannot be had.
    push_public_key: String,
    /// Members may ask for fictional profiles in their search.
    fictional_enabled: bool,
    fictional_warning: String,
    fictional_singular: String,
    fictional_plural: String,
    refund_days: u32,
    signups: SignupsWord,
    logged_out_search: bool,
    logged_out_search_trafficsource: bool,
    member_resell: bool,
    company_id: String,
    /// Sender's name of the site's mails.
    mail_name: String,
    /// Years.
    #[schema(minimum = 18)]
    min_age: u32,
    /// Sign-up and reset tell on screen who is a member.
    disclose_membership: bool,
    /// IANA name.
    #[schema(example = "Europe/Amsterdam")]
    time_zone: String,
}

/// An amount of money.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Costs {
    /// Minor units (cents).
    costs: i64,
    /// ISO 4217.
    currency: String,
}

/// A switch in the contract's words.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum YesNo {
    Yes,
    No,
}

/// Who may sign up.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SignupsWord {
    All,
    /// Visitors whom a traffic source sent.
    WithTrafficsource,
    Off,
}

impl SiteSettings {
    /// The public part of a site's settings, for a visitor from `country`.
    pub(crate) fn of(site: &Site, country: Option<String>, push_public_key: String) -> Self {
        let signups = match site.signups() {
            Signups::All => SignupsWord::All,
            Signups::WithTrafficsource => SignupsWord::WithTrafficsource,
            Signups::Off | Signups::Unspecified => SignupsWord::Off,
        };
        let costs = site.minimum_message_costs.iter().map(|of| {
            let costs = Costs {
                costs: of.costs,
                currency: of.currency.clone(),
            };
            (of.country.clone(), costs)
        });
        let costs = costs.collect();
        let site = site.clone();
        Self {
            minimum_message_costs: costs,
            id: site.id,
            name: site.name,
            domain: site.domain,
            domain_language: site.domain_language,
            languages: site.languages,
            cdn_prefix: site.cdn_prefix,
            index_title: site.index_title,
            description: site.description,
            niche: site.niche,
            countries: site.countries,
            visible_profile_fields: site.visible_profile_fields,
            visible_profile_notes: site.visible_profile_notes,
            search_fields: site.search_fields,
            message_credits: site.message_credits,
            photo_credits: site.photo_credits,
            gift_credits: site.gift_credits,
            signup_credits: site.signup_credits,
            message_length: site.message_length,
            support_email: site.support_email,
            support_phone: site.support_phone,
            enable_site_entry_popup: if site.enable_site_entry_popup {
                YesNo::Yes
            } else {
                YesNo::No
            },
            geoip_country: country,
            geoip_selected_country: site.geoip_selected_country,
            push_public_key,
            fictional_enabled: site.fictional_enabled,
            fictional_warning: site.fictional_warning,
            fictional_singular: site.fictional_singular,
            fictional_plural: site.fictional_plural,
            refund_days: site.refund_days,
            signups,
            logged_out_search: site.logged_out_search,
            logged_out_search_trafficsource: site.logged_out_search_trafficsource,
            member_resell: site.member_resell,
            company_id: site.company_id,
            mail_name: site.mail_name,
            min_age: site.min_age,
            disclose_membership: site.disclose_membership,
            time_zone: site.time_zone,
        }
    }
}

/// Settings of the site of a domain; of the request's own without `domain`.
#[utoipa::path(
    get,
    operation_id = "settings",
    path = "/api/settings.php",
    params(("domain" = Option<String>, Query, description = "a configured domain; others are 404")),
    responses(
        (status = 200, body = SiteSettings),
        (status = 400, body = ErrorAnswer),
        (status = 404, body = ErrorAnswer, description = "site_unknown"),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Json<SiteSettings>, Refusal> {
    let site = match Query::of(query.as_deref()).text("domain", 253)? {
        None => visitor.site,
        Some(asked) => {
            let domain =
                site::domain(asked).ok_or_else(|| Refusal::field("domain", "no_domain"))?;
            app.sites.of(&domain).await?.ok_or_else(|| {
                Refusal::new(
                    StatusCode::NOT_FOUND,
                    "site_unknown",
                    "no site has this domain",
                )
            })?
        }
    };
    let push_key = app.push_key.get().await;
    Ok(Json(SiteSettings::of(&site, visitor.country, push_key)))
}
