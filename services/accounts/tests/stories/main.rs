//! Stories of members, told to the whole service through its gRPC clients.
#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

mod activation;
mod consents;
mod deletion;
mod demonstration;
mod hostile;
mod log_in;
mod mail_change;
mod membership;
mod password;
mod receivers;
mod sessions;
mod sign_up;
mod sign_up_data;
mod sites;
mod staff;
mod stage;
