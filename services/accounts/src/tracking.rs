//! Where a visitor came from.

use proto::accounts::v1 as wire;

/// Characters kept of a field.
const MAX: usize = 200;

/// The parameters a visitor was sent with. Stored only after consent.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Tracking {
    pub(crate) network: String,
    pub(crate) reference: String,
    pub(crate) sub1: String,
    pub(crate) sub2: String,
    pub(crate) sub3: String,
}

impl Tracking {
    /// Takes the wire's record, cut to what is kept.
    #[must_use]
    pub(crate) fn from_wire(record: &wire::TrackingRecord) -> Self {
        Self {
            network: cut(&record.network, MAX),
            reference: cut(&record.r#ref, MAX),
            sub1: cut(&record.sub1, MAX),
            sub2: cut(&record.sub2, MAX),
            sub3: cut(&record.sub3, MAX),
        }
    }

    /// A traffic source is named by its network or its reference.
    #[must_use]
    pub(crate) fn names_a_source(&self) -> bool {
        !self.network.is_empty() || !self.reference.is_empty()
    }
}

/// Text from outside that nobody reads as a name: without control characters, cut at `max`.
#[must_use]
pub(crate) fn cut(text: &str, max: usize) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(max)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_cut_and_free_of_control_characters() {
        let record = wire::TrackingRecord {
            network: "n\0e\nt".to_owned(),
            r#ref: "é".repeat(300),
            ..wire::TrackingRecord::default()
        };
        let tracking = Tracking::from_wire(&record);
        assert_eq!(tracking.network, "net");
        assert_eq!(tracking.reference.chars().count(), 200);
    }

    #[test]
    fn sub_parameters_alone_name_no_source() {
        let of = |network: &str, reference: &str| Tracking {
            network: network.to_owned(),
            reference: reference.to_owned(),
            sub1: "x".to_owned(),
            ..Tracking::default()
        };
        assert!(!of("", "").names_a_source());
        assert!(of("n", "").names_a_source());
        assert!(of("", "r").names_a_source());
    }
}
