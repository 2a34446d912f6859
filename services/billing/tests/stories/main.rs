//! Stories of money, told to the whole service through its gRPC clients: real PostgreSQL, and the
//! real Mollie adapter against the real sandbox.
#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

mod cheats;
mod crashes;
mod discounts;
mod fakes;
mod invariants;
mod leases;
mod limits;
mod model;
mod money_back;
mod orders;
mod page;
mod receipts;
mod refunds;
mod stage;
mod transactions;
mod troubles;
mod waits;
