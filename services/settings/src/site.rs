//! A branded site: everything that differs from one to another.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use kit::SiteId;
use proto::settings::v1 as contract;
use serde::{Deserialize, Serialize};

use crate::{
    company::CompanyId,
    country::Country,
    domain::{Domain, Origin},
    fault::Fault,
    fictional::Fictional,
    field::{self, ensure, invalid},
    locale::{Language, Locale},
    prices::Prices,
    time_zone::TimeZone,
};

/// What a profile may show and a search may ask for. A date of birth is never shown; the age is.
const ATTRIBUTES: [&str; 12] = [
    "age",
    "body_type",
    "city",
    "country",
    "eye_colour",
    "gender",
    "hair_colour",
    "interests",
    "region",
    "relationship_status",
    "sexuality",
    "tattoos",
];

/// A site whose every value keeps its rule. Field by field what `vonk.settings.v1.Site` documents.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the contract"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    pub id: SiteId,
    pub name: String,
    pub domain: Domain,
    pub origin: Origin,
    pub domain_language: Locale,
    pub languages: Vec<Language>,
    pub cdn_prefix: String,
    pub index_title: String,
    pub description: String,
    pub niche: u32,
    pub countries: Vec<Country>,
    pub visible_profile_fields: Vec<String>,
    pub visible_profile_notes: Vec<String>,
    pub search_fields: Vec<String>,
    pub prices: Prices,
    pub message_length: u32,
    pub support_email: String,
    pub support_phone: String,
    pub enable_site_entry_popup: bool,
    pub geoip_selected_country: Option<Country>,
    pub push_public_key: String,
    pub fictional: Fictional,
    pub refund_days: u32,
    pub signups: Signups,
    pub logged_out_search: bool,
    pub logged_out_search_trafficsource: bool,
    pub member_resell: bool,
    pub company_id: CompanyId,
    pub mail_name: String,
    pub mail_address: String,
    pub min_age: u32,
    pub disclose_membership: bool,
    pub time_zone: TimeZone,
}

/// Who may sign up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signups {
    /// Everybody of age.
    All,
    /// Only visitors whom a traffic source brought.
    WithTrafficsource,
    /// Nobody.
    Off,
}

// === reading ===

impl TryFrom<contract::Site> for Site {
    type Error = Fault;

    fn try_from(raw: contract::Site) -> Result<Self, Fault> {
        let prices = Prices::read(&raw)?;
        let domain = field::parsed("domain", &raw.domain)?;
        let countries = countries(&raw)?;
        let domain_language = domain_language(&raw)?;
        let fictional = Fictional::read(&raw, of_germany(&domain, domain_language, &countries))?;
        Ok(Self {
            id: field::id("id", &raw.id)?,
            origin: origin(&raw, &domain)?,
            languages: languages(&raw, domain_language)?,
            geoip_selected_country: selected_country(&raw, &countries)?,
            push_public_key: push_public_key(&raw)?,
            signups: signups(&raw)?,
            name: field::line("name", raw.name, 1..=40)?,
            domain,
            domain_language,
            cdn_prefix: field::photo_prefix("cdn_prefix", raw.cdn_prefix)?,
            index_title: field::line("index_title", raw.index_title, 1..=120)?,
            description: field::line("description", raw.description, 1..=300)?,
            niche: field::number("niche", raw.niche, 1..=7)?,
            countries,
            visible_profile_fields: attributes(
                "visible_profile_fields",
                raw.visible_profile_fields,
            )?,
            visible_profile_notes: field::list(
                "visible_profile_notes",
                raw.visible_profile_notes,
                |note| field::word("visible_profile_notes", note),
            )?,
            search_fields: attributes("search_fields", raw.search_fields)?,
            prices,
            message_length: field::number("message_length", raw.message_length, 1..=10_000)?,
            support_email: field::email("support_email", raw.support_email)?,
            support_phone: field::phone("support_phone", raw.support_phone)?,
            enable_site_entry_popup: raw.enable_site_entry_popup,
            fictional,
            refund_days: field::number("refund_days", raw.refund_days, 14..=365)?,
            logged_out_search: raw.logged_out_search,
            logged_out_search_trafficsource: raw.logged_out_search_trafficsource,
            member_resell: raw.member_resell,
            company_id: field::id("company_id", &raw.company_id)?,
            mail_name: field::line("mail_name", raw.mail_name, 1..=60)?,
            mail_address: field::email("mail_address", raw.mail_address)?,
            min_age: field::number("min_age", raw.min_age, 18..=99)?,
            disclose_membership: raw.disclose_membership,
            time_zone: field::parsed("time_zone", &raw.time_zone)?,
        })
    }
}

fn countries(raw: &contract::Site) -> Result<Vec<Country>, Fault> {
    const FIELD: &str = "countries";
    ensure(FIELD, !raw.countries.is_empty())?;
    field::list(FIELD, raw.countries.clone(), |code| {
        field::parsed(FIELD, &code)
    })
}

fn domain_language(raw: &contract::Site) -> Result<Locale, Fault> {
    field::parsed("domain_language", &raw.domain_language)
}

fn languages(raw: &contract::Site, default: Locale) -> Result<Vec<Language>, Fault> {
    const FIELD: &str = "languages";
    let languages = field::list(FIELD, raw.languages.clone(), |code| {
        field::parsed(FIELD, &code)
    })?;
    ensure(FIELD, languages.contains(&default.language))?;
    Ok(languages)
}

fn origin(raw: &contract::Site, domain: &Domain) -> Result<Origin, Fault> {
    let origin: Origin = field::parsed("origin", &raw.origin)?;
    ensure("origin", origin.belongs_to(domain))?;
    Ok(origin)
}

/// Whether German law governs what members of the site are told.
fn of_germany(domain: &Domain, language: Locale, countries: &[Country]) -> bool {
    countries.contains(&Country::GERMANY)
        || language.region == Some(Country::GERMANY)
        || domain.top_level() == "de"
}

fn selected_country(raw: &contract::Site, countries: &[Country]) -> Result<Option<Country>, Fault> {
    const FIELD: &str = "geoip_selected_country";
    if raw.geoip_selected_country.is_empty() {
        return Ok(None);
    }
    let country = field::parsed(FIELD, &raw.geoip_selected_country)?;
    ensure(FIELD, countries.contains(&country))?;
    Ok(Some(country))
}

fn attributes(field: &'static str, raw: Vec<String>) -> Result<Vec<String>, Fault> {
    field::list(field, raw, |attribute| {
        ensure(field, ATTRIBUTES.contains(&attribute.as_str()))?;
        Ok(attribute)
    })
}

/// Nothing, or an uncompressed point of P-256 (RFC 8292, section 3.2).
fn push_public_key(raw: &contract::Site) -> Result<String, Fault> {
    const FIELD: &str = "push_public_key";
    if !raw.push_public_key.is_empty() {
        let point = BASE64_URL_SAFE_NO_PAD
            .decode(&raw.push_public_key)
            .map_err(|_| invalid(FIELD))?;
        ensure(FIELD, point.len() == 65 && point[0] == 4)?;
    }
    Ok(raw.push_public_key.clone())
}

fn signups(raw: &contract::Site) -> Result<Signups, Fault> {
    match raw.signups() {
        contract::Signups::All => Ok(Signups::All),
        contract::Signups::WithTrafficsource => Ok(Signups::WithTrafficsource),
        contract::Signups::Off => Ok(Signups::Off),
        contract::Signups::Unspecified => Err(invalid("signups")),
    }
}

// === telling ===

impl Site {
    /// The site as the contract spells it.
    #[must_use]
    pub fn at_version(self, version: i64) -> contract::Site {
        contract::Site {
            id: self.id.to_string(),
            version,
            name: self.name,
            domain: self.domain.to_string(),
            origin: self.origin.to_string(),
            domain_language: self.domain_language.to_string(),
            languages: self.languages.iter().map(ToString::to_string).collect(),
            cdn_prefix: self.cdn_prefix,
            index_title: self.index_title,
            description: self.description,
            niche: self.niche,
            countries: self.countries.iter().map(ToString::to_string).collect(),
            visible_profile_fields: self.visible_profile_fields,
            visible_profile_notes: self.visible_profile_notes,
            search_fields: self.search_fields,
            message_credits: self.prices.message.0,
            photo_credits: self.prices.photo.0,
            gift_credits: self.prices.gift.0,
            signup_credits: self.prices.signup.0,
            message_length: self.message_length,
            minimum_message_costs: self
                .prices
                .minimum_message_costs
                .into_iter()
                .map(Into::into)
                .collect(),
            support_email: self.support_email,
            support_phone: self.support_phone,
            enable_site_entry_popup: self.enable_site_entry_popup,
            geoip_selected_country: self
                .geoip_selected_country
                .map(|country| country.to_string())
                .unwrap_or_default(),
            push_public_key: self.push_public_key,
            fictional_enabled: self.fictional.enabled,
            fictional_warning: self.fictional.warning,
            fictional_singular: self.fictional.singular,
            fictional_plural: self.fictional.plural,
            fictional_icon: self.fictional.icon,
            refund_days: self.refund_days,
            signups: contract::Signups::from(self.signups).into(),
            logged_out_search: self.logged_out_search,
            logged_out_search_trafficsource: self.logged_out_search_trafficsource,
            member_resell: self.member_resell,
            company_id: self.company_id.to_string(),
            mail_name: self.mail_name,
            mail_address: self.mail_address,
            min_age: self.min_age,
            disclose_membership: self.disclose_membership,
            time_zone: self.time_zone.to_string(),
        }
    }
}

impl From<Signups> for contract::Signups {
    fn from(signups: Signups) -> Self {
        match signups {
            Signups::All => Self::All,
            Signups::WithTrafficsource => Self::WithTrafficsource,
            Signups::Off => Self::Off,
        }
    }
}

#[cfg(test)]
mod tests;
