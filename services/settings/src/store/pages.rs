//! Table `pages`.

use kit::SiteId;
use proto::settings::v1 as contract;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::{
    field,
    page::{Draft, Slug},
};

/// A version of a page.
#[derive(Debug)]
pub(crate) struct StoredPage {
    /// Which page.
    pub(crate) slug: String,
    /// In which language.
    pub(crate) language: String,
    /// Counts from 1 in each language.
    pub(crate) version: i32,
    /// Heading.
    pub(crate) title: String,
    /// Text below it.
    pub(crate) markdown: String,
    /// Shown from then on.
    pub(crate) valid_from: OffsetDateTime,
}

/// What a reader asks for.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// Which page.
    pub(crate) slug: Slug,
    /// Language, as the reader spells it.
    pub(crate) language: String,
    /// Which version; none: the newest in force.
    pub(crate) version: Option<i32>,
}

/// The page in the wanted language, or else in the site's default one.
///
/// A version that comes into force after `now` is not shown yet.
pub(crate) async fn in_force(
    pool: &PgPool,
    site: SiteId,
    wanted: &Wanted,
    now: OffsetDateTime,
) -> sqlx::Result<Option<StoredPage>> {
    sqlx::query_as!(
        StoredPage,
        r#"
        select   slug, language, pages.version, title, markdown, valid_from
        from     pages
        join     sites on sites.id = pages.site_id
        where    site_id = $1
        and      slug = $2
        and      language in ($3, left(settings ->> 'domain_language', 2))
        and      (pages.version = $4 or $4 is null)
        and      valid_from <= $5
        order by language = $3 desc, pages.version desc
        limit    1
        "#,
        site.get(),
        wanted.slug.as_str(),
        wanted.language,
        wanted.version,
        now,
    )
    .fetch_optional(pool)
    .await
}

/// The newest text of a page in a language, in force or not yet.
pub(crate) async fn newest(
    tx: &mut PgConnection,
    site: SiteId,
    draft: &Draft,
) -> sqlx::Result<Option<StoredPage>> {
    sqlx::query_as!(
        StoredPage,
        r#"
        select   slug, language, version, title, markdown, valid_from
        from     pages
        where    site_id = $1 and slug = $2 and language = $3
        order by version desc
        limit    1
        "#,
        site.get(),
        draft.slug.as_str(),
        draft.language.code(),
    )
    .fetch_optional(tx)
    .await
}

/// Adds a version of a page.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    site: SiteId,
    page: &StoredPage,
    added_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into pages (
            site_id, slug, language, version, title, markdown, valid_from, added_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        "#,
        site.get(),
        page.slug,
        page.language,
        page.version,
        page.title,
        page.markdown,
        page.valid_from,
        added_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// When the company behind a site was added.
pub(crate) async fn company_added(
    tx: &mut PgConnection,
    site: SiteId,
) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(
        r#"
        select companies.added
        from   sites
        join   companies on companies.id = sites.company_id
        where  sites.id = $1
        "#,
        site.get(),
    )
    .fetch_one(tx)
    .await
}

impl StoredPage {
    /// A draft under its version, shown from `valid_from` on.
    #[must_use]
    pub(crate) fn new(draft: Draft, version: i32, valid_from: OffsetDateTime) -> Self {
        Self {
            slug: draft.slug.to_string(),
            language: draft.language.to_string(),
            version,
            title: draft.title,
            markdown: draft.markdown,
            valid_from,
        }
    }
}

impl From<StoredPage> for contract::Page {
    fn from(page: StoredPage) -> Self {
        Self {
            slug: page.slug,
            language: page.language,
            version: page.version.unsigned_abs(),
            title: page.title,
            markdown: page.markdown,
            valid_from: Some(field::timestamp(page.valid_from)),
        }
    }
}
