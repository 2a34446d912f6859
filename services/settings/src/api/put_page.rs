//! `PutPage`: adds a version of a page and tells `SiteChanged`.

use kit::SiteId;
use proto::settings::v1::{PutPageRequest, PutPageResponse, SiteChanged};
use time::OffsetDateTime;

use super::Api;
use crate::{
    company::terms_date,
    fault::Fault,
    field::{self, invalid},
    page::{Draft, in_force_from},
    store::{
        pages::{self, StoredPage},
        sites,
    },
};

pub(crate) async fn put_page(api: &Api, request: PutPageRequest) -> Result<PutPageResponse, Fault> {
    let site: SiteId = field::id("site_id", &request.site_id)?;
    let draft: Draft = request.page.ok_or_else(|| invalid("page"))?.try_into()?;
    let now = api.clock.now();

    let mut tx = api.db.begin().await?;
    // Locking the site also makes the versions of its pages count one after the other.
    let head = sites::lock(&mut tx, site)
        .await?
        .ok_or(Fault::SiteUnknown)?;
    let terms_date = terms_date(pages::company_added(&mut tx, site).await?);
    let page = match pages::newest(&mut tx, site, &draft).await? {
        // The same again, as a retry sends it, adds nothing and tells nothing.
        Some(newest) if repeats(&draft, &newest, terms_date) => newest,
        newest => {
            let version = next_version(&draft, newest.map_or(0, |newest| newest.version))?;
            let valid_from = in_force_from(&draft, version, terms_date, now);
            let page = StoredPage::new(draft, version, valid_from);
            pages::insert(&mut tx, site, &page, now).await?;
            tx.emit(&SiteChanged::from(head)).await?;
            page
        }
    };
    tx.commit().await?;

    Ok(PutPageResponse {
        page: Some(page.into()),
    })
}

fn repeats(draft: &Draft, newest: &StoredPage, terms_date: OffsetDateTime) -> bool {
    let stated = |_| in_force_from(draft, newest.version, terms_date, newest.valid_from);
    draft.title == newest.title
        && draft.markdown == newest.markdown
        && draft
            .version
            .is_none_or(|version| version == newest.version)
        && draft
            .valid_from
            .map(stated)
            .is_none_or(|from| from == newest.valid_from)
}

fn next_version(draft: &Draft, stored: i32) -> Result<i32, Fault> {
    match draft.version {
        Some(version) if version != stored + 1 => Err(Fault::VersionConflict {
            stored: stored.into(),
        }),
        _ => Ok(stored + 1),
    }
}
