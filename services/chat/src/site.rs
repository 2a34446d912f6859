//! What chat needs to know of a site.

use proto::settings::v1::Site;

/// Sites, and what chat follows of them.
pub(crate) type Sites = kit::Sites<Rules>;

/// The settings of a site that chat follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Credits of a text message.
    pub(crate) text_price: u32,
    /// Credits of a photo.
    pub(crate) photo_price: u32,
    /// Credits of the cheapest gift.
    pub(crate) gift_price: u32,
    /// Characters of a message.
    pub(crate) message_length: u32,
    /// The site has fictional profiles.
    pub(crate) fictional: bool,
}

impl Rules {
    /// Reads a site's settings.
    pub(crate) fn of(site: &Site) -> Self {
        Self {
            text_price: site.message_credits,
            photo_price: site.photo_credits,
            gift_price: site.gift_credits,
            message_length: site.message_length,
            fictional: site.fictional_enabled,
        }
    }
}
