//! One trace from a caller through a call, the outbox and the bus to a handler.

use std::sync::OnceLock;

use kit::{
    Db, Service as _, fault,
    testing::{Stage, TestHost},
};
use opentelemetry::{global, trace::TracerProvider as _};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{InMemorySpanExporter, SdkTracerProvider, SpanData},
};
use proto::notifications::v1::{
    GetPreferencesRequest, GetPreferencesResponse, SetPreferenceRequest, SetPreferenceResponse,
    notifications_service_server::{NotificationsService, NotificationsServiceServer},
};
use tonic::{Request, Response, Status};
use tracing::Instrument as _;
use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{
    desk::{Visitor, WELL, ask},
    probe::{Bus, MIGRATOR, Scribe, Teller, Writer, eventually, on_each_bus, said},
};

/// The spans of this whole test program; one per process is all that tracing allows.
fn spans() -> &'static InMemorySpanExporter {
    static SPANS: OnceLock<InMemorySpanExporter> = OnceLock::new();
    SPANS.get_or_init(|| {
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .build();
        global::set_text_map_propagator(TraceContextPropagator::new());
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
        tracing_subscriber::registry().with(layer).init();
        global::set_tracer_provider(provider);
        exporter
    })
}

/// Answers a call by telling the world.
struct Telling(Db);

#[tonic::async_trait]
impl NotificationsService for Telling {
    async fn get_preferences(
        &self,
        _: Request<GetPreferencesRequest>,
    ) -> Result<Response<GetPreferencesResponse>, Status> {
        Err(Status::unimplemented("not under test"))
    }

    async fn set_preference(
        &self,
        _: Request<SetPreferenceRequest>,
    ) -> Result<Response<SetPreferenceResponse>, Status> {
        let told = async {
            let mut tx = self.0.begin().await?;
            tx.emit(&said("ann", "one")).await?;
            tx.commit().await
        };
        told.await
            .map_err(|_: sqlx::Error| fault::status(tonic::Code::Internal, "internal", []))?;
        Ok(Response::new(SetPreferenceResponse {}))
    }
}

async fn host(stage: &std::sync::Arc<Stage>, bus: Bus) -> TestHost {
    let assemble = async |host: &mut kit::Host| {
        host.mount::<Teller>().await?;
        let teller = host.database(&MIGRATOR).await?;
        host.grpc(NotificationsServiceServer::new(Telling(teller)));
        host.mount::<Scribe>().await?;
        let scribe = host.database(&MIGRATOR).await?;
        host.hear(&scribe, Writer::willing());
        Ok(())
    };
    stage.host(bus.settings(), assemble).await.expect("start")
}

/// Tells the two runs apart in one exporter.
fn label(bus: Bus) -> &'static str {
    if bus == Bus::Kafka {
        "kafka"
    } else {
        "embedded"
    }
}

fn named<'a>(spans: &'a [SpanData], name: &str) -> Option<&'a SpanData> {
    spans.iter().find(|span| span.name == name)
}

on_each_bus! {
    async fn one_trace_reaches_from_the_caller_to_the_handler(bus: Bus) {
        let exporter = spans();
        let stage = Stage::new();
        let telling = host(&stage, bus).await;
        let settings = format!("[peers]\n{} = \"{}\"", Teller::NAME, telling.internal_url());
        let mut way = None;
        let _visitor = TestHost::with(&settings, async |host| {
            host.mount::<Visitor>().await?;
            way = Some(host.peer(Teller::NAME));
            Ok(())
        })
        .await;
        let visit = tracing::info_span!("visit", bus = label(bus));
        ask(way.expect("peer"), WELL).instrument(visit).await.expect("an answer");

        let trace = eventually("the handler's span is in the trace", async || {
            let all = exporter.get_finished_spans().expect("spans");
            let visit = all.iter().find(|span| {
                span.name == "visit"
                    && span.attributes.iter().any(|one| one.value.as_str() == label(bus))
            })?;
            let trace = visit.span_context.trace_id();
            let mine: Vec<SpanData> = all
                .iter()
                .filter(|span| span.span_context.trace_id() == trace)
                .cloned()
                .collect();
            named(&mine, "hear").is_some().then_some(mine)
        })
        .await;
        let visit = named(&trace, "visit").expect("visit");
        let call = named(&trace, "rpc").expect("rpc");
        let hear = named(&trace, "hear").expect("hear");
        assert_eq!(call.parent_span_id, visit.span_context.span_id());
        assert_eq!(hear.parent_span_id, call.span_context.span_id());
    }
}
