package condition

import (
	"bytes"
	"slices"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// Evaluate says whether the condition is true of a change, and keeps which comparison
// decided.
func (c *Compiled) Evaluate(change *Change) Outcome {
	if c.root == nil {
		return Outcome{Verdict: domain.VerdictTrue}
	}
	return c.root.evaluate(change)
}

func (s *step) evaluate(change *Change) Outcome {
	switch {
	case s.unfit != "":
		return s.decides(domain.VerdictUnknown, s.unfit)
	case s.node.kind == comparison:
		verdict, why := s.compare(change)
		return s.decides(verdict, why)
	case s.node.kind == notOf:
		return s.parts[0].evaluate(change).negated()
	case s.node.kind == anyOf:
		return s.evaluateList(change, domain.VerdictTrue)
	}
	return s.evaluateList(change, domain.VerdictFalse)
}

// evaluateList is Kleene's all (a false part settles it) or any (a true part does).
// Without such a part the first unknown one decides, and without that the last of all.
func (s *step) evaluateList(change *Change, settles domain.Verdict) Outcome {
	var last, unknown Outcome
	for i := range s.parts {
		last = s.parts[i].evaluate(change)
		switch {
		case last.Verdict == settles:
			return last
		case last.Verdict == domain.VerdictUnknown && unknown.Verdict == "":
			unknown = last
		}
	}
	if unknown.Verdict != "" {
		return unknown
	}
	if len(s.parts) > 1 {
		last.unanimous = s
	}
	return last
}

// compare evaluates one comparison that fits its event type.
func (s *step) compare(change *Change) (domain.Verdict, because) {
	n := s.node
	switch n.rule.op {
	case IsNull, IsNotNull:
		raw := change.raw(n.field, false)
		isNull := len(raw) == 0 || jsonvalue.KindOf(raw) == jsonvalue.Null
		return verdict(isNull == (n.rule.op == IsNull)), ""
	case Changed, ChangedFrom, ChangedTo:
		return s.compareChange(change)
	}
	value := change.operand(place{n.field, s.typ, false})
	if value.missing != "" {
		return domain.VerdictUnknown, value.missing
	}
	return verdict(s.holds(value)), ""
}

// compareChange evaluates what asks for the change itself. A change recorded while
// its type carried less than now can't answer.
func (s *step) compareChange(change *Change) (domain.Verdict, because) {
	n := s.node
	switch {
	case !change.carriesChanged:
		return domain.VerdictUnknown, noChangedFields
	case n.rule.op == Changed:
		return verdict(change.source.Changed(n.field)), ""
	case !change.carriesPrior:
		return domain.VerdictUnknown, noPriorValues
	case !change.source.Changed(n.field):
		return domain.VerdictFalse, notChanged
	}
	value := change.operand(place{n.field, s.typ, n.rule.op == ChangedFrom})
	switch {
	case value.missing != "" && n.rule.op == ChangedFrom:
		return domain.VerdictUnknown, value.missing.before()
	case value.missing != "":
		return domain.VerdictUnknown, value.missing
	}
	return verdict(compareScalars(s.typ, value.scalar, s.operands[0]) == 0), ""
}

// holds compares a value that is there and of its type.
func (s *step) holds(value operand) bool {
	op := s.node.rule.op
	switch op {
	case In, NotIn:
		_, found := slices.BinarySearchFunc(s.operands, value.scalar, func(a, b scalar) int { return compareScalars(s.typ, a, b) })
		return found == (op == In)
	case Contains:
		if s.typ == domain.FieldStringList {
			return slices.ContainsFunc(value.list, func(text []byte) bool { return bytes.Equal(text, s.operands[0].text) })
		}
		return bytes.Contains(value.scalar.text, s.operands[0].text)
	case StartsWith:
		return bytes.HasPrefix(value.scalar.text, s.operands[0].text)
	case EndsWith:
		return bytes.HasSuffix(value.scalar.text, s.operands[0].text)
	}
	order := compareScalars(s.typ, value.scalar, s.operands[0])
	switch op {
	case Eq:
		return order == 0
	case Ne:
		return order != 0
	case Lt:
		return order < 0
	case Lte:
		return order <= 0
	case Gt:
		return order > 0
	}
	return order >= 0 // Gte
}

func verdict(b bool) domain.Verdict {
	if b {
		return domain.VerdictTrue
	}
	return domain.VerdictFalse
}
