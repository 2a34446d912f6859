//! The whole site in real processes, used and abused from outside.

mod canary;
mod configuration;
mod doors;
mod kill;
mod running;
