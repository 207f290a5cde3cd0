package telemetry

import (
	"context"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// label is a label with the values that it may take; with none, who counts bounds them.
type label struct {
	key   string
	known []string
}

// other stands for every value that is not known.
const other = "other"

// counter counts by labels.
type counter struct {
	metric.Int64Counter
	labels []label
	// ready holds the attributes of each combination of known values, so that the hot
	// paths make none.
	ready map[string]metric.MeasurementOption
}

// add counts n under the values of the labels, in their order.
func (c counter) add(n int, values ...string) {
	if n == 0 {
		return
	}
	option, ok := c.ready[key(values)]
	if !ok {
		bounded := slices.Clone(values)
		for i, l := range c.labels {
			if l.known != nil && !slices.Contains(l.known, values[i]) {
				bounded[i] = other
			}
		}
		option = c.option(bounded)
	}
	c.Add(context.Background(), int64(n), option)
}

func (c counter) option(values []string) metric.MeasurementOption {
	attributes := make([]attribute.KeyValue, len(values))
	for i, v := range values {
		attributes[i] = attribute.String(c.labels[i].key, v)
	}
	return metric.WithAttributeSet(attribute.NewSet(attributes...))
}

// key joins the values; at most two labels, so that nothing is allocated for one.
func key(values []string) string {
	switch len(values) {
	case 1:
		return values[0]
	case 2:
		return values[0] + "\x00" + values[1]
	default:
		return ""
	}
}

// builder makes instruments and keeps the first error.
type builder struct {
	meter metric.Meter
	err   error
}

// counter makes a counter that shows a zero for each combination of known values from
// the start: else the first dead event would be no increase of anything.
func (b *builder) counter(name, help string, labels ...label) counter {
	c := b.sparse(name, help, labels...)
	if b.err != nil {
		return c
	}
	var each func(values []string)
	each = func(values []string) {
		if len(values) == len(labels) {
			c.ready[key(values)] = c.option(values)
			c.Add(context.Background(), 0, c.ready[key(values)])
			return
		}
		for _, v := range labels[len(values)].known {
			each(append(slices.Clone(values), v))
		}
	}
	each(nil)
	return c
}

// sparse makes a counter whose series begin when something is counted.
func (b *builder) sparse(name, help string, labels ...label) counter {
	c := counter{labels: labels, ready: map[string]metric.MeasurementOption{}}
	var err error
	if c.Int64Counter, err = b.meter.Int64Counter(name, metric.WithDescription(help)); err != nil && b.err == nil {
		b.err = err
	}
	return c
}

func (b *builder) histogram(name, help string, bounds ...float64) metric.Float64Histogram {
	h, err := b.meter.Float64Histogram(name, metric.WithDescription(help), metric.WithUnit("s"), metric.WithExplicitBucketBoundaries(bounds...))
	if err != nil && b.err == nil {
		b.err = err
	}
	return h
}

func (b *builder) gauge(name, unit, help string) metric.Float64ObservableGauge {
	g, err := b.meter.Float64ObservableGauge(name, metric.WithDescription(help), metric.WithUnit(unit))
	if err != nil && b.err == nil {
		b.err = err
	}
	return g
}

func words[T ~string](values ...T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}
