//! Ids as types.

kit::id! {
    /// A purchase, under an id that the browser made; also the provider's idempotency key.
    pub(crate) struct OrderId;
}

kit::id! {
    /// Credits lent to chat, under an id that chat made.
    pub(crate) struct LeaseId;
}

kit::id! {
    /// A paid message.
    pub(crate) struct MessageId;
}

kit::id! {
    /// Money on its way back to a member.
    pub(crate) struct RefundId;
}
