//! Tells whoever waits how far the work is.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

/// Lines a piece of work prints.
const LINES: usize = 5;

/// A piece of work of many parts.
#[derive(Debug)]
pub(crate) struct Progress {
    what: &'static str,
    of: usize,
    done: AtomicUsize,
    began: Instant,
}

impl Progress {
    /// Begins.
    pub(crate) fn new(what: &'static str, of: usize) -> Self {
        Self {
            what,
            of,
            done: AtomicUsize::new(0),
            began: Instant::now(),
        }
    }

    /// One more part is done.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done == self.of || done.is_multiple_of((self.of / LINES).max(1)) {
            let seconds = self.began.elapsed().as_secs();
            say(&format!(
                "{}: {done} of {}, {seconds} s",
                self.what, self.of
            ));
        }
    }
}

/// A line for whoever waits.
#[expect(
    clippy::print_stderr,
    reason = "a command speaks to the person who typed it"
)]
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}
