//! What matching needs to know of a site: its calendar.

use kit::Calendar;
use proto::settings::v1::Site;

/// Sites' calendars.
pub(crate) type Sites = kit::Sites<Calendar>;

/// Reads a site's settings.
pub(crate) fn calendar(site: &Site) -> Calendar {
    Calendar::of_zone(&site.time_zone)
}
