//! `PutCompany`: stores a company and tells `SiteChanged` of each of its sites.

use proto::settings::v1::{PutCompanyRequest, PutCompanyResponse, SiteChanged};

use super::Api;
use crate::{
    company::Company,
    fault::Fault,
    field::invalid,
    store::{companies, sites},
};

pub(crate) async fn put_company(
    api: &Api,
    request: PutCompanyRequest,
) -> Result<PutCompanyResponse, Fault> {
    let mut company: Company = request
        .company
        .ok_or_else(|| invalid("company"))?
        .try_into()?;

    let mut tx = api.db.begin().await?;
    let stored = companies::lock(&mut tx, company.id).await?;
    let since = stored.as_ref().and_then(|stored| stored.added);
    let added = company.added.or(since).unwrap_or_else(|| api.clock.now());
    company.added = Some(added);
    // The same again, as a retry sends it, changes nothing and tells nothing.
    if stored.as_ref() != Some(&company) {
        companies::put(&mut tx, &company, added).await?;
        for site in sites::lock_of_company(&mut tx, company.id).await? {
            tx.emit(&SiteChanged::from(site)).await?;
        }
    }
    tx.commit().await?;

    Ok(PutCompanyResponse {
        company: Some(company.into()),
    })
}
