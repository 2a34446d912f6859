//! Between orders and the provider: what is written down before it is asked, and what its answer means.

use std::sync::Arc;

use kit::{Chance, Clock, Db, Tx};
use time::{Duration, OffsetDateTime};
use tokio::sync::Notify;

use crate::{
    api::Chat,
    book,
    fault::Fault,
    ids::OrderId,
    method::Method,
    order::{Order, Status, Verdict},
    provider::{Made, NewPayment, NewRefund, PaymentProvider, Snapshot, Trouble},
    store::{
        lots,
        members::{self, Member},
        orders,
        refunds::{self, Refund},
    },
};

/// Providers remember a key for an hour. An order whose payment was not made until then comes to
/// nothing: nobody ever learned where to pay it. A refund is looked for before it is sent again.
const KEY_LIFE: Duration = Duration::minutes(50);

/// Makes payments and finds out what became of them.
#[derive(Clone, Debug)]
pub(crate) struct Payments {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) chat: Chat,
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
    /// the order's id is the key, for as long as it lives. Answers the order as it is then.
    pub(crate) async fn open(&self, order: &Order) -> Result<Order, Fault> {
        let provider = self.provider()?;
        if self.clock.now() - order.created_at > KEY_LIFE {
            return self.give_up(order.id, Status::Failed).await;
        }
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
        let trouble = self
            .apply(&mut tx, &member, &mut order, &made.snapshot)
            .await?;
        book::troubled(&mut tx, &order, trouble).await?;
        tx.commit().await?;
        Ok(order)
    }

    /// Asks the provider how an order's payment is, and books what is new.
    pub(crate) async fn confirm(&self, order: &Order) -> Result<Order, Fault> {
        let Some(reference) = &order.provider_ref else {
            return Ok(order.clone());
        };
        let seen = match self.provider()?.fetch(reference).await {
            Ok(seen) => Some(seen),
            // It may know it again, and the payer pay it: nothing changes but that somebody is told.
            Err(Trouble::Unknown) => None,
            Err(trouble) => return Err(away(trouble)),
        };
        let came_back = match &seen {
            Some(seen) => self.refund_came_back(order, seen).await?,
            None => false,
        };
        let goes_back = matches!(
            seen.as_ref().map(|seen| order.judge(seen)),
            Some(Verdict::PaidBack(_) | Verdict::ChargedBack(_))
        );
        if goes_back || self.owes(order).await? {
            self.recall_purse(order).await;
        }
        let (mut tx, member, mut order) = self.lock(order.id).await?;
        let trouble = match &seen {
            Some(seen) => self
                .apply(&mut tx, &member, &mut order, seen)
                .await?
                .or(came_back.then_some("refund came back")),
            None => Some("unknown to the provider"),
        };
        book::troubled(&mut tx, &order, trouble).await?;
        tx.commit().await?;
        if goes_back && self.owes(&order).await? {
            // Chat has borrowed again between the two.
            self.recall_purse(&order).await;
        }
        Ok(order)
    }

    /// Whether credits whose money went back are still lent to chat.
    pub(crate) async fn owes(&self, order: &Order) -> sqlx::Result<bool> {
        Ok(order.status.is_booked() && lots::owes(self.db.pool(), order.id).await?)
    }

    /// Has chat give back what it holds, so that it can be taken. Where chat does not answer, it is owed:
    /// taken when chat gives it back, and asked for again.
    async fn recall_purse(&self, order: &Order) {
        if let Err(error) = self.chat.recall_purse(order.member).await {
            tracing::warn!(order.id = %order.id, %error, "purse was not recalled");
        }
    }

    /// Whether the refund that the provider took over did not reach the payer. It is asked only
    /// when less went back than is booked.
    async fn refund_came_back(&self, order: &Order, seen: &Snapshot) -> Result<bool, Fault> {
        if seen.refunded_minor >= order.refunded_minor {
            return Ok(false);
        }
        let Some(sent) = refunds::sent_of(self.db.pool(), order.id).await? else {
            return Ok(false);
        };
        let known = self.provider()?.refunds(&seen.reference).await;
        let known = known.map_err(away)?;
        Ok(known.iter().any(|one| one.reference == sent && one.failed))
    }

    /// Ends an order that nobody has paid, where the provider can keep it from being paid. Whatever
    /// became of it, also that it was paid meanwhile, is booked as ever; answers the order as it is then.
    pub(crate) async fn cancel(&self, order: &Order) -> Result<Order, Fault> {
        let Some(reference) = &order.provider_ref else {
            // Nobody knows yet whether there is a payment: the reconciler finds out.
            return Ok(order.clone());
        };
        let provider = self.provider()?;
        let seen = match provider.fetch(reference).await {
            Ok(seen) => seen,
            Err(Trouble::Unknown) => return Ok(order.clone()),
            Err(trouble) => return Err(away(trouble)),
        };
        let unpaid = matches!(order.judge(&seen), Verdict::Nothing | Verdict::Opened);
        if unpaid && seen.cancelable {
            match provider.cancel(reference).await {
                // Too late, or done before: the next look tells.
                Ok(()) | Err(Trouble::Refused(_) | Trouble::Unknown) => {}
                Err(trouble) => return Err(away(trouble)),
            }
        }
        self.confirm(order).await
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
        self.open(&order).await
    }

    /// Sends a refund that is booked, under its own id as key.
    pub(crate) async fn send(&self, refund: &Refund) -> Result<(), Fault> {
        let order = orders::find(self.db.pool(), refund.order)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        let new = NewRefund {
            key: refund.id.to_string(),
            payment: order.provider_ref.clone().unwrap_or_default(),
            amount: refund.amount,
        };
        match self.take_over(refund, &new).await {
            Ok(reference) => {
                let mut tx = self.db.begin().await?;
                members::lock(&mut tx, refund.member).await?;
                let pen = (&self.chance, self.clock.now());
                book::refund_sent(&mut tx, (refund, &order), &reference, pen).await?;
                Ok(tx.commit().await?)
            }
            Err(Trouble::Away(error)) => Err(Fault::ProviderAway(Some(error))),
            // Perhaps our balance there is too low today.
            Err(trouble @ (Trouble::Refused(_) | Trouble::Unknown)) => {
                tracing::error!(refund.id = %refund.id, %trouble, "provider refuses a refund");
                let next = refused_retry(refund.created_at, self.clock.now());
                Ok(refunds::postpone(self.db.pool(), refund.id, next).await?)
            }
        }
    }

    /// Has the provider take a refund over, or finds the one that it took over before.
    async fn take_over(&self, refund: &Refund, new: &NewRefund) -> Result<String, Trouble> {
        let nobody = || Trouble::Away(anyhow::anyhow!("there is no provider"));
        let provider = self.provider.as_ref().ok_or_else(nobody)?;
        if self.clock.now() - refund.created_at > KEY_LIFE {
            // The key does not keep it from paying a second time any more.
            let known = provider.refunds(&new.payment).await?;
            if let Some(known) = known
                .into_iter()
                .find(|one| one.key == new.key && !one.failed)
            {
                return Ok(known.reference);
            }
        }
        provider.refund(new).await
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

    /// Books what is new; answers what does not match.
    async fn apply(
        &self,
        tx: &mut Tx,
        member: &Member,
        order: &mut Order,
        seen: &Snapshot,
    ) -> Result<Option<&'static str>, Fault> {
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
                    book::quarantined(tx, order).await?;
                    return Ok(Some(differs));
                }
            }
            member = members::lock(tx, member.id)
                .await?
                .ok_or(Fault::OrderUnknown)?;
        }
        Ok(None)
    }
}

/// When a refund is tried again that the provider did not answer.
#[must_use]
pub(crate) fn refund_retry(now: OffsetDateTime) -> OffsetDateTime {
    now + Duration::seconds(30)
}

/// When a refund is tried again that the provider refused; none when that has gone on for too long
/// and only a person can help.
#[must_use]
fn refused_retry(created_at: OffsetDateTime, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (now - created_at < Duration::days(14)).then(|| now + Duration::DAY)
}

fn away(trouble: Trouble) -> Fault {
    match trouble {
        Trouble::Away(error) => Fault::ProviderAway(Some(error)),
        trouble => Fault::ProviderAway(Some(trouble.into())),
    }
}
