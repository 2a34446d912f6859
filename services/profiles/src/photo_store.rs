//! Where photo files lie: a folder of this machine, read by the gateway through `GetPhotoFile`.
//!
//! The names are random, so that knowing one photo tells nothing of another. They are the paths
//! below the site's `cdn_prefix`, so that a content network may serve the same folder.

use std::{path::PathBuf, sync::Arc};

use bytes::Bytes;
use kit::Chance;
use object_store::{ObjectStore as _, local::LocalFileSystem, path::Path};
use tokio::sync::OnceCell;

use crate::{
    fault::Fault,
    photo::{Prepared, Size},
};

/// Hexadecimal digits of a stem.
const DIGITS: usize = 32;

/// What the names of a photo's files begin with: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stem(String);

impl Stem {
    /// A new one.
    #[must_use]
    pub(crate) fn new(chance: &Chance) -> Self {
        Self(format!("{:032x}", u128::from_be_bytes(chance.bytes())))
    }

    /// Wraps one that was stored.
    #[must_use]
    pub(crate) fn stored(stem: String) -> Self {
        Self(stem)
    }

    /// As stored.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The file of a size, as a path below `cdn_prefix`.
    #[must_use]
    pub(crate) fn filename(&self, size: Size) -> String {
        format!("{}/{}-{}.webp", &self.0[..2], self.0, size.width())
    }

    /// The stem of a file that a browser asks for; none when it is no name of ours.
    #[must_use]
    pub(crate) fn of_filename(filename: &str) -> Option<(Self, Size)> {
        let (_, name) = filename.split_once('/')?;
        let stem = Self(name.get(..DIGITS)?.to_owned());
        let hexadecimal = |c: char| matches!(c, '0'..='9' | 'a'..='f');
        if !stem.0.chars().all(hexadecimal) {
            return None;
        }
        let size = Size::ALL
            .into_iter()
            .find(|size| stem.filename(*size) == filename)?;
        Some((stem, size))
    }
}

/// The folder.
#[derive(Clone, Debug)]
pub(crate) struct PhotoStore {
    folder: PathBuf,
    opened: Arc<OnceCell<LocalFileSystem>>,
}

impl PhotoStore {
    /// A folder that is made when it is first used.
    #[must_use]
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            opened: Arc::default(),
        }
    }

    async fn open(&self) -> Result<&LocalFileSystem, Fault> {
        self.opened
            .get_or_try_init(|| async {
                tokio::fs::create_dir_all(&self.folder)
                    .await
                    .map_err(|source| object_store::Error::Generic {
                        store: "photo_folder",
                        source: Box::new(source),
                    })?;
                Ok(LocalFileSystem::new_with_prefix(&self.folder)?)
            })
            .await
    }

    /// Writes all sizes.
    pub(crate) async fn write(&self, stem: &Stem, photo: Prepared) -> Result<(), Fault> {
        let store = self.open().await?;
        for (size, file) in Size::ALL.into_iter().zip(photo.files) {
            store
                .put(&Path::from(stem.filename(size)), file.into())
                .await?;
        }
        Ok(())
    }

    /// Reads one; reason `photo_unknown` when it is gone.
    pub(crate) async fn read(&self, stem: &Stem, size: Size) -> Result<Bytes, Fault> {
        let path = Path::from(stem.filename(size));
        match self.open().await?.get(&path).await {
            Ok(found) => Ok(found.bytes().await?),
            Err(object_store::Error::NotFound { .. }) => Err(Fault::PhotoUnknown),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes all sizes; those that are gone already are no error.
    pub(crate) async fn delete(&self, stem: &Stem) -> Result<(), Fault> {
        let store = self.open().await?;
        for size in Size::ALL {
            match store.delete(&Path::from(stem.filename(size))).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_filename_is_ours_or_it_is_none() {
        let stem = Stem::new(&Chance::seeded(1));
        for size in Size::ALL {
            let filename = stem.filename(size);
            assert_eq!(Stem::of_filename(&filename), Some((stem.clone(), size)));
        }
        let good = stem.filename(Size::Thumb);
        for bad in [
            String::new(),
            good.to_uppercase(),
            good.replace("-160", "-161"),
            format!("../{good}"),
            format!("/{good}"),
            format!("{good}/.."),
            format!("zz{}", &good[2..]),
            "../../../../etc/passwd".to_owned(),
            format!("00/{}", "é".repeat(16)),
        ] {
            assert_eq!(Stem::of_filename(&bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_name_is_judged(name in ".{0,60}|[0-9a-f]{2}/[0-9a-f]{30,34}-(1200|480|160).webp") {
            if let Some((stem, size)) = Stem::of_filename(&name) {
                prop_assert_eq!(stem.filename(size), name);
            }
        }
    }
}
