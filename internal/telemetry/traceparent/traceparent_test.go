package traceparent_test

import (
	"context"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/internal/telemetry/traceparent"
)

const sampled = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

func TestATraceparentComesOutAsItWentIn(t *testing.T) {
	t.Parallel()
	for _, in := range []string{sampled, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"} {
		ctx := traceparent.Into(t.Context(), in)
		if out := traceparent.Of(ctx); out != in {
			t.Errorf("%q became %q", in, out)
		}
		if sc := trace.SpanContextFromContext(ctx); !sc.IsRemote() {
			t.Errorf("%q does not count as another process's", in)
		}
	}
}

func TestWhatIsNoTraceparentIsNone(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"", "no", "00-00000000000000000000000000000000-0000000000000000-01", sampled[:40]} {
		if out := traceparent.Of(traceparent.Into(context.Background(), in)); out != "" {
			t.Errorf("%q became %q", in, out)
		}
		if traceparent.Sampled(in) {
			t.Errorf("%q counts as sampled", in)
		}
	}
}

func TestSampledIsWhatTheFlagSays(t *testing.T) {
	t.Parallel()
	if !traceparent.Sampled(sampled) || traceparent.Sampled(sampled[:len(sampled)-1]+"0") {
		t.Error("the last flag is not read")
	}
}
