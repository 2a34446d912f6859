//! Where photo files lie: a folder, read by the gateway through the rooms' `GetPhotoFile`.
//!
//! The names are random, so that knowing one photo tells nothing of another. They are the paths
//! below the site's `cdn_prefix`, and the gateway asks for each whether it may be seen.

use std::{io::ErrorKind, path::PathBuf, sync::Arc};

use bytes::Bytes;
use kit::Chance;
use object_store::{ObjectStore as _, Result, local::LocalFileSystem, path::Path};
use tokio::sync::OnceCell;

use crate::Photo;

/// Hexadecimal digits of a stem.
const DIGITS: usize = 32;

/// What the names of a photo's files begin with: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stem(String);

impl Stem {
    /// A new one.
    #[must_use]
    pub fn new(chance: &Chance) -> Self {
        Self(format!("{:032x}", u128::from_be_bytes(chance.bytes())))
    }

    /// Wraps one that was stored.
    #[must_use]
    pub fn stored(stem: String) -> Self {
        Self(stem)
    }

    /// As stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file of a width, as a path below the site's `cdn_prefix`.
    #[must_use]
    pub fn filename(&self, prefix: &str, width: u32) -> String {
        format!("{prefix}{}/{}-{width}.webp", &self.0[..2], self.0)
    }
}

/// The files of one kind of photos.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    prefix: &'static str,
    widths: &'static [u32],
    opened: Arc<OnceCell<LocalFileSystem>>,
}

impl Store {
    /// A folder that is made when it is first used. Filenames begin with `prefix`; each photo
    /// has a file for each of `widths`.
    #[must_use]
    pub fn new(folder: PathBuf, prefix: &'static str, widths: &'static [u32]) -> Self {
        Self {
            folder,
            prefix,
            widths,
            opened: Arc::default(),
        }
    }

    /// The stem and width of a file that a browser asks for; none when it is no name of ours.
    #[must_use]
    pub fn parse(&self, filename: &str) -> Option<(Stem, u32)> {
        let (_, name) = filename.strip_prefix(self.prefix)?.split_once('/')?;
        let stem = Stem(name.get(..DIGITS)?.to_owned());
        let hexadecimal = |c: char| matches!(c, '0'..='9' | 'a'..='f');
        if !stem.0.chars().all(hexadecimal) {
            return None;
        }
        let named = |width: &&u32| stem.filename(self.prefix, **width) == filename;
        let width = *self.widths.iter().find(named)?;
        Some((stem, width))
    }

    async fn open(&self) -> Result<&LocalFileSystem> {
        self.opened
            .get_or_try_init(|| async {
                tokio::fs::create_dir_all(&self.folder)
                    .await
                    .map_err(folder_failed)?;
                LocalFileSystem::new_with_prefix(&self.folder)
            })
            .await
    }

    fn path(&self, stem: &Stem, width: u32) -> Path {
        Path::from(stem.filename(self.prefix, width))
    }

    /// Writes all sizes.
    pub async fn write(&self, stem: &Stem, photo: Photo) -> Result<()> {
        let store = self.open().await?;
        for (width, file) in self.widths.iter().zip(photo.files) {
            store.put(&self.path(stem, *width), file.into()).await?;
        }
        Ok(())
    }

    /// Reads one; none when it is gone.
    pub async fn read(&self, stem: &Stem, width: u32) -> Result<Option<Bytes>> {
        match self.open().await?.get(&self.path(stem, width)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Deletes all sizes, and what a process left of them that died writing; those that are gone
    /// already are no error.
    pub async fn delete(&self, stem: &Stem) -> Result<()> {
        let store = self.open().await?;
        for width in self.widths {
            match store.delete(&self.path(stem, *width)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.delete_unfinished(stem).await.map_err(folder_failed)
    }

    /// A file is written under its name, `#` and a number before it gets its name.
    async fn delete_unfinished(&self, stem: &Stem) -> std::io::Result<()> {
        let beside = self.folder.join(stem.filename(self.prefix, 0));
        let Some(folder) = beside.parent() else {
            return Ok(());
        };
        let mut files = match tokio::fs::read_dir(folder).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            files => files?,
        };
        while let Some(file) = files.next_entry().await? {
            let name = file.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(stem.as_str()) && name.contains('#') {
                match tokio::fs::remove_file(file.path()).await {
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    removed => removed?,
                }
            }
        }
        Ok(())
    }
}

fn folder_failed(source: std::io::Error) -> object_store::Error {
    object_store::Error::Generic {
        store: "photo_folder",
        source: Box::new(source),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTHS: &[u32] = &[1200, 480, 160];

    fn store(prefix: &'static str) -> Store {
        Store::new(PathBuf::from("nowhere"), prefix, WIDTHS)
    }

    #[test]
    fn a_filename_is_ours_or_it_is_none() {
        let stem = Stem::new(&Chance::seeded(1));
        for prefix in ["", "chat/"] {
            let store = store(prefix);
            for width in WIDTHS {
                let filename = stem.filename(prefix, *width);
                assert_eq!(store.parse(&filename), Some((stem.clone(), *width)));
            }
            let good = stem.filename(prefix, 160);
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
                assert_eq!(store.parse(&bad), None, "{bad}");
            }
        }
        assert_eq!(store("chat/").parse(&stem.filename("", 160)), None);
    }

    #[tokio::test]
    async fn what_is_written_is_read_until_it_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("new"), "chat/", &[2, 1]);
        let stem = Stem::new(&Chance::seeded(1));
        let photo = Photo {
            width: 2,
            height: 2,
            blur_hash: String::new(),
            files: vec![b"large".to_vec(), b"small".to_vec()],
        };
        assert_eq!(store.read(&stem, 1).await.unwrap(), None);
        store.write(&stem, photo).await.unwrap();
        assert_eq!(&store.read(&stem, 2).await.unwrap().unwrap()[..], b"large");
        assert_eq!(&store.read(&stem, 1).await.unwrap().unwrap()[..], b"small");
        store.delete(&stem).await.unwrap();
        store.delete(&stem).await.unwrap();
        assert_eq!(store.read(&stem, 2).await.unwrap(), None);
    }

    #[tokio::test]
    async fn what_was_left_half_written_goes_with_its_photo() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned(), "chat/", &[2, 1]);
        let chance = Chance::seeded(1);
        let (gone, stays) = (Stem::new(&chance), Stem::new(&chance));
        let half = |stem: &Stem| folder.path().join(stem.filename("chat/", 2) + "#1");
        for stem in [&gone, &stays] {
            std::fs::create_dir_all(half(stem).parent().unwrap()).unwrap();
            std::fs::write(half(stem), "pixels").unwrap();
        }
        store.delete(&gone).await.unwrap();
        assert!(!half(&gone).exists() && half(&stays).exists());
    }

    proptest! {
        #[test]
        fn any_name_is_judged(name in ".{0,60}|[0-9a-f]{2}/[0-9a-f]{30,34}-(1200|480|160).webp") {
            if let Some((stem, width)) = store("").parse(&name) {
                prop_assert_eq!(stem.filename("", width), name);
            }
        }
    }
}
