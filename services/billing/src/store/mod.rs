//! The only SQL of billing.

pub(crate) mod discounts;
pub(crate) mod leases;
pub(crate) mod ledger;
pub(crate) mod lots;
pub(crate) mod members;
pub(crate) mod orders;
pub(crate) mod packages;
pub(crate) mod refunds;
pub(crate) mod spends;
pub(crate) mod withdrawals;

use sqlx::postgres::PgQueryResult;

/// An update that should have hit one row and did not is an error, not silence.
fn exactly_one(result: &PgQueryResult) -> sqlx::Result<()> {
    if result.rows_affected() == 1 {
        Ok(())
    } else {
        Err(sqlx::Error::RowNotFound)
    }
}

/// A count that the schema keeps from being negative.
fn count(stored: i32) -> u32 {
    u32::try_from(stored).unwrap_or(0)
}

/// The same for sums.
fn sum(stored: i64) -> u32 {
    u32::try_from(stored.max(0)).unwrap_or(u32::MAX)
}

/// A count on its way into the database.
fn stored(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
