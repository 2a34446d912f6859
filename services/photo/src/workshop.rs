//! Where photos are prepared: a few at a time, off the threads that answer calls.

use std::{sync::Arc, time::Duration};

use tokio::sync::Semaphore;

use crate::{Photo, Refused, prepare};

/// A photo waits this long for its turn.
const PATIENCE: Duration = Duration::from_secs(3);

/// A bound on how many photos are prepared at the same time.
#[derive(Clone, Debug)]
pub struct Workshop {
    turns: Arc<Semaphore>,
    widths: &'static [u32],
}

impl Workshop {
    /// For this many at a time, each in these widths (pixels, the largest first).
    #[must_use]
    pub fn new(at_once: usize, widths: &'static [u32]) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(at_once.max(1))),
            widths,
        }
    }

    /// Prepares one; `Refused::Busy` when no turn comes within three seconds.
    pub async fn prepare(&self, content: Vec<u8>) -> Result<Photo, Refused> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Refused::Busy);
        };
        let widths = self.widths;
        let work = tokio::task::spawn_blocking(move || {
            let prepared = prepare(&content, widths);
            drop(turn);
            prepared
        });
        work.await.unwrap_or_else(|lost| {
            if lost.is_panic() {
                tracing::warn!("a photo made its decoder panic");
                return Err(Refused::Unreadable);
            }
            Err(Refused::Busy)
        })
    }
}
