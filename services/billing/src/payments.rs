//! Between orders and the provider: what is written down before it is asked, and what its answer means.

use std::sync::Arc;

use kit::{Chance, Clock, Db, Tx};
use time::{Duration, OffsetDateTime};
use tokio::sync::Notify;

use crate::{
    book,
    fault::Fault,
    ids::OrderId,
    method::Method,
    order::{Order, Status, Verdict},
    provider::{Made, NewPayment, NewRefund, PaymentProvider, Snapshot, Trouble},
    store::{
        members::{self, Member},
        orders,
        refunds::{self, Refund},
    },
};

/// Providers remember a key for an hour. An order whose payment was not made until then comes to
/// nothing: nobody ever learned where to pay it.
const KEY_LIFE: Duration = Duration::minutes(50);

/// Makes payments and finds out what became of them.
#[derive(Clone, Debug)]
pub(crate) struct Payments {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    /// None: nothing can be bought.
    pub(crate) provider: Option<Arc<dyn PaymentProvider>>,
    /// Rung when an order is to be looked at.
    pub(crate) bell: Arc<Notify>,
}

impl Payments {
    /// Who takes the money; reason `provider_away` when nobody does.
    pub(crate) fn provider(&self) -> Result<&Arc<dyn PaymentProvider>, Fault> {
        self.provider.as_ref().ok_or(Fault::ProviderAway(None))
    }

    /// Makes the payment of an order that is written down, or finds the one that was made before:
    /// the order's id is the key. Answers the order as it is then.
    pub(crate) async fn open(&self, order: &Order) -> Result<Order, Fault> {
        let provider = self.provider()?;
        let method = Method::offered(&order.method, None)?;
        let new = NewPayment {
            order: order.id,
            amount: order.amount,
            method,
            locale: order.locale.clone(),
            return_url: order.return_url.clone(),
            webhook_url: order.webhook_url.clone(),
        };
        match provider.create(&new).await {
            Ok(made) => self.opened(order.id, made).await,
            Err(Trouble::Refused(why)) => {
                tracing::error!(order.id = %order.id, why, "provider refuses a payment");
                self.give_up(order.id, Status::Failed).await
            }
            Err(trouble) => Err(away(trouble)),
        }
    }

    async fn opened(&self, id: OrderId, made: Made) -> Result<Order, Fault> {
        let (mut tx, member, mut order) = self.lock(id).await?;
        let fits = !matches!(order.judge(&made.snapshot), Verdict::Mismatch(_));
        if order.provider_ref.is_none() {
            let checkout_url = made.checkout_url.as_deref().filter(|_| fits);
            orders::save_payment(&mut tx, id, &made.snapshot.reference, checkout_url).await?;
            order.provider_ref = Some(made.snapshot.reference.clone());
            order.checkout_url = checkout_url.map(str::to_owned);
        }
        self.apply(&mut tx, &member, &mut order, &made.snapshot)
            .await?;
        tx.commit().await?;
        Ok(order)
    }

    /// Asks the provider how an order's payment is, and books what is new.
    pub(crate) async fn confirm(&self, order: &Order) -> Result<Order, Fault> {
        let Some(reference) = &order.provider_ref else {
            return Ok(order.clone());
        };
        let seen = self.provider()?.fetch(reference).await;
        let (mut tx, member, mut order) = self.lock(order.id).await?;
        match seen {
            Ok(seen) => self.apply(&mut tx, &member, &mut order, &seen).await?,
            Err(Trouble::Unknown) => {
                book::quarantined(&mut tx, &mut order, "unknown to the provider").await?;
            }
            Err(trouble) => return Err(away(trouble)),
        }
        tx.commit().await?;
        Ok(order)
    }

    /// Looks at an order for the reconciler: finishes what a crash left, or asks what is new.
    pub(crate) async fn look(&self, id: OrderId) -> Result<Order, Fault> {
        let order = orders::find(self.db.pool(), id)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        if order.provider_ref.is_some() {
            return self.confirm(&order).await;
        }
        if order.status != Status::Created {
            return Ok(order);
        }
        if self.clock.now() - order.created_at > KEY_LIFE {
            return self.give_up(id, Status::Failed).await;
        }
        self.open(&order).await
    }

    /// Sends a refund that is booked, under its own id as key.
    pub(crate) async fn send(&self, refund: &Refund) -> Result<(), Fault> {
        let order = orders::find(self.db.pool(), refund.order)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        let new = NewRefund {
            key: refund.id.to_string(),
            payment: order.provider_ref.unwrap_or_default(),
            amount: refund.amount,
        };
        match self.provider()?.refund(&new).await {
            Ok(reference) => {
                let mut tx = self.db.begin().await?;
                members::lock(&mut tx, refund.member).await?;
                let pen = (&self.chance, self.clock.now());
                book::refund_sent(&mut tx, (refund, &order.provider), &reference, pen).await?;
                Ok(tx.commit().await?)
            }
            Err(Trouble::Away(error)) => Err(Fault::ProviderAway(Some(error))),
            Err(trouble @ (Trouble::Refused(_) | Trouble::Unknown)) => {
                tracing::error!(refund.id = %refund.id, %trouble, "provider refuses a refund");
                Ok(refunds::give_up(self.db.pool(), refund.id).await?)
            }
        }
    }

    async fn give_up(&self, id: OrderId, status: Status) -> Result<Order, Fault> {
        let (mut tx, member, mut order) = self.lock(id).await?;
        if order.status == Status::Created && order.provider_ref.is_none() {
            let pen = (&self.chance, self.clock.now());
            book::ended(&mut tx, &member, &mut order, status, pen).await?;
        }
        tx.commit().await?;
        Ok(order)
    }

    /// Member first, then order: always in this turn, so that two never wait for each other.
    async fn lock(&self, id: OrderId) -> Result<(Tx, Member, Order), Fault> {
        let owner = orders::find(self.db.pool(), id)
            .await?
            .ok_or(Fault::OrderUnknown)?
            .member;
        let mut tx = self.db.begin().await?;
        let member = members::lock(&mut tx, owner)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        let order = orders::find(&mut *tx, id)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        Ok((tx, member, order))
    }

    async fn apply(
        &self,
        tx: &mut Tx,
        member: &Member,
        order: &mut Order,
        seen: &Snapshot,
    ) -> Result<(), Fault> {
        let mut member = member.clone();
        // Paid, then part refunded, then charged back: one answer may bring all of it.
        for _ in 0..4 {
            let pen = (&self.chance, self.clock.now());
            match order.judge(seen) {
                Verdict::Nothing => break,
                Verdict::Opened => {
                    order.status = Status::Pending;
                    orders::save(tx, order).await?;
                }
                Verdict::Paid => book::paid(tx, &member, order, &seen.reference, pen).await?,
                Verdict::Ended(status) => book::ended(tx, &member, order, status, pen).await?,
                Verdict::PaidBack(minor) => {
                    book::settle(tx, &member, pen).await?;
                    book::paid_back(tx, &member, order, minor, pen).await?;
                }
                Verdict::ChargedBack(minor) => {
                    book::settle(tx, &member, pen).await?;
                    book::charged_back(tx, &member, order, minor, pen).await?;
                }
                Verdict::Mismatch(differs) => {
                    book::quarantined(tx, order, differs).await?;
                    break;
                }
            }
            member = members::lock(tx, member.id)
                .await?
                .ok_or(Fault::OrderUnknown)?;
        }
        Ok(())
    }
}

/// When a refund is tried again that the provider did not answer.
#[must_use]
pub(crate) fn refund_retry(now: OffsetDateTime) -> OffsetDateTime {
    now + Duration::seconds(30)
}

fn away(trouble: Trouble) -> Fault {
    match trouble {
        Trouble::Away(error) => Fault::ProviderAway(Some(error)),
        trouble => Fault::ProviderAway(Some(trouble.into())),
    }
}
