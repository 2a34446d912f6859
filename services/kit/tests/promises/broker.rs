//! A broker that refuses, is away, or will have no more of this producer.

use std::{collections::HashMap, sync::Arc};

use kit::testing::{Stage, TestHost};
use rdkafka::{
    mocking::MockCluster,
    producer::DefaultProducerContext,
    types::{RDKafkaApiKey, RDKafkaRespErr},
};

use crate::probe::{Bus, Writer, all_heard, count, pair, tell, words};

/// librdkafka's own broker: in memory, and it fails when told to.
struct Broker {
    stage: Arc<Stage>,
    cluster: MockCluster<'static, DefaultProducerContext>,
}

impl Broker {
    fn new() -> Self {
        let stage = Stage::new();
        let cluster = MockCluster::new(1).expect("mock cluster");
        let settings: HashMap<_, _> = stage.settings().into_iter().collect();
        let topic = format!("{}vonk.accounts.v1", settings["kafka_prefix"]);
        cluster.create_topic(&topic, 4, 1).expect("topic");
        Self { stage, cluster }
    }

    async fn host(&self) -> TestHost {
        let settings = format!(
            "{}kafka_brokers = \"{}\"",
            Bus::Kafka.settings(),
            self.cluster.bootstrap_servers()
        );
        let assemble = async |host: &mut kit::Host| pair(host, Writer::willing()).await;
        self.stage.host(&settings, assemble).await.expect("start")
    }

    fn refuse(&self, error: RDKafkaRespErr, times: usize) {
        self.cluster
            .request_errors(RDKafkaApiKey::Produce, &vec![error; times]);
    }
}

async fn tell_both(host: &TestHost, from: u32, to: u32) {
    for step in from..to {
        tell(&host.db("teller"), "ann", &step.to_string()).await;
        tell(&host.db("teller"), "bob", &step.to_string()).await;
    }
}

async fn both_heard(host: &TestHost, to: u32) {
    let (teller, scribe) = (host.db("teller"), host.db("scribe"));
    let all = all_heard(&teller, &scribe, 2 * to as usize).await;
    assert_eq!(all.len(), 2 * to as usize);
    let said: Vec<String> = (0..to).map(|step| step.to_string()).collect();
    assert_eq!(words(&scribe, "ann").await, said);
    assert_eq!(words(&scribe, "bob").await, said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_broker_refuses_waits_and_keeps_its_order() {
    let broker = Broker::new();
    let host = broker.host().await;
    tell_both(&host, 0, 3).await;
    both_heard(&host, 3).await;
    broker.refuse(
        RDKafkaRespErr::RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED,
        5,
    );
    tell_both(&host, 3, 8).await;
    both_heard(&host, 8).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_while_the_broker_is_away_is_heard_when_it_is_back() {
    let broker = Broker::new();
    let host = broker.host().await;
    tell_both(&host, 0, 1).await;
    both_heard(&host, 1).await;
    broker.cluster.broker_down(1).expect("down");
    tell_both(&host, 1, 6).await;
    assert_eq!(count(&host.db("teller"), "outbox").await, 10);
    broker.cluster.broker_up(1).expect("up");
    both_heard(&host, 6).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_producer_that_lost_its_place_does_not_stop_the_events() {
    let broker = Broker::new();
    let host = broker.host().await;
    tell_both(&host, 0, 3).await;
    both_heard(&host, 3).await;
    broker.refuse(
        RDKafkaRespErr::RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER,
        4,
    );
    tell_both(&host, 3, 8).await;
    both_heard(&host, 8).await;
}
