//! The only SQL of this service.

pub(crate) mod companies;
pub(crate) mod pages;
pub(crate) mod sites;
