//! The only SQL of profiles.

pub(crate) mod accounts;
pub(crate) mod blocks;
pub(crate) mod cards;
pub(crate) mod interests;
pub(crate) mod jobs;
pub(crate) mod photos;
pub(crate) mod presence;
pub(crate) mod profiles;
pub(crate) mod search;
pub(crate) mod stale_files;

use sqlx::postgres::PgQueryResult;

/// An update that should have hit one row and did not is an error, not silence.
fn exactly_one(result: &PgQueryResult) -> sqlx::Result<()> {
    if result.rows_affected() == 1 {
        Ok(())
    } else {
        Err(sqlx::Error::RowNotFound)
    }
}
