//! Ids as types, so that two of them cannot be swapped.

/// Declares an id: a UUIDv7 in a type of its own.
///
/// The crate that uses the macro depends on `serde`, `sqlx` and `uuid`.
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, sqlx::Type,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        $visibility struct $name(uuid::Uuid);

        impl $name {
            /// Wraps a UUID.
            #[must_use]
            pub const fn new(id: uuid::Uuid) -> Self {
                Self(id)
            }

            /// The UUID inside.
            #[must_use]
            pub const fn get(self) -> uuid::Uuid {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(id: uuid::Uuid) -> Self {
                Self(id)
            }
        }
    };
}

id! {
    /// A member, the same id in every service.
    pub struct MemberId;
}

id! {
    /// A branded site of this deployment.
    pub struct SiteId;
}

id! {
    /// A login on one device; not the secret token.
    pub struct SessionId;
}
