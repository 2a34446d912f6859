//! The only SQL of accounts.

pub(crate) mod accounts;
pub(crate) mod allowances;
pub(crate) mod consents;
pub(crate) mod deletions;
pub(crate) mod devices;
pub(crate) mod mails;
pub(crate) mod receivers;
pub(crate) mod sessions;
pub(crate) mod sign_up_data;
pub(crate) mod staff;
pub(crate) mod throttles;
pub(crate) mod tokens;

use sqlx::postgres::PgQueryResult;

/// An update that should have hit one row and did not is an error, not silence.
fn exactly_one(result: &PgQueryResult) -> sqlx::Result<()> {
    if result.rows_affected() == 1 {
        Ok(())
    } else {
        Err(sqlx::Error::RowNotFound)
    }
}
