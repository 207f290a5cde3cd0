package condition_test

import (
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

// A filter is refused with every fault when it is written, and judges changes once stored.
func Example() {
	contacts := &domain.EventType{
		Fields:               []domain.EventField{{Name: "email", Type: domain.FieldString}, {Name: "visits", Type: domain.FieldNumber}},
		CarriesChangedFields: true,
	}
	_, violations := condition.Compile([]byte(`{"all":[{"field":"email","op":"lt","value":7},{"field":"mail","op":"changed"}]}`), contacts)
	for _, v := range violations {
		fmt.Println(v)
	}

	stored := condition.Load([]byte(`{"all":[{"field":"email","op":"ends_with","value":"@example.org"},{"field":"visits","op":"changed"}]}`), contacts)
	change, err := projection.Project(contacts, []byte(`{"id":1,"email":"a@example.org","visits":1}`), []byte(`{"id":1,"email":"a@example.org","visits":1.0}`))
	if err != nil {
		panic(err)
	}
	outcome := stored.Evaluate(condition.NewChange(&change))
	fmt.Println(outcome.Verdict, "-", outcome.Explain())
	fmt.Println(string(change.Payload))
	// Output:
	// filter.all[0].value: WRONG_TYPE: must be a string
	// filter.all[1].field: UNKNOWN_FIELD: the event type declares no such field; there are email, visits
	// FALSE - all[1]: visits changed is false
	// {"entity":{"email":"a@example.org","visits":1.0},"changed":[]}
}
