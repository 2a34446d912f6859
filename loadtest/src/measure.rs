//! Loops that do something again and again, and how long each time took.

use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use hdrhistogram::Histogram;
use tokio::task::JoinSet;

/// One worker's next piece of work.
pub(crate) type Work = Box<dyn FnMut() -> BoxFuture<'static, anyhow::Result<()>> + Send>;

/// Times that were taken.
pub(crate) struct Measured {
    elapsed: Duration,
    /// Microseconds, to three digits.
    times: Histogram<u64>,
}

impl Measured {
    /// How often, in all.
    #[cfg(test)]
    fn count(&self) -> u64 {
        self.times.len()
    }

    /// How often in a second.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a rate is shown with three digits"
    )]
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// Milliseconds within which this share of them was done.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a time is shown with three digits"
    )]
    pub(crate) fn within(&self, share: f64) -> f64 {
        self.times.value_at_quantile(share) as f64 / 1000.0
    }
}

/// Closed loop: every worker does the next as soon as the one before is done.
pub(crate) async fn closed(workers: Vec<Work>, lasting: Duration) -> anyhow::Result<Measured> {
    run(workers, lasting, None).await
}

/// Open loop: `rate` a second fall due, whatever became of those before, and each is timed from when
/// it was due: a pause of the site is seen by everybody who would have come in it.
pub(crate) async fn open(
    workers: Vec<Work>,
    rate: f64,
    lasting: Duration,
) -> anyhow::Result<Measured> {
    run(workers, lasting, Some(rate)).await
}

async fn run(workers: Vec<Work>, lasting: Duration, rate: Option<f64>) -> anyhow::Result<Measured> {
    let count = u32::try_from(workers.len())?;
    let step = rate.map(|rate| Duration::from_secs_f64(f64::from(count) / rate));
    let began = Instant::now();
    let mut running = JoinSet::new();
    for (number, mut work) in (0_u32..).zip(workers) {
        running.spawn(async move {
            let mut times = Histogram::new(3)?;
            let mut due = began + step.unwrap_or_default() * number / count;
            loop {
                if let Some(step) = step {
                    tokio::time::sleep_until(due.into()).await;
                    if due >= began + lasting {
                        break;
                    }
                    work().await?;
                    times.record(micros(due.elapsed()))?;
                    due += step;
                } else {
                    let started = Instant::now();
                    if started >= began + lasting {
                        break;
                    }
                    work().await?;
                    times.record(micros(started.elapsed()))?;
                }
            }
            anyhow::Ok(times)
        });
    }
    let mut times = Histogram::new(3)?;
    while let Some(done) = running.join_next().await {
        times.add(done??)?;
    }
    Ok(Measured {
        elapsed: began.elapsed(),
        times,
    })
}

/// Every item once, `at_once` of them at a time.
pub(crate) async fn each<T, F>(
    items: impl IntoIterator<Item = T>,
    at_once: usize,
    mut work: impl FnMut(T) -> F,
) -> anyhow::Result<Measured>
where
    F: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let began = Instant::now();
    let mut times = Histogram::new(3)?;
    let mut items = items.into_iter().fuse();
    let mut running = JoinSet::new();
    loop {
        while running.len() < at_once
            && let Some(item) = items.next()
        {
            let work = work(item);
            running.spawn(async move {
                let started = Instant::now();
                work.await?;
                anyhow::Ok(micros(started.elapsed()))
            });
        }
        let Some(done) = running.join_next().await else {
            break;
        };
        times.record(done??)?;
    }
    Ok(Measured {
        elapsed: began.elapsed(),
        times,
    })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleepers(count: usize, time: Duration) -> Vec<Work> {
        (0..count)
            .map(|_| -> Work {
                Box::new(move || {
                    Box::pin(async move {
                        tokio::time::sleep(time).await;
                        Ok(())
                    })
                })
            })
            .collect()
    }

    #[tokio::test]
    async fn a_closed_loop_is_as_fast_as_its_work() {
        let work = sleepers(4, Duration::from_millis(10));
        let measured = closed(work, Duration::from_millis(500)).await.unwrap();
        // Never faster; how much slower is the machine's business.
        assert!(measured.rate() <= 400.0 && measured.count() > 4);
        assert!(measured.within(0.5) >= 10.0);
    }

    #[tokio::test]
    async fn each_item_is_done_once_and_so_many_at_a_time() {
        use std::sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        };
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let measured = each(0..50, 7, |_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            async move {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                now.fetch_sub(1, Ordering::SeqCst);
                Ok(())
            }
        })
        .await
        .unwrap();
        assert_eq!(measured.count(), 50);
        assert!(most.load(Ordering::SeqCst) <= 7);
    }

    #[tokio::test]
    async fn an_open_loop_counts_the_time_that_work_waited() {
        // One worker of 20 ms can do 50 a second; 100 are asked for, so the last waits for half the time.
        let work = sleepers(1, Duration::from_millis(20));
        let measured = open(work, 100.0, Duration::from_millis(500)).await.unwrap();
        assert_eq!(measured.count(), 50);
        assert!(measured.within(0.99) >= 400.0, "{}", measured.within(0.99));
    }
}
