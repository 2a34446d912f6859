//! The whole gateway through its public door, with the services behind it played.

mod browser;
mod caches;
mod contract;
mod fakes;
mod forged;
mod forwarding;
mod hostile;
mod limits;
mod login;
mod pages;
mod strict;
