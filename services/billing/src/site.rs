//! What billing needs to know of a site.

use kit::Calendar;
use proto::settings::v1::Site;

/// The law's least, in days; a site may only be more generous.
pub(crate) const LEAST_REFUND_DAYS: u32 = 14;

/// Sites as settings tells of them.
pub(crate) type Sites = kit::Sites<Site>;

/// Days in which a site's members can withdraw.
#[must_use]
pub(crate) fn refund_days(site: &Site) -> u32 {
    site.refund_days.max(LEAST_REFUND_DAYS)
}

/// Whose days they are.
#[must_use]
pub(crate) fn calendar(site: &Site) -> Calendar {
    Calendar::of_zone(&site.time_zone)
}
