//! The profiles service.
