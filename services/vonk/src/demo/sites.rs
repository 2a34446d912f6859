//! Stores the demonstration's company, its sites and their pages.

use kit::fault;
use proto::settings::v1::{
    GetCompanyRequest, GetSiteRequest, PutCompanyRequest, PutPageRequest, PutSiteRequest, Site,
};

use super::services::Services;

/// Stores everything that is not there yet. A site that is there is kept, but for the port it is reached at.
pub(crate) async fn put(services: &Services, port: u16) -> anyhow::Result<()> {
    put_company(services).await?;
    for site in settings::demo::sites(port) {
        put_site(services, site).await?;
    }
    Ok(())
}

async fn put_company(services: &Services) -> anyhow::Result<()> {
    let mut settings = services.settings.clone();
    let company = settings::demo::company();
    let company_id = company.id.clone();
    match settings.get_company(GetCompanyRequest { company_id }).await {
        Ok(_) => return Ok(()),
        Err(status) if fault::reason(&status).as_deref() == Some("company_unknown") => {}
        Err(status) => return Err(status.into()),
    }
    settings
        .put_company(PutCompanyRequest {
            company: Some(company),
        })
        .await?;
    Ok(())
}

async fn put_site(services: &Services, site: Site) -> anyhow::Result<()> {
    let mut settings = services.settings.clone();
    let site_id = site.id.clone();
    let stored = match settings
        .get_site(GetSiteRequest {
            site_id: site_id.clone(),
        })
        .await
    {
        Ok(answer) => answer.into_inner().site,
        Err(status) if fault::reason(&status).as_deref() == Some("site_unknown") => None,
        Err(status) => return Err(status.into()),
    };
    let is_new = stored.is_none();
    let changed = match &stored {
        None => Some(site.clone()),
        Some(there) if there.origin != site.origin => Some(Site {
            origin: site.origin.clone(),
            ..there.clone()
        }),
        Some(_) => None,
    };
    if let Some(site) = changed {
        settings
            .put_site(PutSiteRequest {
                expected_version: stored.map_or(0, |there| there.version),
                site: Some(site),
                author: "vonk demo".to_owned(),
                note: "demonstration".to_owned(),
            })
            .await?;
    }
    if is_new {
        for page in settings::demo::pages() {
            if site.languages.contains(&page.language) {
                let site_id = site_id.clone();
                settings
                    .put_page(PutPageRequest {
                        site_id,
                        page: Some(page),
                    })
                    .await?;
            }
        }
    }
    Ok(())
}
