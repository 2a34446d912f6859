//! The matching service.
