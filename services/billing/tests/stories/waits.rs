//! What stories wait for: always something that can be counted.

use std::time::Duration;

use uuid::Uuid;

use crate::stage::Stage;

impl Stage {
    /// Waits until an order stands there without anybody asking for it.
    pub(crate) async fn until(&self, order: Uuid, status: &str) {
        let reached = async {
            while self.status(order).await != status {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if tokio::time::timeout(Duration::from_secs(10), reached)
            .await
            .is_err()
        {
            panic!("order is {} and not {status}", self.status(order).await);
        }
    }

    /// Hints at an order's payment, and waits until the reconciler has followed the hint to its end.
    pub(crate) async fn followed(&self, order: Uuid) {
        let payment = self.payments(order).await.remove(0);
        // It takes an order again only when it is done with everything that it took before.
        for _ in 0..2 {
            self.hint(&payment).await;
            self.taken(order).await;
        }
    }

    /// Waits until the reconciler has taken an order up since the last hint.
    pub(crate) async fn taken(&self, order: Uuid) {
        let db = self.host.db("billing");
        let taken = async {
            loop {
                let checks = sqlx::query_scalar!("select checks from orders where id = $1", order)
                    .fetch_one(db.pool())
                    .await
                    .unwrap();
                if checks > 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), taken)
            .await
            .expect("the reconciler follows the hint");
    }

    /// Waits until the provider has made a payment for an order.
    pub(crate) async fn made(&self, order: Uuid) {
        let made = async {
            while self.payments(order).await.is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), made)
            .await
            .expect("the provider makes a payment");
    }

    /// Waits until every webhook of the provider was heard.
    pub(crate) async fn delivered(&self) {
        let db = self.host.db("billing");
        let heard = async {
            loop {
                let waiting = sqlx::query_scalar!(
                    r#"select count(*) as "waiting!" from sandbox_webhooks where due_at is not null"#
                )
                .fetch_one(db.pool())
                .await
                .unwrap();
                if waiting == 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), heard)
            .await
            .expect("webhooks are heard");
    }

    /// Waits until nothing is to be settled.
    pub(crate) async fn settled(&self) {
        let db = self.host.db("billing");
        let done = async {
            loop {
                let waiting = sqlx::query_scalar!(
                    r#"select count(*) as "waiting!" from spends where settled_at is null"#
                )
                .fetch_one(db.pool())
                .await
                .unwrap();
                if waiting == 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), done)
            .await
            .expect("spends settle");
        self.host.settle().await;
    }
}
