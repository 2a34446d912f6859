//! The bus of a system in many processes: Apache Kafka by librdkafka.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use bytes::Bytes;
use rdkafka::{
    ClientConfig, ClientContext, Message as _, Offset, TopicPartitionList,
    consumer::{
        BaseConsumer, CommitMode, Consumer as _, ConsumerContext, Rebalance, StreamConsumer,
    },
    message::{BorrowedMessage, Header, Headers as _, OwnedHeaders},
    metadata::MetadataTopic,
    producer::{FutureProducer, FutureRecord, Producer as _},
};
use time::OffsetDateTime;
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot,
    },
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{Gap, Watcher};
use crate::{
    event::{Envelope, Record},
    intake::{Intake, TOGETHER},
};

/// Longest wait for an answer at the start.
const ANSWER: Duration = Duration::from_secs(10);

/// Longest wait for an answer at the end.
const PARTING: Duration = Duration::from_secs(5);

/// A Kafka cluster, and our corner of it.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Bootstrap servers.
    pub(crate) brokers: String,
    /// Before every topic and group, so that deployments can share a cluster.
    pub(crate) prefix: String,
}

impl Cluster {
    fn topic(&self, topic: &str) -> String {
        format!("{}{topic}", self.prefix)
    }

    /// Our names of some topics, each once.
    fn topics<'a>(&self, topics: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut topics: Vec<String> = topics.map(|topic| self.topic(topic)).collect();
        topics.sort_unstable();
        topics.dedup();
        topics
    }

    /// Topics that are not there; Kafka does not make them by itself here.
    pub(crate) fn missing<'a>(
        &self,
        topics: impl Iterator<Item = &'a str>,
    ) -> anyhow::Result<Vec<String>> {
        let consumer: BaseConsumer = ClientConfig::new()
            .set("bootstrap.servers", &self.brokers)
            .create()
            .context("kafka client")?;
        let metadata = consumer
            .fetch_metadata(None, ANSWER)
            .context("kafka does not answer")?;
        let there: Vec<&str> = metadata.topics().iter().map(MetadataTopic::name).collect();
        let mut wanted = self.topics(topics);
        wanted.retain(|topic| !there.contains(&topic.as_str()));
        Ok(wanted)
    }

    fn consumer(&self, group: &str) -> ClientConfig {
        consumer_config(&self.brokers, &format!("{}vonk.{group}", self.prefix))
    }
}

/// Publishes to Kafka and waits for the delivery report.
#[derive(Clone)]
pub(crate) struct Producer {
    inner: Arc<Mutex<FutureProducer>>,
    cluster: Cluster,
}

impl Producer {
    pub(crate) fn new(cluster: Cluster) -> anyhow::Result<Self> {
        let inner = Arc::new(Mutex::new(Self::create(&cluster)?));
        Ok(Self { inner, cluster })
    }

    fn create(cluster: &Cluster) -> anyhow::Result<FutureProducer> {
        ClientConfig::new()
            .set("bootstrap.servers", &cluster.brokers)
            // Off by default in librdkafka; brings acks=all, ordered retries and no duplicates
            // from the producer's own resends.
            .set("enable.idempotence", "true")
            .set("acks", "all")
            // Java clients and Kafka Connect hash keys so; the default would put the same key elsewhere.
            .set("partitioner", "murmur2_random")
            // Waits this long to fill a batch; latency nobody sees, a multiple of the throughput.
            .set("linger.ms", "5")
            // After this the row stays in the outbox and its key is tried again.
            .set("message.timeout.ms", "30000")
            .set("compression.type", "lz4")
            .create()
            .context("kafka producer")
    }

    fn inner(&self) -> MutexGuard<'_, FutureProducer> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the place of an idempotent producer that lost its own: that one refuses for good.
    fn renew(&self) {
        let mut inner = self.inner();
        let Some((code, _)) = inner.client().fatal_error() else {
            return;
        };
        tracing::warn!(%code, "kafka producer is replaced");
        match Self::create(&self.cluster) {
            Ok(producer) => *inner = producer,
            Err(error) => tracing::error!(error = format!("{error:#}"), "no kafka producer"),
        }
    }

    /// Publishes in order; answers how many are stored, and why the next is not.
    pub(crate) async fn publish(&self, records: &[Record]) -> (usize, anyhow::Result<()>) {
        for (place, record) in records.iter().enumerate() {
            if let Err(error) = self.publish_one(record).await {
                return (place, Err(error));
            }
        }
        (records.len(), Ok(()))
    }

    async fn publish_one(&self, record: &Record) -> anyhow::Result<()> {
        let envelope = &record.envelope;
        let id = envelope.id.to_string();
        let time = envelope.time.unix_timestamp_nanos().to_string();
        let mut headers = OwnedHeaders::new()
            .insert(Header {
                key: "id",
                value: Some(&id),
            })
            .insert(Header {
                key: "kind",
                value: Some(&*envelope.kind),
            })
            .insert(Header {
                key: "time",
                value: Some(&time),
            });
        if let Some(traceparent) = &envelope.traceparent {
            headers = headers.insert(Header {
                key: "traceparent",
                value: Some(traceparent),
            });
        }
        let topic = self.cluster.topic(&envelope.topic);
        let message = FutureRecord::to(&topic)
            .key(&*envelope.key)
            .payload(&*record.payload)
            .headers(headers);
        // Waits for room when the producer's queue is full: back-pressure on the relay.
        let producer = self.inner().clone();
        let sent = producer.send(message, Duration::from_secs(30)).await;
        sent.map_err(|(error, _)| {
            self.renew();
            error
        })?;
        Ok(())
    }
}

/// The event in a Kafka message; none for messages that are not ours.
fn parse(message: &BorrowedMessage<'_>, prefix: &str) -> Option<Record> {
    let mut headers: HashMap<&str, &str> = HashMap::new();
    for header in message.headers()?.iter() {
        headers.insert(header.key, std::str::from_utf8(header.value?).ok()?);
    }
    let time = headers.get("time")?.parse().ok()?;
    Some(Record {
        envelope: Envelope {
            id: headers.get("id")?.parse().ok()?,
            topic: message.topic().strip_prefix(prefix)?.into(),
            key: std::str::from_utf8(message.key()?).ok()?.into(),
            kind: (*headers.get("kind")?).into(),
            time: OffsetDateTime::from_unix_timestamp_nanos(time).ok()?,
            traceparent: headers.get("traceparent").map(|&text| text.to_owned()),
        },
        payload: Bytes::copy_from_slice(message.payload().unwrap_or_default()),
    })
}

fn subscribe<C: ConsumerContext + 'static>(
    consumer: &StreamConsumer<C>,
    topics: &[String],
) -> anyhow::Result<()> {
    let topics: Vec<&str> = topics.iter().map(String::as_str).collect();
    Ok(consumer.subscribe(&topics)?)
}

fn consumer_config(brokers: &str, group: &str) -> ClientConfig {
    let mut config = ClientConfig::new();
    config
        .set("bootstrap.servers", brokers)
        .set("group.id", group)
        // The default stores an offset when a message is fetched: a crash before it is handled
        // would lose it. We store it after the commit.
        .set("enable.auto.offset.store", "false")
        .set("enable.auto.commit", "true")
        .set("auto.commit.interval.ms", "1000")
        .set("session.timeout.ms", "10000")
        .set("fetch.wait.max.ms", "100")
        // Eager assignment: cooperative-sticky still has open reports of lost commits.
        .set("partition.assignment.strategy", "range");
    config
}

/// Tells the consumer's loop that its partitions are about to go to somebody else.
struct Context(mpsc::UnboundedSender<()>);

impl ClientContext for Context {}

impl ConsumerContext for Context {
    fn pre_rebalance(&self, _consumer: &BaseConsumer<Self>, rebalance: &Rebalance<'_>) {
        match rebalance {
            Rebalance::Revoke(_) => drop(self.0.send(())),
            Rebalance::Assign(_) => {}
            Rebalance::Error(error) => tracing::warn!(%error, "kafka rebalance failed"),
        }
    }
}

/// One partition's way to the handlers: in order, beside the other partitions.
struct Lane {
    sender: mpsc::Sender<(i64, Option<Record>)>,
    /// Fetched while the lane was full; the partition is paused until this is empty.
    overflow: VecDeque<(i64, Option<Record>)>,
}

/// Messages that wait in a lane before its partition is paused.
const LANE: usize = TOGETHER;

/// Feeds one service's intake, one task per partition, until told to stop.
pub(crate) async fn consume(
    cluster: Cluster,
    service: &'static str,
    intake: Intake,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let (revocations, mut revoked) = mpsc::unbounded_channel();
    let consumer: StreamConsumer<Context> = cluster
        .consumer(service)
        // The default skips what was published before the group's first commit.
        .set("auto.offset.reset", "earliest")
        .create_with_context(Context(revocations))
        .context("kafka consumer")?;
    let consumer = Arc::new(consumer);
    subscribe(&consumer, &cluster.topics(intake.topics()))?;

    let intake = Arc::new(intake);
    let mut lanes: HashMap<(String, i32), Lane> = HashMap::new();
    let mut workers = JoinSet::new();
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(()) = revoked.recv() => {
                // A message in hand is given up between two statements: its transaction rolls
                // back and the partition's next owner takes it.
                lanes.clear();
                workers.shutdown().await;
            }
            _ = tick.tick() => refill(&consumer, &mut lanes)?,
            received = consumer.recv() => match received {
                Ok(message) => {
                    let place = (message.topic().to_owned(), message.partition());
                    let lane = lanes.entry(place.clone()).or_insert_with(|| {
                        let (sender, messages) = mpsc::channel(LANE);
                        workers.spawn(work(
                            Arc::clone(&consumer), place.clone(), messages, Arc::clone(&intake),
                        ));
                        Lane { sender, overflow: VecDeque::new() }
                    });
                    let item = (message.offset(), parse(&message, &cluster.prefix));
                    if lane.overflow.is_empty() {
                        if let Err(TrySendError::Full(item)) = lane.sender.try_send(item) {
                            lane.overflow.push_back(item);
                            consumer.pause(&partition(&place))?;
                        }
                    } else {
                        lane.overflow.push_back(item);
                    }
                }
                Err(error) => tracing::warn!(%error, service, "kafka consumer stumbled"),
            },
        }
    }
    lanes.clear();
    while workers.join_next().await.is_some() {}
    leave(consumer).await;
    Ok(())
}

/// Commits what was taken and leaves the group. Without a broker the client waits for one without
/// end, so it does on a thread of its own: what is not committed is delivered again and dropped.
async fn leave(consumer: Arc<StreamConsumer<Context>>) {
    let (left, leaving) = oneshot::channel();
    std::thread::spawn(move || {
        if let Err(error) = consumer.commit_consumer_state(CommitMode::Sync) {
            tracing::debug!(%error, "nothing to commit");
        }
        drop(consumer);
        let _ = left.send(());
    });
    if tokio::time::timeout(PARTING, leaving).await.is_err() {
        tracing::warn!("kafka did not hear that a consumer left");
    }
}

fn partition((topic, partition): &(String, i32)) -> TopicPartitionList {
    let mut list = TopicPartitionList::new();
    list.add_partition(topic, *partition);
    list
}

/// Moves what overflowed into lanes that have room again, and resumes their partitions.
fn refill(
    consumer: &StreamConsumer<Context>,
    lanes: &mut HashMap<(String, i32), Lane>,
) -> anyhow::Result<()> {
    for (place, lane) in lanes
        .iter_mut()
        .filter(|(_, lane)| !lane.overflow.is_empty())
    {
        while let Some(item) = lane.overflow.pop_front() {
            if let Err(TrySendError::Full(item)) = lane.sender.try_send(item) {
                lane.overflow.push_front(item);
                break;
            }
        }
        if lane.overflow.is_empty() {
            consumer.resume(&partition(place))?;
        }
    }
    Ok(())
}

/// Takes one partition's messages in their order, and stores their offsets after the commit.
async fn work(
    consumer: Arc<StreamConsumer<Context>>,
    (topic, partition): (String, i32),
    mut messages: mpsc::Receiver<(i64, Option<Record>)>,
    intake: Arc<Intake>,
) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while messages.recv_many(&mut batch, TOGETHER).await > 0 {
        let mut last = None;
        let mut records = Vec::with_capacity(batch.len());
        for (offset, record) in batch.drain(..) {
            last = Some(offset);
            if record.is_none() {
                tracing::warn!(topic, partition, offset, "message is not one of ours");
            }
            records.extend(record);
        }
        if intake.take(&records).await.is_err() {
            return; // stopping: the next start takes it
        }
        if let Some(offset) = last
            && let Err(error) = consumer.store_offset(&topic, partition, offset)
        {
            // The partition went to somebody else; the inbox will drop the second delivery.
            tracing::debug!(%error, "offset not stored");
        }
    }
}

/// Shows this replica every event from now on, for caches.
pub(crate) struct Watch {
    consumer: StreamConsumer,
    prefix: String,
    watchers: Vec<Watcher>,
    gaps: Vec<Gap>,
    places: Places,
}

/// The offset that comes next in each partition. Nothing is ever left out but what the broker
/// dropped: our producer is in no transaction, our topics are not compacted.
#[derive(Debug, Default)]
struct Places(HashMap<String, HashMap<i32, i64>>);

impl Places {
    fn stand(&mut self, topic: &str, partition: i32, next: i64) {
        if let Some(partitions) = self.0.get_mut(topic) {
            partitions.insert(partition, next);
        } else {
            self.0
                .insert(topic.to_owned(), HashMap::from([(partition, next)]));
        }
    }

    /// Moves on behind a message; false when messages before it went by unseen.
    fn pass(&mut self, topic: &str, partition: i32, offset: i64) -> bool {
        let expected = self.0.get(topic).and_then(|of| of.get(&partition)).copied();
        self.stand(topic, partition, offset + 1);
        expected == Some(offset)
    }
}

impl Watch {
    /// Stands at the topics' ends as they are now: a cache that is filled later misses nothing.
    pub(crate) fn from_now_on(
        cluster: &Cluster,
        watchers: Vec<Watcher>,
        gaps: Vec<Gap>,
    ) -> anyhow::Result<Self> {
        // Partitions are assigned by hand: every replica sees everything, and no group stays behind.
        let consumer: StreamConsumer = cluster
            .consumer("watch")
            .set("auto.offset.reset", "latest")
            .set("enable.auto.commit", "false")
            .create()
            .context("kafka watcher")?;
        let mut ends = TopicPartitionList::new();
        let mut places = Places::default();
        for topic in cluster.topics(watchers.iter().map(|one| one.topic)) {
            let metadata = consumer.fetch_metadata(Some(&topic), ANSWER)?;
            for partition in metadata.topics().iter().flat_map(MetadataTopic::partitions) {
                let (_, end) = consumer.fetch_watermarks(&topic, partition.id(), ANSWER)?;
                ends.add_partition_offset(&topic, partition.id(), Offset::Offset(end))?;
                places.stand(&topic, partition.id(), end);
            }
        }
        consumer.assign(&ends)?;
        Ok(Self {
            consumer,
            prefix: cluster.prefix.clone(),
            watchers,
            gaps,
            places,
        })
    }

    pub(crate) async fn run(mut self, stop: CancellationToken) -> anyhow::Result<()> {
        loop {
            let message = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                message = self.consumer.recv() => message,
            };
            match message {
                Ok(message) => {
                    let (topic, partition) = (message.topic(), message.partition());
                    if !self.places.pass(topic, partition, message.offset()) {
                        tracing::warn!(topic, partition, "kafka watcher missed messages");
                        for gap in &self.gaps {
                            gap();
                        }
                    }
                    let Some(record) = parse(&message, &self.prefix) else {
                        continue;
                    };
                    for watcher in self.watchers.iter().filter(|one| one.wants(&record)) {
                        (watcher.seen)(&record);
                    }
                }
                Err(error) => tracing::warn!(%error, "kafka watcher stumbled"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_skipped_message_is_noticed_once() {
        let mut places = Places::default();
        places.stand("chat", 0, 5);
        places.stand("chat", 1, 0);
        places.stand("billing", 0, 0);
        assert!(places.pass("chat", 0, 5));
        assert!(places.pass("chat", 0, 6));
        assert!(places.pass("chat", 1, 0), "partitions count apart");
        assert!(places.pass("billing", 0, 0), "topics count apart");
        assert!(!places.pass("chat", 0, 8), "7 went by unseen");
        assert!(places.pass("chat", 0, 9));
        assert!(!places.pass("chat", 0, 0), "the topic was made anew");
        assert!(places.pass("chat", 0, 1));
        assert!(!places.pass("chat", 2, 3), "a partition nobody knew");
    }
}
