//! `GET /api/companyinfo.php`

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::moment;
use crate::{App, caller::Visitor, openapi::ErrorAnswer, reply::Refusal};

/// Who runs the site.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompanyInfo {
    name: String,
    address: String,
    /// Registration number.
    kvk: String,
    city: String,
    /// ISO 3166-1 alpha-2.
    country: String,
    tradenames: Vec<String>,
    vat_numbers: Vec<String>,
    support_phone: String,
    /// Percent off future orders, offered once when a member deletes the account.
    delete_discount: u32,
    /// Since when the company runs sites here, RFC 3339.
    #[schema(required, format = DateTime)]
    added: Option<String>,
}

/// The company behind the request's site.
#[utoipa::path(
    get,
    operation_id = "companyinfo",
    path = "/api/companyinfo.php",
    responses(
        (status = 200, body = CompanyInfo),
        (status = 404, body = ErrorAnswer, description = "company_unknown"),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Json<CompanyInfo>, Refusal> {
    let company = app.sites.company(&visitor.site).await?.as_ref().clone();
    Ok(Json(CompanyInfo {
        added: moment(company.added.as_ref()),
        name: company.name,
        address: company.address,
        kvk: company.kvk,
        city: company.city,
        country: company.country,
        tradenames: company.tradenames,
        vat_numbers: company.vat_numbers,
        support_phone: company.support_phone,
        delete_discount: company.delete_discount,
    }))
}
