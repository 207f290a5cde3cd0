// Package telemetry lets a process be watched: traces by OTLP over HTTP where the
// standard OTEL_* variables name an endpoint, metrics as Prometheus text, and trace
// ids on log lines. It sets nothing global, so that tests may have many of it.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/otlptranslator"
	"go.opentelemetry.io/otel/attribute"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// name is the instrumentation scope's, and the service's where OTEL_SERVICE_NAME sets none.
const name = "backbeat"

// Telemetry is what a process is watched by. It is safe for concurrent use.
type Telemetry struct {
	// Metrics counts what happens; its series are what docs/metrics.md lists.
	Metrics *Metrics

	log      *slog.Logger
	registry *prometheus.Registry
	meters   *sdkmetric.MeterProvider
	spans    *sdktrace.TracerProvider // nil where nothing is traced
	tracers  trace.TracerProvider
}

// Start reads the OTEL_* variables and sets everything up. It connects to nothing: a
// collector that is away costs spans and a line in the log. It fails where a variable
// can't be right.
func Start(ctx context.Context, version string, log *slog.Logger, options ...sdktrace.TracerProviderOption) (*Telemetry, error) {
	about, err := describe(ctx, version)
	if err != nil {
		return nil, err
	}
	t := &Telemetry{log: log, registry: prometheus.NewRegistry(), tracers: noop.NewTracerProvider()}
	exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(t.registry), otelprometheus.WithoutScopeInfo(),
		otelprometheus.WithTranslationStrategy(otlptranslator.UnderscoreEscapingWithSuffixes))
	if err != nil {
		return nil, fmt.Errorf("setting up metrics: %w", err)
	}
	t.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter), sdkmetric.WithResource(about))
	t.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if t.Metrics, err = newMetrics(t.Meter()); err != nil {
		return nil, fmt.Errorf("setting up metrics: %w", err)
	}
	export, err := exporterOf(ctx, log)
	if err != nil {
		return nil, err
	}
	if export != nil {
		options = append(options, sdktrace.WithBatcher(export))
	}
	if len(options) > 0 {
		t.spans = sdktrace.NewTracerProvider(append([]sdktrace.TracerProviderOption{
			sdktrace.WithResource(about), sdktrace.WithRawSpanLimits(limits())}, options...)...)
		t.tracers = t.spans
	}
	return t, nil
}

// Tracer makes spans: recorded ones where something takes them, else such as hand on
// the trace that a caller began.
func (t *Telemetry) Tracer() trace.Tracer { return t.tracers.Tracer(name) }

// Meter makes instruments, whose names begin with "backbeat.".
func (t *Telemetry) Meter() metric.Meter { return t.meters.Meter(name) }

// Handler serves the metrics, as Prometheus text or OpenMetrics.
func (t *Telemetry) Handler() http.Handler {
	return promhttp.HandlerFor(t.registry, promhttp.HandlerOpts{
		EnableOpenMetrics: true, ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4,
		ErrorLog: slog.NewLogLogger(t.log.Handler(), slog.LevelWarn),
	})
}

// Shutdown sends the spans that are still here, within the context's time, and ends.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	var spans error
	if t.spans != nil {
		spans = t.spans.Shutdown(ctx)
	}
	if err := errors.Join(spans, t.meters.Shutdown(ctx)); err != nil {
		return fmt.Errorf("ending telemetry: %w", err)
	}
	return nil
}

// limits bound a span where the OTEL_SPAN_* variables do not: what a caller sent, as a
// User-Agent, is cut.
func limits() sdktrace.SpanLimits {
	l := sdktrace.NewSpanLimits()
	if l.AttributeValueLengthLimit < 0 {
		l.AttributeValueLengthLimit = 256
	}
	return l
}

func describe(ctx context.Context, version string) (*resource.Resource, error) {
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", name), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w; right is key=value, with commas between", err)
	}
	return about, nil
}
