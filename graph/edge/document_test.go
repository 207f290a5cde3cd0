package edge

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/generated"
)

func newDocuments(t *testing.T) *documents {
	t.Helper()
	h, err := New(Options{
		Schema:       generated.NewExecutableSchema(generated.Config{}),
		Authenticate: func(context.Context, string) (*domain.Principal, error) { return nil, errors.New("nobody") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return h.documents
}

func TestADocumentIsReadOnce(t *testing.T) {
	t.Parallel()
	d := newDocuments(t)
	first, refused := d.read(`{ viewer { kind } }`, true)
	again, _ := d.read(`{ viewer { kind } }`, false)
	if refused != nil || first != again {
		t.Fatal(refused, first, again)
	}
}

// Large documents come once, and would drive out what comes often.
func TestTheCacheHoldsNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	c := newCache[int](1600)
	for i := range 100 {
		c.add(strings.Repeat("k", i), i, 90)
	}
	if c.weight > 1600 || c.kept.Len() != 17 {
		t.Fatal(c.weight, c.kept.Len())
	}
	c.add("large", 1, 101)
	if _, kept := c.get("large"); kept {
		t.Fatal("a large one was kept")
	}
	for range 50 {
		c.add("same", 1, 90)
	}
	if c.weight > 1600 || c.kept.Len() != 17 {
		t.Fatal(c.weight, c.kept.Len())
	}
}

// An unknown name is compared with those that are known, in time that grows with it.
func TestALongNameIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	d := newDocuments(t)
	began := time.Now()
	_, refused := d.read("{ "+strings.Repeat("n", 4<<20)+" }", true)
	if refused == nil || codeOf(refused.errors[0]) != domain.CodeParseFailed || len(refused.errors[0].Message) > 200 {
		t.Fatal(refused)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Fatal(took)
	}
	if _, refused := d.read("{ "+strings.Repeat("n", longestName)+" }", true); codeOf(refused.errors[0]) != domain.CodeValidationFailed {
		t.Fatal(refused.errors[0])
	}
}

// What gqlgen says of arguments that it could not read is no fault of ours: a scalar
// may read less than its shape here does.
func TestAnArgumentThatAScalarRefusesDoesNotFitItsType(t *testing.T) {
	t.Parallel()
	field := graphql.CollectedField{Field: &ast.Field{Alias: "f", Definition: &ast.FieldDefinition{Arguments: ast.ArgumentDefinitionList{{Name: "a"}}}}}
	p := presenter{slog.New(slog.DiscardHandler)}
	for code, fc := range map[domain.Code]*graphql.FieldContext{
		domain.CodeValidationFailed: {Field: field},
		domain.CodeInternal:         {Field: field, Args: map[string]any{}},
	} {
		ctx := graphql.WithFieldContext(t.Context(), fc)
		if got := p.present(ctx, errors.New("s3cret")); codeOf(got) != code || strings.Contains(got.Message, "s3cret") {
			t.Errorf("%s: %v", code, got)
		}
	}
}
