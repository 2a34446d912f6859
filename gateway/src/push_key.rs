//! The key that browsers subscribe to pushes with.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use proto::notifications::v1::GetPushKeyRequest;
use tokio::sync::OnceCell;
use tonic::Status;

use crate::peers::NotificationsGateway;

/// A page does not wait longer for it.
const PATIENCE: Duration = Duration::from_millis(300);
/// After a failure nobody is asked for this long.
const PAUSE: Duration = Duration::from_secs(5);

/// Asks notifications once; the key stays as long as the deployment.
#[derive(Debug)]
pub(crate) struct PushKey {
    notifications: NotificationsGateway,
    known: OnceCell<String>,
    failed: Mutex<Option<Instant>>,
}

impl PushKey {
    pub(crate) fn new(notifications: NotificationsGateway) -> Self {
        Self {
            notifications,
            known: OnceCell::new(),
            failed: Mutex::new(None),
        }
    }

    /// The key, base64url; empty while notifications does not tell: pages then offer no pushes.
    pub(crate) async fn get(&self) -> String {
        if let Some(known) = self.known.get() {
            return known.clone();
        }
        let failed = *self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_some_and(|at| at.elapsed() < PAUSE) {
            return String::new();
        }
        let asked = tokio::time::timeout(PATIENCE, self.known.get_or_try_init(|| self.ask())).await;
        if let Ok(Ok(key)) = asked {
            return key.clone();
        }
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        String::new()
    }

    async fn ask(&self) -> Result<String, Status> {
        let request = kit::idempotent(GetPushKeyRequest {});
        let answer = self.notifications.clone().get_push_key(request).await?;
        Ok(answer.into_inner().public_key)
    }
}
