//! Faults on demand.

use serde::{Deserialize, Serialize};

/// What goes wrong from now on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// Faults of the API, each for a number of calls.
    pub faults: Vec<Planned>,
    /// How webhooks are sent.
    pub webhooks: Webhooks,
}

/// A fault for the next calls of a kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Planned {
    /// Calls that it meets.
    pub on: Call,
    /// What happens.
    pub fault: Fault,
    /// To how many calls.
    pub times: u32,
}

/// A call of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    Create,
    Fetch,
    Cancel,
    Refund,
}

/// What goes wrong with a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Answers 500 and does nothing.
    Error,
    /// Does it and answers 500: the caller cannot know.
    Lost,
    /// Answers that it does not know the payment, and does nothing.
    Unknown,
    /// Refuses, and does nothing.
    Refused,
    /// Does it, and answers after so many milliseconds.
    Slow(u64),
    /// Answers another amount.
    Amount(String),
    /// Answers another currency.
    Currency(String),
    /// Answers that the money is real.
    Mode,
    /// Answers that it is for another order.
    Order(String),
    /// Answers another status, for example an outdated one.
    Status(String),
    /// Answers that it cannot be cancelled.
    Settled,
}

/// How webhooks are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Webhooks {
    #[default]
    Once,
    Twice,
    Late {
        /// Seconds.
        seconds: i64,
    },
    /// Only when released, the last first.
    Hold,
    Never,
}

impl Script {
    /// The fault that this call meets, if any.
    pub(crate) fn next(&mut self, call: Call) -> Option<Fault> {
        let planned = self
            .faults
            .iter_mut()
            .find(|planned| planned.on == call && planned.times > 0)?;
        planned.times -= 1;
        Some(planned.fault.clone())
    }
}
