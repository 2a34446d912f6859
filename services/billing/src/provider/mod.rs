//! Those who take money for us, behind one interface: no provider's words get into orders or ledger.

mod mollie;
mod mollie_wire;

pub(crate) use mollie::Mollie;

use crate::{ids::OrderId, method::Method, money::Money};

/// A payment that is to be made.
#[derive(Clone, Debug)]
pub(crate) struct NewPayment {
    pub(crate) order: OrderId,
    pub(crate) amount: Money,
    pub(crate) method: Method,
    /// ISO 639-1.
    pub(crate) locale: String,
    pub(crate) return_url: String,
    pub(crate) webhook_url: String,
}

/// A refund that is to be made.
#[derive(Clone, Debug)]
pub(crate) struct NewRefund {
    pub(crate) key: String,
    /// The provider's id of the payment.
    pub(crate) payment: String,
    pub(crate) amount: Money,
}

/// A payment that the provider made, and where the member pays it.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) snapshot: Snapshot,
    pub(crate) checkout_url: Option<String>,
}

/// How far a payment is. What a provider calls otherwise counts as open: it is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaymentStatus {
    Open,
    Paid,
    Cancelled,
    Expired,
    Failed,
}

/// A payment as the provider has it now: the only source of truth.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The provider's id of the payment.
    pub(crate) reference: String,
    /// The order that it says it is for.
    pub(crate) order: String,
    pub(crate) status: PaymentStatus,
    /// None when it cannot be read.
    pub(crate) amount: Option<Money>,
    /// Real money where we want real money, play money where we want that.
    pub(crate) mode_fits: bool,
    /// It can still be kept from being paid.
    pub(crate) cancelable: bool,
    pub(crate) refunded_minor: i64,
    pub(crate) charged_back_minor: i64,
}

/// A refund as the provider has it now.
#[derive(Clone, Debug)]
pub(crate) struct SeenRefund {
    /// The provider's id of it.
    pub(crate) reference: String,
    /// Our key, told when it was made; empty for one that we did not ask for.
    pub(crate) key: String,
    /// It did not reach the payer, and will not.
    pub(crate) failed: bool,
}

/// Why a provider did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// It said no, for good.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// It does not know the payment.
    #[error("the provider does not know the payment")]
    Unknown,
    /// Whether it did it is not known: ask again, with the same key.
    #[error("the provider does not answer")]
    Away(#[source] anyhow::Error),
}

/// Takes payments. A call that is repeated with the same key within the hour has no second effect;
/// after that the provider has forgotten the key.
#[tonic::async_trait]
pub(crate) trait PaymentProvider: std::fmt::Debug + Send + Sync {
    /// Its name in orders and in the ledger.
    fn name(&self) -> &'static str;

    /// Makes a payment; the order's id is the key.
    async fn create(&self, payment: &NewPayment) -> Result<Made, Trouble>;

    /// The payment as it is now.
    async fn fetch(&self, reference: &str) -> Result<Snapshot, Trouble>;

    /// Keeps a payment from being paid; refused when it is too late for that.
    async fn cancel(&self, reference: &str) -> Result<(), Trouble>;

    /// Pays back a part; answers the provider's id of the refund.
    async fn refund(&self, refund: &NewRefund) -> Result<String, Trouble>;

    /// Every refund of a payment.
    async fn refunds(&self, payment: &str) -> Result<Vec<SeenRefund>, Trouble>;

    /// The payment that a notification hints at. A notification is never believed, only followed.
    fn hint(&self, body: &[u8]) -> Option<String>;
}
