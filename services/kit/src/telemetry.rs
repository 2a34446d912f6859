//! Logs, traces and metrics of a process.
//!
//! Log lines are JSON on standard output; traces and metrics go to an
//! OpenTelemetry collector when one is configured; metrics can always be read
//! from `/metrics` on the internal listener. No line, span or label carries a
//! name, an address, a message or a token: ids only.

use opentelemetry::{global, trace::TracerProvider as _};
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::{
    Resource, metrics::SdkMeterProvider, propagation::TraceContextPropagator,
    trace::SdkTracerProvider,
};
use prometheus::{Encoder as _, TextEncoder};
use tracing_subscriber::{
    EnvFilter, Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::config::{LogFormat, Process};

/// Keeps telemetry running; flushes it at the end of the process.
#[derive(Debug)]
pub(crate) struct Telemetry {
    registry: prometheus::Registry,
    meters: SdkMeterProvider,
    tracers: Option<SdkTracerProvider>,
}

impl Telemetry {
    /// Installs logs, traces and metrics for the whole process.
    pub(crate) fn start(process: &Process, name: &str) -> anyhow::Result<Self> {
        global::set_text_map_propagator(TraceContextPropagator::new());
        let resource = Resource::builder()
            .with_service_name(name.to_owned())
            .build();

        let registry = prometheus::Registry::new();
        let scrape = opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .build()?;
        let mut meters = SdkMeterProvider::builder()
            .with_resource(resource.clone())
            .with_reader(scrape);
        let mut tracers = None;
        if !process.otlp_endpoint.is_empty() {
            let metrics = opentelemetry_otlp::MetricExporter::builder()
                .with_tonic()
                .with_endpoint(&process.otlp_endpoint)
                .build()?;
            meters = meters.with_periodic_exporter(metrics);
            let spans = opentelemetry_otlp::SpanExporter::builder()
                .with_tonic()
                .with_endpoint(&process.otlp_endpoint)
                .build()?;
            let provider = SdkTracerProvider::builder()
                .with_resource(resource)
                .with_batch_exporter(spans)
                .build();
            global::set_tracer_provider(provider.clone());
            tracers = Some(provider);
        }
        let meters = meters.build();
        global::set_meter_provider(meters.clone());

        let lines = tracing_subscriber::fmt::layer();
        let lines = match process.log_format {
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
            LogFormat::Text => lines.boxed(),
        };
        let spans = tracers
            .as_ref()
            .map(|provider| tracing_opentelemetry::layer().with_tracer(provider.tracer("vonk")));
        tracing_subscriber::registry()
            .with(EnvFilter::try_new(&process.log)?)
            .with(lines)
            .with(spans)
            .init();
        std::panic::set_hook(Box::new(|panic| {
            // The payload may hold anything, a member's words too; the place is enough to find it.
            let place = panic.location().map(ToString::to_string);
            tracing::error!(place, "panicked");
        }));
        Ok(Self {
            registry,
            meters,
            tracers,
        })
    }

    /// The text that Prometheus scrapes.
    pub(crate) fn scrape(registry: &prometheus::Registry) -> String {
        let mut text = Vec::new();
        if let Err(error) = TextEncoder::new().encode(&registry.gather(), &mut text) {
            tracing::error!(%error, "metrics cannot be written");
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    pub(crate) fn registry(&self) -> prometheus::Registry {
        self.registry.clone()
    }

    /// Sends what is still waiting. Call it last.
    pub(crate) fn flush(self) {
        if let Some(tracers) = self.tracers
            && let Err(error) = tracers.shutdown()
        {
            tracing::warn!(%error, "traces were not flushed");
        }
        if let Err(error) = self.meters.shutdown() {
            tracing::warn!(%error, "metrics were not flushed");
        }
    }
}

/// The trace a piece of work belongs to, in the W3C form that headers carry.
#[must_use]
pub(crate) fn traceparent() -> Option<String> {
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;
    let mut carrier = std::collections::HashMap::new();
    let context = tracing::Span::current().context();
    global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut carrier));
    carrier.remove("traceparent")
}

/// Makes `span` part of the trace that `traceparent` names.
pub(crate) fn continue_trace(span: &tracing::Span, traceparent: &str) {
    use tracing_opentelemetry::OpenTelemetrySpanExt as _;
    let carrier =
        std::collections::HashMap::from([("traceparent".to_owned(), traceparent.to_owned())]);
    let context = global::get_text_map_propagator(|propagator| propagator.extract(&carrier));
    // Fails only when no trace layer is installed; then there is no trace to continue.
    let _ = span.set_parent(context);
}
