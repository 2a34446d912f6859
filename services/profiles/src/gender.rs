//! Genders a member has and looks for.

use proto::profiles::v1 as wire;

use kit::words;

use crate::fault::Fault;

words! {
    /// A gender a member has or looks for.
    pub(crate) enum Gender {
        Woman = "woman",
        Man = "man",
        Nonbinary = "nonbinary",
    }
}

impl Gender {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Woman, Self::Man, Self::Nonbinary];

    /// Reads the wire's number; none when unspecified.
    pub(crate) fn from_wire(number: i32) -> Result<Option<Self>, Fault> {
        match wire::Gender::try_from(number) {
            Ok(wire::Gender::Unspecified) => Ok(None),
            Ok(wire::Gender::Woman) => Ok(Some(Self::Woman)),
            Ok(wire::Gender::Man) => Ok(Some(Self::Man)),
            Ok(wire::Gender::Nonbinary) => Ok(Some(Self::Nonbinary)),
            Err(_) => Err(Fault::ValueInvalid { field: "gender" }),
        }
    }

    /// The genders a member looks for, each once.
    pub(crate) fn sought(numbers: &[i32]) -> Result<Vec<Self>, Fault> {
        let mut sought = Vec::new();
        for number in numbers {
            let gender =
                Self::from_wire(*number)?.ok_or(Fault::ValueInvalid { field: "seeking" })?;
            if !sought.contains(&gender) {
                sought.push(gender);
            }
        }
        Ok(sought)
    }
}

impl From<Gender> for wire::Gender {
    fn from(gender: Gender) -> Self {
        match gender {
            Gender::Woman => Self::Woman,
            Gender::Man => Self::Man,
            Gender::Nonbinary => Self::Nonbinary,
        }
    }
}

/// The wire's numbers of genders.
#[must_use]
pub(crate) fn numbers(genders: &[Gender]) -> Vec<i32> {
    genders
        .iter()
        .map(|gender| wire::Gender::from(*gender).into())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gender_sought_twice_counts_once() {
        assert_eq!(
            Gender::sought(&[2, 1, 2]).unwrap(),
            [Gender::Man, Gender::Woman]
        );
    }

    #[test]
    fn what_is_no_gender_is_refused() {
        for numbers in [&[0][..], &[1, 0], &[4], &[-1]] {
            assert!(Gender::sought(numbers).is_err(), "{numbers:?}");
        }
        assert!(Gender::sought(&[]).unwrap().is_empty());
    }
}
