package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes a report as a table.
func (r *Report) Print(w io.Writer) error {
	for _, part := range []map[string]string{r.Machine, r.Settings} {
		var words []string
		for _, k := range slices.Sorted(maps.Keys(part)) {
			words = append(words, k+": "+part[k])
		}
		_, _ = fmt.Fprintln(w, strings.Join(words, "; "))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "\nscenario\tfigure\tmedian\tunit\tgoal\truns")
	for _, s := range r.Scenarios {
		for _, f := range s.Figures {
			_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, f.Name, number(f.Value), f.Unit, f.goal(), numbers(f.Runs))
		}
	}
	return t.Flush()
}

func (f *Figure) goal() string {
	if f.Goal == nil {
		return ""
	}
	word, sign := "missed", "≥"
	if f.AtMost {
		sign = "≤"
	}
	if f.Reached() {
		word = "reached"
	}
	return fmt.Sprintf("%s %s: %s", sign, number(*f.Goal), word)
}

func number(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.2f", v)
	}
}

func numbers(v []float64) string {
	words := make([]string, len(v))
	for i, n := range v {
		words[i] = number(n)
	}
	return strings.Join(words, " ")
}
