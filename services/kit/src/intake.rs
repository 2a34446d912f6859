//! Takes the events of one service, many in one transaction.
//!
//! Together they cost one commit and one wait for the disk. When one of them cannot be taken, none
//! is: then each is taken in a transaction of its own, tried again and put aside by itself, so that
//! nothing but its own key waits for it.

use std::collections::BTreeMap;

use crate::{
    db::Db,
    event::{Record, Trouble},
    inbox::{self, Stopped, Subscription},
};

/// Events of one transaction, about: locks of members' rows are held as long as it takes.
pub(crate) const TOGETHER: usize = 64;

/// What one service hears.
#[derive(Debug)]
pub(crate) struct Intake {
    db: Db,
    subscriptions: Vec<Subscription>,
}

impl Intake {
    /// What every service hears, by its name.
    pub(crate) fn by_service(
        subscriptions: Vec<Subscription>,
        databases: &BTreeMap<&'static str, Db>,
    ) -> BTreeMap<&'static str, Self> {
        let mut intakes: BTreeMap<&'static str, Self> = BTreeMap::new();
        for subscription in subscriptions {
            intakes
                .entry(subscription.service)
                .or_insert_with_key(|service| Self {
                    db: databases[service].clone(),
                    subscriptions: Vec::new(),
                })
                .subscriptions
                .push(subscription);
        }
        intakes
    }

    pub(crate) fn topics(&self) -> impl Iterator<Item = &'static str> {
        self.subscriptions.iter().map(|one| one.topic)
    }

    pub(crate) fn wants(&self, record: &Record) -> bool {
        self.subscriptions.iter().any(|one| one.wants(record))
    }

    /// Answers once every event has taken effect, was taken before, or is parked. In their order.
    pub(crate) async fn take(&self, records: &[Record]) -> Result<(), Stopped> {
        if records.len() > 1 && self.together(records).await {
            return Ok(());
        }
        self.one_by_one(records).await
    }

    /// Answers like `take`, and takes each event in a transaction of its own.
    pub(crate) async fn one_by_one(&self, records: &[Record]) -> Result<(), Stopped> {
        for record in records {
            for subscription in self.subscriptions.iter().filter(|one| one.wants(record)) {
                subscription.deliver(record).await?;
            }
        }
        Ok(())
    }

    /// Takes all of them or none; false when it was none.
    pub(crate) async fn together(&self, records: &[Record]) -> bool {
        match self.try_together(records).await {
            Ok(()) => true,
            Err(Trouble::Retry(error) | Trouble::Park(error)) => {
                let (service, events) = (self.db.service(), records.len());
                let error = format!("{error:#}");
                tracing::info!(error, service, events, "events are taken one by one");
                false
            }
        }
    }

    async fn try_together(&self, records: &[Record]) -> Result<(), Trouble> {
        let pairs: Vec<(&Subscription, &Record)> = records
            .iter()
            .flat_map(|record| {
                let wanting = self.subscriptions.iter().filter(|one| one.wants(record));
                wanting.map(move |one| (one, record))
            })
            .collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let named: Vec<_> = pairs
            .iter()
            .map(|&(subscription, record)| (&subscription.consumer, record))
            .collect();
        let mut tx = self.db.begin().await?;
        let new = inbox::remember(&mut tx, &named).await?;
        let pairs: Vec<_> = pairs
            .into_iter()
            .zip(new)
            .filter_map(|(pair, new)| new.then_some(pair))
            .collect();
        // What follows each other to the same handler is its in one go.
        for run in pairs.chunk_by(|(one, _), (next, _)| one.consumer == next.consumer) {
            let records: Vec<&Record> = run.iter().map(|&(_, record)| record).collect();
            run[0].0.handle(&mut tx, &records).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
