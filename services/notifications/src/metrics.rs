//! What is counted of mails and pushes.

use opentelemetry::{
    KeyValue, global,
    metrics::{Counter, Histogram},
};

use crate::kind::Kind;

/// Seconds a member may wait: a moment, the minute that sign-up promises, and
/// the retries' hours.
const WAITS: [f64; 12] = [
    0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 60.0, 600.0, 3600.0, 43_200.0,
];

/// Mails sent, tried again and failed, by kind and trouble, and how long members waited.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    sent: Counter<u64>,
    retried: Counter<u64>,
    failed: Counter<u64>,
    wait: Histogram<f64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let meter = global::meter("vonk");
        Self {
            sent: meter.u64_counter("mails.sent").build(),
            retried: meter.u64_counter("mails.retried").build(),
            failed: meter.u64_counter("mails.failed").build(),
            // From the wish to the mail server's yes.
            wait: meter
                .f64_histogram("mails.wait")
                .with_unit("s")
                .with_boundaries(WAITS.to_vec())
                .build(),
        }
    }
}

impl Metrics {
    pub(crate) fn sent(&self, kind: Kind, waited: f64) {
        let labels = [KeyValue::new("kind", kind.word())];
        self.sent.add(1, &labels);
        self.wait.record(waited, &labels);
    }

    pub(crate) fn retried(&self, kind: Kind, trouble: &str) {
        self.retried.add(1, &labels(kind, trouble));
    }

    pub(crate) fn failed(&self, kind: Kind, trouble: &str) {
        self.failed.add(1, &labels(kind, trouble));
    }
}

/// Pushes sent, tried again and failed, and browsers that take none any more.
#[derive(Clone, Debug)]
pub(crate) struct PushMetrics {
    sent: Counter<u64>,
    retried: Counter<u64>,
    failed: Counter<u64>,
    gone: Counter<u64>,
}

impl Default for PushMetrics {
    fn default() -> Self {
        let meter = global::meter("vonk");
        Self {
            sent: meter.u64_counter("pushes.sent").build(),
            retried: meter.u64_counter("pushes.retried").build(),
            failed: meter.u64_counter("pushes.failed").build(),
            gone: meter.u64_counter("pushes.browsers_gone").build(),
        }
    }
}

impl PushMetrics {
    pub(crate) fn sent(&self, kind: &'static str) {
        self.sent.add(1, &[KeyValue::new("kind", kind)]);
    }

    pub(crate) fn retried(&self, trouble: &str) {
        let trouble = KeyValue::new("trouble", trouble.to_owned());
        self.retried.add(1, &[trouble]);
    }

    pub(crate) fn failed(&self, kind: &'static str, trouble: &str) {
        let trouble = KeyValue::new("trouble", trouble.to_owned());
        self.failed.add(1, &[KeyValue::new("kind", kind), trouble]);
    }

    pub(crate) fn gone(&self) {
        self.gone.add(1, &[]);
    }
}

fn labels(kind: Kind, trouble: &str) -> [KeyValue; 2] {
    [
        KeyValue::new("kind", kind.word()),
        KeyValue::new("trouble", trouble.to_owned()),
    ]
}
