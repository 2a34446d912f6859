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
mod orders;
mod page;
mod refunds;
mod stage;
mod transactions;
