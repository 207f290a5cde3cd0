package telemetry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// exporterOf gives what sends spans, nil where the environment names no endpoint or
// turns traces off. Everything else about sending (headers, time-outs, certificates,
// sampling, batches) the SDK reads from its variables by itself:
// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
func exporterOf(ctx context.Context, log *slog.Logger) (sdktrace.SpanExporter, error) {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return nil, nil
	}
	switch kind := os.Getenv("OTEL_TRACES_EXPORTER"); kind {
	case "", "otlp":
	case "none":
		return nil, nil
	default:
		return nil, fmt.Errorf("OTEL_TRACES_EXPORTER is %q; right is otlp or none", kind)
	}
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil
	}
	protocol := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), os.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL"), "http/protobuf")
	if protocol != "http/protobuf" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %q; right is http/protobuf, on a collector's port 4318 by custom", protocol)
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("setting up traces: %w", err)
	}
	return saidExporter{exporter, log}, nil
}

// saidExporter logs what could not be sent: the SDK would hand it to a handler that is
// global.
type saidExporter struct {
	sdktrace.SpanExporter
	log *slog.Logger
}

func (e saidExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	if err != nil && !errors.Is(err, context.Canceled) {
		e.log.WarnContext(ctx, "spans could not be sent and are lost", "spans", len(spans), "error", err)
	}
	return nil
}
