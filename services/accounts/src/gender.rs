//! Genders a member has and looks for.

use proto::accounts::v1 as wire;

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
    /// Reads the wire's number; unspecified and unknown ones are missing.
    pub(crate) fn from_wire(number: i32) -> Result<Self, Fault> {
        match wire::Gender::try_from(number) {
            Ok(wire::Gender::Woman) => Ok(Self::Woman),
            Ok(wire::Gender::Man) => Ok(Self::Man),
            Ok(wire::Gender::Nonbinary) => Ok(Self::Nonbinary),
            Ok(wire::Gender::Unspecified) | Err(_) => Err(Fault::GenderMissing),
        }
    }

    /// The genders a member looks for: at least one, each once.
    pub(crate) fn sought(numbers: &[i32]) -> Result<Vec<Self>, Fault> {
        let mut sought = Vec::new();
        for number in numbers {
            let gender = Self::from_wire(*number)?;
            if !sought.contains(&gender) {
                sought.push(gender);
            }
        }
        if sought.is_empty() {
            Err(Fault::GenderMissing)
        } else {
            Ok(sought)
        }
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
    fn nothing_and_the_unknown_are_missing() {
        for numbers in [&[][..], &[0], &[1, 0], &[4], &[-1]] {
            assert!(
                matches!(Gender::sought(numbers), Err(Fault::GenderMissing)),
                "{numbers:?}"
            );
        }
    }
}
