//! `PutSite`: adds or changes a site, keeps the version for the history and tells `SiteChanged`.

use kit::Tx;
use proto::settings::v1::{PutSiteRequest, PutSiteResponse, SiteChanged};
use sqlx::types::Json;

use super::Api;
use crate::{
    fault::Fault,
    field::{self, invalid},
    site::Site,
    store::sites::{self, Change},
};

pub(crate) async fn put_site(api: &Api, request: PutSiteRequest) -> Result<PutSiteResponse, Fault> {
    let author = field::line("author", request.author, 1..=100)?;
    let note = field::line("note", request.note, 0..=500)?;
    let site: Site = request.site.ok_or_else(|| invalid("site"))?.try_into()?;

    let mut tx = api.db.begin().await?;
    let version = write(&mut tx, &site, request.expected_version).await?;
    let changed = SiteChanged {
        site_id: site.id.to_string(),
        domain: site.domain.to_string(),
        version,
    };
    let settings = Json(site);
    let kept = Change {
        version,
        author,
        note,
        changed_at: api.clock.now(),
        settings,
    };
    sites::insert_change(&mut tx, kept.settings.id, &kept).await?;
    tx.emit(&changed).await?;
    tx.commit().await?;

    Ok(PutSiteResponse {
        site: Some(kept.settings.0.at_version(version)),
    })
}

/// Writes the site over the version that its author saw; answers the new version.
async fn write(tx: &mut Tx, site: &Site, expected: i64) -> Result<i64, Fault> {
    let stored = sites::lock(tx, site.id).await?;
    let written = match stored {
        Some(stored) if stored.version == expected => sites::update(tx, site, expected + 1).await,
        Some(stored) => {
            return Err(Fault::VersionConflict {
                stored: stored.version,
            });
        }
        None if expected == 0 => sites::insert(tx, site).await,
        None => return Err(Fault::SiteUnknown),
    };
    refuse(written)?;
    Ok(expected + 1)
}

/// What the database refuses, in the words of the contract.
fn refuse(written: sqlx::Result<()>) -> Result<(), Fault> {
    let Err(error) = written else { return Ok(()) };
    let constraint = match &error {
        sqlx::Error::Database(refusal) => refusal.constraint(),
        _ => None,
    };
    Err(match constraint {
        // Two callers added the same site at once; the other was first.
        Some("sites_pkey") => Fault::VersionConflict { stored: 1 },
        Some("sites_domain_key") => invalid("domain"),
        Some("sites_company_fkey") => Fault::CompanyUnknown,
        _ => error.into(),
    })
}
