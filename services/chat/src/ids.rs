//! Ids of chat's own things.

kit::id! {
    /// Two members' conversation; made of their ids.
    pub(crate) struct ConversationId;
}

kit::id! {
    /// A message, made by its sender's browser.
    pub(crate) struct MessageId;
}

kit::id! {
    /// A photo to be sent, made by its sender's browser.
    pub(crate) struct PhotoId;
}

kit::id! {
    /// Credits lent by billing.
    pub(crate) struct LeaseId;
}
