//! Stories of members who show themselves and look for others, told to the whole service.
#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

mod blocks;
mod counts;
mod creation;
mod fictional;
mod looking;
mod own_profile;
mod photos;
mod places;
mod presence;
mod search;
mod stage;
mod strangers;
