//! Table `companies`.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    company::{Company, CompanyId},
    country::Country,
};

/// The company of an id.
pub(crate) async fn find(pool: &PgPool, id: CompanyId) -> sqlx::Result<Option<Company>> {
    let row = sqlx::query_as!(
        CompanyRow,
        r#"
        select id, name, address, kvk, city, country, tradenames, vat_numbers,
               support_phone, delete_discount, added
        from   companies
        where  id = $1
        "#,
        id.get(),
    )
    .fetch_optional(pool)
    .await?;
    row.map(Company::try_from).transpose()
}

/// Locks the company of an id until the transaction ends.
pub(crate) async fn lock(tx: &mut PgConnection, id: CompanyId) -> sqlx::Result<Option<Company>> {
    let row = sqlx::query_as!(
        CompanyRow,
        r#"
        select id, name, address, kvk, city, country, tradenames, vat_numbers,
               support_phone, delete_discount, added
        from   companies
        where  id = $1
        for    no key update
        "#,
        id.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(Company::try_from).transpose()
}

/// Stores a company in place of the one of its id.
pub(crate) async fn put(
    tx: &mut PgConnection,
    company: &Company,
    added: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into companies (
            id, name, address, kvk, city, country, tradenames, vat_numbers,
            support_phone, delete_discount, added
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict on constraint companies_pkey do update set
            name            = excluded.name,
            address         = excluded.address,
            kvk             = excluded.kvk,
            city            = excluded.city,
            country         = excluded.country,
            tradenames      = excluded.tradenames,
            vat_numbers     = excluded.vat_numbers,
            support_phone   = excluded.support_phone,
            delete_discount = excluded.delete_discount,
            added           = excluded.added
        "#,
        company.id.get(),
        company.name,
        company.address,
        company.kvk,
        company.city,
        company.country.code(),
        &company.tradenames,
        &company.vat_numbers,
        company.support_phone,
        company.delete_discount,
        added,
    )
    .execute(tx)
    .await?;
    Ok(())
}

struct CompanyRow {
    id: Uuid,
    name: String,
    address: String,
    kvk: String,
    city: String,
    country: String,
    tradenames: Vec<String>,
    vat_numbers: Vec<String>,
    support_phone: String,
    delete_discount: i32,
    added: OffsetDateTime,
}

impl TryFrom<CompanyRow> for Company {
    type Error = sqlx::Error;

    fn try_from(row: CompanyRow) -> sqlx::Result<Self> {
        let country: Country = row
            .country
            .parse()
            .map_err(|_| sqlx::Error::Decode("companies.country is no country".into()))?;
        Ok(Self {
            id: CompanyId::new(row.id),
            name: row.name,
            address: row.address,
            kvk: row.kvk,
            city: row.city,
            country,
            tradenames: row.tradenames,
            vat_numbers: row.vat_numbers,
            support_phone: row.support_phone,
            delete_discount: row.delete_discount,
            added: Some(row.added),
        })
    }
}
