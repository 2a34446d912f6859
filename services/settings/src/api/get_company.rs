//! `GetCompany`: who runs a site.

use proto::settings::v1::{GetCompanyRequest, GetCompanyResponse};

use super::Api;
use crate::{fault::Fault, field, store::companies};

pub(crate) async fn get_company(
    api: &Api,
    request: GetCompanyRequest,
) -> Result<GetCompanyResponse, Fault> {
    let id = field::id("company_id", &request.company_id)?;
    let company = companies::find(api.db.pool(), id)
        .await?
        .ok_or(Fault::CompanyUnknown)?;
    Ok(GetCompanyResponse {
        company: Some(company.into()),
    })
}
