//! Tables `sites` and `site_versions`.

use kit::SiteId;
use proto::settings::v1 as contract;
use sqlx::{PgConnection, PgPool, types::Json};
use time::OffsetDateTime;

use crate::{company::CompanyId, domain::Domain, site::Site};

/// A site as it is now.
#[derive(Debug)]
pub(crate) struct StoredSite {
    /// Rises by one with every change.
    pub(crate) version: i64,
    /// Its settings.
    pub(crate) settings: Json<Site>,
}

/// What an event tells of a site.
#[derive(Debug)]
pub(crate) struct Head {
    /// Which site.
    pub(crate) id: SiteId,
    /// The version it has now.
    pub(crate) version: i64,
    /// Where it is.
    pub(crate) domain: String,
}

/// How a site came to a version: who changed it, when and why.
#[derive(Debug)]
pub(crate) struct Change {
    /// The version it made.
    pub(crate) version: i64,
    /// Who.
    pub(crate) author: String,
    /// Why.
    pub(crate) note: String,
    /// When.
    pub(crate) changed_at: OffsetDateTime,
    /// The settings as they were.
    pub(crate) settings: Json<Site>,
}

/// The site of an id.
pub(crate) async fn find(pool: &PgPool, id: SiteId) -> sqlx::Result<Option<StoredSite>> {
    sqlx::query_as!(
        StoredSite,
        r#"
        select version, settings as "settings: Json<Site>"
        from   sites
        where  id = $1
        "#,
        id.get(),
    )
    .fetch_optional(pool)
    .await
}

/// The site of a domain.
pub(crate) async fn of_domain(pool: &PgPool, domain: &Domain) -> sqlx::Result<Option<StoredSite>> {
    sqlx::query_as!(
        StoredSite,
        r#"
        select version, settings as "settings: Json<Site>"
        from   sites
        where  domain = $1
        "#,
        domain.as_str(),
    )
    .fetch_optional(pool)
    .await
}

/// All sites, by their domain.
pub(crate) async fn all(pool: &PgPool) -> sqlx::Result<Vec<StoredSite>> {
    sqlx::query_as!(
        StoredSite,
        r#"
        select   version, settings as "settings: Json<Site>"
        from     sites
        order by domain
        "#,
    )
    .fetch_all(pool)
    .await
}

/// Locks a site until the transaction ends, so that its events leave in the order of its changes.
pub(crate) async fn lock(tx: &mut PgConnection, id: SiteId) -> sqlx::Result<Option<Head>> {
    sqlx::query_as!(
        Head,
        r#"
        select id, version, domain
        from   sites
        where  id = $1
        for    no key update
        "#,
        id.get(),
    )
    .fetch_optional(tx)
    .await
}

/// Locks every site of a company, in one order for all, so that no two calls wait for each other.
pub(crate) async fn lock_of_company(
    tx: &mut PgConnection,
    id: CompanyId,
) -> sqlx::Result<Vec<Head>> {
    sqlx::query_as!(
        Head,
        r#"
        select   id, version, domain
        from     sites
        where    company_id = $1
        order by id
        for      no key update
        "#,
        id.get(),
    )
    .fetch_all(tx)
    .await
}

/// Adds a site at version 1.
pub(crate) async fn insert(tx: &mut PgConnection, site: &Site) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into sites (id, version, settings)
        values ($1, 1, $2)
        "#,
        site.id.get(),
        Json(site) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Changes a locked site to its version `version`.
pub(crate) async fn update(tx: &mut PgConnection, site: &Site, version: i64) -> sqlx::Result<()> {
    let changed = sqlx::query!(
        r#"
        update sites
        set    version = $2::bigint, settings = $3
        where  id = $1 and version = $2::bigint - 1
        "#,
        site.id.get(),
        version,
        Json(site) as _,
    )
    .execute(tx)
    .await?;
    if changed.rows_affected() == 1 {
        Ok(())
    } else {
        Err(sqlx::Error::RowNotFound)
    }
}

/// Keeps a change for the history.
pub(crate) async fn insert_change(
    tx: &mut PgConnection,
    id: SiteId,
    change: &Change,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into site_versions (site_id, version, author, note, changed_at, settings)
        values ($1, $2, $3, $4, $5, $6)
        "#,
        id.get(),
        change.version,
        change.author,
        change.note,
        change.changed_at,
        &change.settings as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The last `limit` changes of a site, the newest first.
pub(crate) async fn changes(pool: &PgPool, id: SiteId, limit: u32) -> sqlx::Result<Vec<Change>> {
    sqlx::query_as!(
        Change,
        r#"
        select   version, author, note, changed_at, settings as "settings: Json<Site>"
        from     site_versions
        where    site_id = $1
        order by version desc
        limit    $2
        "#,
        id.get(),
        i64::from(limit),
    )
    .fetch_all(pool)
    .await
}

impl From<StoredSite> for contract::Site {
    fn from(stored: StoredSite) -> Self {
        stored.settings.0.at_version(stored.version)
    }
}

impl From<Head> for contract::SiteChanged {
    fn from(head: Head) -> Self {
        Self {
            site_id: head.id.to_string(),
            domain: head.domain,
            version: head.version,
        }
    }
}
