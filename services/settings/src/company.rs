//! Who runs a site.

use proto::settings::v1 as contract;
use time::{OffsetDateTime, macros::datetime};

use crate::{
    country::Country,
    fault::Fault,
    field::{self, ensure},
};

kit::id! {
    /// A company that runs sites.
    pub struct CompanyId;
}

/// When the terms of today's product came into force.
const FIRST_TERMS: OffsetDateTime = datetime!(2023-12-01 12:00 UTC);

/// A company as the law wants it named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Its id.
    pub id: CompanyId,
    /// Registered name.
    pub name: String,
    /// Street and number.
    pub address: String,
    /// Registration number.
    pub kvk: String,
    /// Postal code and town.
    pub city: String,
    /// Where it sits.
    pub country: Country,
    /// Names it trades under.
    pub tradenames: Vec<String>,
    /// VAT numbers, each with its country's letters.
    pub vat_numbers: Vec<String>,
    /// Telephone, or empty.
    pub support_phone: String,
    /// Percent off future orders, offered once when a member deletes the account.
    pub delete_discount: i32,
    /// Since when it runs sites here; none: since it is stored first.
    pub added: Option<OffsetDateTime>,
}

/// The moment a company's terms count from: 2023-12-01 12:00 UTC, or when it was added if later.
#[must_use]
pub fn terms_date(added: OffsetDateTime) -> OffsetDateTime {
    FIRST_TERMS.max(added)
}

impl TryFrom<contract::Company> for Company {
    type Error = Fault;

    fn try_from(raw: contract::Company) -> Result<Self, Fault> {
        Ok(Self {
            id: field::id("id", &raw.id)?,
            name: field::line("name", raw.name, 1..=100)?,
            address: field::line("address", raw.address, 1..=200)?,
            kvk: field::line("kvk", raw.kvk, 1..=40)?,
            city: field::line("city", raw.city, 1..=100)?,
            country: field::parsed("country", &raw.country)?,
            tradenames: field::list("tradenames", raw.tradenames, |name| {
                field::line("tradenames", name, 1..=100)
            })?,
            vat_numbers: field::list("vat_numbers", raw.vat_numbers, vat_number)?,
            support_phone: field::phone("support_phone", raw.support_phone)?,
            delete_discount: percent("delete_discount", raw.delete_discount)?,
            added: raw
                .added
                .map(|added| field::moment("added", added))
                .transpose()?,
        })
    }
}

impl From<Company> for contract::Company {
    fn from(company: Company) -> Self {
        Self {
            id: company.id.to_string(),
            name: company.name,
            address: company.address,
            kvk: company.kvk,
            city: company.city,
            country: company.country.to_string(),
            tradenames: company.tradenames,
            vat_numbers: company.vat_numbers,
            support_phone: company.support_phone,
            delete_discount: company.delete_discount.unsigned_abs(),
            added: company.added.map(field::timestamp),
        }
    }
}

/// Country's letters and 2 to 13 letters, digits, `+` or `*`, as the EU's VIES knows them.
fn vat_number(text: String) -> Result<String, Fault> {
    let shaped = (4..=15).contains(&text.len())
        && text.chars().take(2).all(|c| c.is_ascii_uppercase())
        && text
            .chars()
            .all(|c| matches!(c, 'A'..='Z' | '0'..='9' | '+' | '*'));
    ensure("vat_numbers", shaped)?;
    Ok(text)
}

fn percent(field: &'static str, percent: u32) -> Result<i32, Fault> {
    field::number(field, percent, 0..=100)?
        .try_into()
        .map_err(|_| field::invalid(field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo;

    #[test]
    fn terms_count_from_the_first_of_december_2023_or_from_a_later_company() {
        assert_eq!(
            terms_date(datetime!(2020-01-01 0:00 UTC)),
            datetime!(2023-12-01 12:00 UTC)
        );
        assert_eq!(
            terms_date(datetime!(2023-12-01 12:00 UTC)),
            datetime!(2023-12-01 12:00 UTC)
        );
        assert_eq!(
            terms_date(datetime!(2026-02-03 4:05 UTC)),
            datetime!(2026-02-03 4:05 UTC)
        );
    }

    #[test]
    fn a_company_reads_as_it_is_told() {
        let told = demo::company();
        let company = Company::try_from(told.clone()).unwrap();
        assert_eq!(contract::Company::from(company), told);
    }

    #[test]
    fn each_field_of_a_company_is_checked() {
        type Spoil = fn(&mut contract::Company);
        let spoils: [(&str, Spoil); 12] = [
            ("id", |company| company.id = "1".to_owned()),
            ("name", |company| company.name.clear()),
            ("address", |company| company.address = "a\nb".to_owned()),
            ("kvk", |company| company.kvk = "1".repeat(41)),
            ("city", |company| {
                company.city = "<b>Amsterdam</b>".to_owned();
            }),
            ("country", |company| {
                company.country = "Nederland".to_owned();
            }),
            ("tradenames", |company| {
                company.tradenames = vec![String::new()];
            }),
            ("tradenames", |company| {
                company.tradenames = vec!["a".to_owned(), "a".to_owned()];
            }),
            ("vat_numbers", |company| {
                company.vat_numbers = vec!["nl1".to_owned()];
            }),
            ("support_phone", |company| {
                company.support_phone = "0".to_owned();
            }),
            ("delete_discount", |company| company.delete_discount = 101),
            ("added", |company| {
                company.added.as_mut().unwrap().nanos = -1;
            }),
        ];
        for (expected, spoil) in spoils {
            let mut company = demo::company();
            spoil(&mut company);
            let fault = Company::try_from(company).unwrap_err();
            assert!(
                matches!(fault, Fault::ValueInvalid { field } if field == expected),
                "{expected}: {fault:?}"
            );
        }
    }
}
