//! Photos that strangers send: judged, written anew, kept under names nobody guesses.

mod prepare;
mod store;
mod workshop;

pub use prepare::{MAX_BYTES, Photo, Refused, prepare};
pub use store::{Stem, Store};
pub use workshop::Workshop;
