//! Where photos' files lie.

use std::{path::Path, sync::Arc};

use object_store::{ObjectStore, local::LocalFileSystem, path::Path as Key};

use crate::photo::Encoded;

/// A file of a photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Large,
    Thumb,
}

impl Size {
    /// Its path below the site's `cdn_prefix`; the gateway tells by `chat/` whose photos these are.
    pub(crate) fn filename(self, stem: &str) -> String {
        match self {
            Self::Large => format!("chat/{stem}-1200.webp"),
            Self::Thumb => format!("chat/{stem}-320.webp"),
        }
    }

    /// Whose file that is; none when it cannot be one of ours.
    pub(crate) fn parse(filename: &str) -> Option<(&str, Self)> {
        let name = filename.strip_prefix("chat/")?.strip_suffix(".webp")?;
        let (stem, size) = name.split_once('-')?;
        let size = match size {
            "1200" => Self::Large,
            "320" => Self::Thumb,
            _ => return None,
        };
        let ours = stem.len() == 32 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
        ours.then_some((stem, size))
    }

    fn key(self, stem: &str) -> Key {
        Key::from(self.filename(stem))
    }
}

/// The folder of photos.
#[derive(Clone, Debug)]
pub(crate) struct PhotoFiles(Arc<dyn ObjectStore>);

impl PhotoFiles {
    /// Opens a folder, and makes it when it is not there.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(folder)?)))
    }

    /// Writes both sizes.
    pub(crate) async fn write(&self, stem: &str, photo: Encoded) -> object_store::Result<()> {
        self.0
            .put(&Size::Large.key(stem), photo.large.into())
            .await?;
        self.0
            .put(&Size::Thumb.key(stem), photo.thumb.into())
            .await?;
        Ok(())
    }

    /// A file; none when it is not there.
    pub(crate) async fn read(
        &self,
        stem: &str,
        size: Size,
    ) -> object_store::Result<Option<Vec<u8>>> {
        match self.0.get(&size.key(stem)).await {
            Ok(file) => Ok(Some(file.bytes().await?.to_vec())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Deletes both sizes; they may be gone already.
    pub(crate) async fn delete(&self, stem: &str) -> object_store::Result<()> {
        for size in [Size::Large, Size::Thumb] {
            match self.0.delete(&size.key(stem)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_read() {
        let stem = "0123456789abcdef0123456789abcdef";
        for size in [Size::Large, Size::Thumb] {
            assert_eq!(Size::parse(&size.filename(stem)), Some((stem, size)));
        }
        for name in [
            "",
            "chat/",
            "chat/../../etc/passwd-1200.webp",
            "chat/..%2f-320.webp",
            "0123456789abcdef0123456789abcdef-320.webp",
            "chat/0123456789abcdef0123456789abcdef-640.webp",
            "chat/0123456789abcdef0123456789abcdef-320.webp.webp",
            "chat/0123456789abcdef0123456789abcde/-320.webp",
        ] {
            assert_eq!(Size::parse(name), None, "{name}");
        }
    }
}
