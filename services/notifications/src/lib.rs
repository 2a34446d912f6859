//! notifications
