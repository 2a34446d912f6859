//! How small types are stored inside a document: as the text they print and parse.

/// Implements serde by `Display` and `FromStr`.
macro_rules! as_text {
    ($($name:ty),+) => {
        $(
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(|_| serde::de::Error::custom(concat!("not a ", stringify!($name))))
                }
            }
        )+
    };
}

pub(crate) use as_text;
