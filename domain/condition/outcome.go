package condition

import (
	"fmt"
	"strings"

	"rhythm.example/backbeat/domain"
)

// because is what made a comparison unknown, or false without a look at its value.
type because string

const (
	fieldAbsent     because = "the field is absent"
	fieldNull       because = "the field is null"
	otherType       because = "the field's value is not of its declared type"
	priorAbsent     because = "the field was absent before"
	priorNull       because = "the field was null before"
	priorOtherType  because = "the field's value before is not of its declared type"
	notChanged      because = "the field did not change"
	notDeclared     because = "the event type does not declare the field"
	operatorUnfit   because = "the operator does not fit the field's type"
	valueUnfit      because = "the value in the filter does not fit the field's type"
	noChangedFields because = "the change carries no changed fields"
	noPriorValues   because = "the change carries no prior values"
	unreadable      because = "it is no condition that can be read"
)

// before is the same said of the value before the change.
func (b because) before() because {
	switch b {
	case fieldAbsent:
		return priorAbsent
	case fieldNull:
		return priorNull
	}
	return priorOtherType
}

// Outcome is what a condition says of one change.
type Outcome struct {
	Verdict domain.Verdict

	decided   *step // nil where there is no filter
	truth     domain.Verdict
	why       because
	unanimous *step // the outermost list that all of its parts decided together
}

func (s *step) decides(v domain.Verdict, why because) Outcome {
	return Outcome{Verdict: v, decided: s, truth: v, why: why}
}

func (o Outcome) negated() Outcome {
	switch o.Verdict {
	case domain.VerdictTrue:
		o.Verdict = domain.VerdictFalse
	case domain.VerdictFalse:
		o.Verdict = domain.VerdictTrue
	}
	return o
}

// Explain names the comparison that decided and what made it so, in one sentence
// without a value of the filter or of the data, such as
//
//	all[0]: email ends_with is false
//	not: deceased eq is unknown, as the field is null
//	all[1]: status in is true (the last of 2 parts of all, every one true)
//
// It says what the comparison is, which under a not is the reverse of the verdict.
func (o Outcome) Explain() string {
	if o.decided == nil {
		return "there is no filter"
	}
	n := o.decided.node
	var b strings.Builder
	if n.path != "" {
		b.WriteString(n.path + ": ")
	}
	if n.broken {
		b.WriteString("this part")
	} else {
		b.WriteString(strings.ToValidUTF8(n.field, "\uFFFD") + " " + string(n.rule.op))
	}
	b.WriteString(" is " + strings.ToLower(string(o.truth)))
	if o.why != "" {
		b.WriteString(", as " + string(o.why))
	}
	if o.unanimous != nil {
		every := "true"
		if o.unanimous.node.kind == anyOf {
			every = "false"
		}
		fmt.Fprintf(&b, " (the last of %d parts of %s, every one %s)", len(o.unanimous.parts), o.unanimous.node.listPath(), every)
	}
	return b.String()
}
