//! Discount codes: what they take off, for whom and until when.

use kit::MemberId;
use proto::billing::v1 as wire;
use time::{Duration, OffsetDateTime};

use crate::{
    fault::Fault,
    money::{Currency, Money},
    order::timestamp,
};

/// The code that every site has: for new members who never paid.
pub(crate) const TIME_BONUS: &str = "TIMEBONUS25";
/// Percent that it takes off.
pub(crate) const TIME_BONUS_PERCENTAGE: i32 = 25;
/// Seconds from sign-up that it lasts.
pub(crate) const TIME_BONUS_SECONDS: i32 = 14_400;

/// A code as stored.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) id: i64,
    /// What a member types.
    pub(crate) name: String,
    pub(crate) percentage: u32,
    /// None: everywhere.
    pub(crate) country: Option<String>,
    /// None: everybody.
    pub(crate) member: Option<MemberId>,
    pub(crate) currency: Option<Currency>,
    pub(crate) minimum_minor: i64,
    pub(crate) expires_at: Option<OffsetDateTime>,
    /// Counts from sign-up; such a code is for members who never paid.
    pub(crate) window: Option<Duration>,
    pub(crate) once: bool,
    pub(crate) methods: Vec<String>,
}

/// What counts of the member who asks.
#[derive(Clone, Debug)]
pub(crate) struct Buyer {
    pub(crate) member: MemberId,
    pub(crate) country: Option<String>,
    pub(crate) signed_up_at: Option<OffsetDateTime>,
    pub(crate) paid_user: bool,
    /// The member has used the code.
    pub(crate) used: bool,
    /// The member's own order that may still be paid holds it.
    pub(crate) held: bool,
}

impl Buyer {
    /// Somebody who is not logged in. Nothing is known of them, so a code tells its country itself.
    #[must_use]
    pub(crate) fn visitor(code: &Code) -> Self {
        Self {
            member: MemberId::new(uuid::Uuid::nil()),
            country: code.country.clone(),
            signed_up_at: None,
            paid_user: false,
            used: false,
            held: false,
        }
    }
}

/// Brings what a member typed into the form of a code; none when it cannot be one.
#[must_use]
pub(crate) fn normal(typed: &str) -> Option<String> {
    let code = typed.trim().to_uppercase();
    let fits = (1..=40).contains(&code.len())
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then_some(code)
}

impl Code {
    /// When it ends for this member. A window never starts again, whatever happens.
    #[must_use]
    pub(crate) fn ends_at(&self, buyer: &Buyer) -> Option<OffsetDateTime> {
        let window = self
            .window
            .and_then(|window| buyer.signed_up_at.map(|from| from + window));
        match (self.expires_at, window) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Refuses members whom the code is not for, or not any more.
    pub(crate) fn admits(&self, buyer: &Buyer, now: OffsetDateTime) -> Result<(), Fault> {
        if self.member.is_some_and(|owner| owner != buyer.member) {
            return Err(Fault::CodeUnknown);
        }
        if self.window.is_some() && buyer.signed_up_at.is_none() {
            return Err(Fault::CodeUnknown);
        }
        if self.once && buyer.used {
            return Err(Fault::CodeUsed);
        }
        let over = self.ends_at(buyer).is_some_and(|end| now >= end);
        if over || (self.window.is_some() && buyer.paid_user) {
            return Err(Fault::CodeExpired);
        }
        let country = self.country.as_ref();
        if country.is_some_and(|country| buyer.country.as_ref() != Some(country)) {
            return Err(Fault::CodeCountry);
        }
        Ok(())
    }

    /// Refuses orders that the code is not for.
    pub(crate) fn covers(&self, price: Money, method: &str) -> Result<(), Fault> {
        let currency = self.currency.unwrap_or(price.currency);
        if currency != price.currency || price.minor < self.minimum_minor {
            return Err(Fault::CodeMinimum(Money {
                minor: self.minimum_minor,
                currency,
            }));
        }
        if !self.methods.is_empty() && !self.methods.iter().any(|one| one == method) {
            return Err(Fault::MethodUnknown);
        }
        Ok(())
    }

    /// The price with the code taken off, rounded down in the member's favour, never nothing.
    #[must_use]
    pub(crate) fn apply(&self, price: Money) -> Money {
        let minor = i128::from(price.minor) * i128::from(100 - self.percentage.min(100)) / 100;
        price.with(i64::try_from(minor).unwrap_or(price.minor).max(1))
    }

    /// The code as a member sees it; none where it is not for them: no word of the contract says so.
    #[must_use]
    pub(crate) fn to_wire(
        &self,
        buyer: &Buyer,
        now: OffsetDateTime,
        own: Currency,
    ) -> Option<wire::DiscountCode> {
        let currency = self.currency.unwrap_or(own);
        let status = match self.admits(buyer, now) {
            Ok(()) => "active",
            Err(Fault::CodeUsed) => "used",
            Err(Fault::CodeExpired) => "expired",
            Err(_) => return None,
        };
        Some(wire::DiscountCode {
            code: self.name.clone(),
            country: self.country.clone().unwrap_or_default(),
            member_id: self
                .member
                .map(|member| member.to_string())
                .unwrap_or_default(),
            expires: self.ends_at(buyer).map(timestamp),
            percentage: self.percentage,
            currency: currency.to_string(),
            minimum_order_value: Some(
                Money {
                    minor: self.minimum_minor,
                    currency,
                }
                .into(),
            ),
            status: status.to_owned(),
            validity: if self.once { "once" } else { "always" }.to_owned(),
            expired: status == "expired",
            payment_methods: self.methods.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;

    const SIGN_UP: OffsetDateTime = datetime!(2026-03-02 12:00 UTC);

    fn bonus() -> Code {
        Code {
            id: 1,
            name: TIME_BONUS.to_owned(),
            percentage: 25,
            country: None,
            member: None,
            currency: None,
            minimum_minor: 0,
            expires_at: None,
            window: Some(Duration::seconds(14_400)),
            once: true,
            methods: Vec::new(),
        }
    }

    fn buyer() -> Buyer {
        Buyer {
            member: MemberId::new(Uuid::from_u128(1)),
            country: Some("NL".to_owned()),
            signed_up_at: Some(SIGN_UP),
            paid_user: false,
            used: false,
            held: false,
        }
    }

    fn euro(minor: i64) -> Money {
        Money {
            minor,
            currency: "EUR".parse().unwrap(),
        }
    }

    #[test]
    fn the_time_bonus_ends_at_zero_and_never_starts_again() {
        let at = |seconds| bonus().admits(&buyer(), SIGN_UP + Duration::seconds(seconds));
        assert!(at(0).is_ok());
        assert!(at(14_399).is_ok());
        assert!(matches!(at(14_400), Err(Fault::CodeExpired)));
        assert!(matches!(at(14_401), Err(Fault::CodeExpired)));
    }

    #[test]
    fn who_paid_or_used_it_has_no_time_bonus() {
        let paid = Buyer {
            paid_user: true,
            ..buyer()
        };
        assert!(matches!(
            bonus().admits(&paid, SIGN_UP),
            Err(Fault::CodeExpired)
        ));
        let used = Buyer {
            used: true,
            ..buyer()
        };
        assert!(matches!(
            bonus().admits(&used, SIGN_UP),
            Err(Fault::CodeUsed)
        ));
        let unheard = Buyer {
            signed_up_at: None,
            ..buyer()
        };
        assert!(matches!(
            bonus().admits(&unheard, SIGN_UP),
            Err(Fault::CodeUnknown)
        ));
    }

    #[test]
    fn a_code_keeps_to_its_member_country_minimum_and_methods() {
        let code = Code {
            country: Some("BE".to_owned()),
            member: Some(MemberId::new(Uuid::from_u128(1))),
            minimum_minor: 1_999,
            methods: vec!["paypal".to_owned()],
            window: None,
            ..bonus()
        };
        assert!(matches!(
            code.admits(&buyer(), SIGN_UP),
            Err(Fault::CodeCountry)
        ));
        let belgian = Buyer {
            country: Some("BE".to_owned()),
            ..buyer()
        };
        assert!(code.admits(&belgian, SIGN_UP).is_ok());
        let stranger = Buyer {
            member: MemberId::new(Uuid::from_u128(2)),
            ..belgian
        };
        assert!(matches!(
            code.admits(&stranger, SIGN_UP),
            Err(Fault::CodeUnknown)
        ));
        assert!(matches!(
            code.covers(euro(1_998), "paypal"),
            Err(Fault::CodeMinimum(_))
        ));
        assert!(matches!(
            code.covers(euro(1_999), "ideal"),
            Err(Fault::MethodUnknown)
        ));
        assert!(code.covers(euro(1_999), "paypal").is_ok());
    }

    #[test]
    fn a_discount_rounds_in_the_members_favour_and_leaves_something_to_pay() {
        assert_eq!(bonus().apply(euro(999)).minor, 749);
        assert_eq!(bonus().apply(euro(1_999)).minor, 1_499);
        let all = Code {
            percentage: 100,
            ..bonus()
        };
        assert_eq!(all.apply(euro(999)).minor, 1);
    }

    #[test]
    fn what_a_member_types_becomes_a_code() {
        assert_eq!(normal(" timebonus25 ").as_deref(), Some("TIMEBONUS25"));
        for typed in ["", "  ", "A B", "a'b", "é", &"A".repeat(41)] {
            assert_eq!(normal(typed), None, "{typed:?}");
        }
    }
}
