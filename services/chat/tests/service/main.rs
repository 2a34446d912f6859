//! The whole service on a real PostgreSQL, through its own gRPC client; settings and billing are
//! played.
#![expect(
    clippy::unwrap_used,
    reason = "a stage that cannot be set fails its test"
)]

mod access;
mod allowances;
mod billing;
mod blocks;
mod fictional;
mod lists;
mod model;
mod photos;
mod purse;
mod races;
mod reading;
mod sending;
mod settings;
mod stage;
