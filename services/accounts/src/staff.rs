//! Roles of staff.

use kit::words;

use crate::fault::Fault;

words! {
    /// A role that an account may have beside that of a member.
    pub(crate) enum StaffRole {
        /// Judges reports, photos and texts.
        Moderator = "moderator",
        /// Runs the site.
        Operator = "operator",
    }
}

impl StaffRole {
    /// Reads roles, each once; reason `role_unknown`.
    pub(crate) fn parse_all(words: &[String]) -> Result<Vec<Self>, Fault> {
        let mut roles = Vec::new();
        for word in words {
            let role = word.parse().map_err(|_| Fault::RoleUnknown)?;
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        roles.sort();
        Ok(roles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_known_and_counted_once() {
        let parse = |words: &[&str]| {
            StaffRole::parse_all(
                &words
                    .iter()
                    .map(|word| (*word).to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        let both = parse(&["operator", "moderator", "operator"]).unwrap();
        assert_eq!(both, [StaffRole::Moderator, StaffRole::Operator]);
        assert!(parse(&[]).unwrap().is_empty());
        for word in ["member", "Operator", "", "admin", "operator\0"] {
            assert!(
                matches!(parse(&[word]), Err(Fault::RoleUnknown)),
                "{word:?}"
            );
        }
    }
}
