//! The billing service.
