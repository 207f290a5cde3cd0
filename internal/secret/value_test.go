package secret

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

type document struct{ V Value }

type holder struct {
	Plain   Value
	Pointer *Value
	Any     any
	hidden  Value
}

func TestASecretIsNeverPrinted(t *testing.T) {
	t.Parallel()
	v := NewValue("hunter2")
	h := holder{v, &v, v, v}
	var printed []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%c", "%08.3f", "%U", "%T", "%!"} {
		for _, x := range []any{v, &v, h, &h, []Value{v}, map[string]Value{"k": v}, map[Value]int{v: 1}} {
			printed = append(printed, fmt.Sprintf(verb, x))
		}
	}
	printed = append(printed, fmt.Sprint(v), fmt.Sprintln(&h), fmt.Errorf("with %v", v).Error(), v.String(), v.GoString())
	for _, x := range []any{v, &v, h, map[string]any{"k": v}, map[Value]int{v: 1}} {
		out, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		printed = append(printed, string(out))
	}
	out, err := xml.Marshal(document{v})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewJSONHandler(&log, nil), slog.NewTextHandler(&log, nil)} {
		slog.New(handler).Info("x", "value", v, "pointer", &v, "holder", h, "group", slog.GroupValue(slog.Any("v", v)))
	}
	printed = append(printed, string(out), log.String())
	for _, p := range printed {
		for _, form := range []string{"hunter2", "68756e74657232", "104 117 110", "['h' 'u'"} {
			if strings.Contains(strings.ToLower(p), form) {
				t.Errorf("printed: %s", p)
			}
		}
	}
	if got, want := fmt.Sprint(v), "[redacted]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestASecretIsReadFromTextAndRevealedOnDemand(t *testing.T) {
	t.Parallel()
	var in struct{ Password Value }
	if err := json.Unmarshal([]byte(`{"Password":"hunter2"}`), &in); err != nil {
		t.Fatal(err)
	}
	if in.Password.Reveal() != "hunter2" || in.Password.IsZero() || !(Value{}).IsZero() {
		t.Error("the secret was lost")
	}
}
