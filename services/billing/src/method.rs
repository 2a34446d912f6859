//! Ways to pay. The words are ours; each provider's adapter maps them.

use proto::billing::v1 as wire;

use kit::words;

use crate::fault::Fault;

words! {
    /// A way to pay on the provider's own page.
    pub(crate) enum Method {
        Ideal = "ideal",
        Bancontact = "bancontact",
        Creditcard = "creditcard",
        Paypal = "paypal",
        Applepay = "applepay",
        Banktransfer = "banktransfer",
        Blik = "blik",
    }
}

/// In the order in which they are offered. Direct debit wants a mandate and is not among them.
const ALL: [Method; 7] = [
    Method::Ideal,
    Method::Bancontact,
    Method::Blik,
    Method::Creditcard,
    Method::Paypal,
    Method::Applepay,
    Method::Banktransfer,
];

impl Method {
    /// Reads our word for a method that is offered there.
    pub(crate) fn offered(word: &str, country: Option<&str>) -> Result<Self, Fault> {
        offers(country)
            .find(|method| method.word() == word)
            .ok_or(Fault::MethodUnknown)
    }

    /// The method's own name, the same in every language.
    fn name(self) -> &'static str {
        match self {
            Self::Ideal => "iDEAL",
            Self::Bancontact => "Bancontact",
            Self::Creditcard => "Credit card",
            Self::Paypal => "PayPal",
            Self::Applepay => "Apple Pay",
            Self::Banktransfer => "Bank transfer",
            Self::Blik => "BLIK",
        }
    }

    /// The country whose banks alone take part; none: everywhere.
    fn country(self) -> Option<&'static str> {
        match self {
            Self::Ideal => Some("NL"),
            Self::Bancontact => Some("BE"),
            Self::Blik => Some("PL"),
            Self::Creditcard | Self::Paypal | Self::Applepay | Self::Banktransfer => None,
        }
    }
}

impl From<Method> for wire::PaymentMethod {
    fn from(method: Method) -> Self {
        Self {
            id: method.word().to_owned(),
            name: method.name().to_owned(),
        }
    }
}

/// What a member of this country may choose from; all when the country is not known.
pub(crate) fn offers(country: Option<&str>) -> impl Iterator<Item = Method> {
    ALL.into_iter()
        .filter(move |method| match (method.country(), country) {
            (Some(only), Some(country)) => only == country,
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_sees_its_own_banks() {
        let words = |country| offers(country).map(Method::word).collect::<Vec<_>>();
        assert_eq!(words(Some("NL"))[0], "ideal");
        assert!(!words(Some("BE")).contains(&"ideal"));
        assert_eq!(words(None).len(), ALL.len());
        assert!(Method::offered("bancontact", Some("NL")).is_err());
        assert!(Method::offered("directdebit", None).is_err());
    }
}
