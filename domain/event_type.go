package domain

// EventTypeKind says who makes events of a type.
type EventTypeKind string

const (
	// EventTypeChange is a change of Rhythm's own data, which integrations subscribe to.
	EventTypeChange EventTypeKind = "CHANGE"
	// EventTypeProduced is an event that an integration's adapter emits.
	EventTypeProduced EventTypeKind = "PRODUCED"
	// EventTypeCompletion is the completion of a provider call.
	EventTypeCompletion EventTypeKind = "COMPLETION"
)

// FieldType is the type that an event type declares for a field.
type FieldType string

const (
	FieldString     FieldType = "STRING"
	FieldNumber     FieldType = "NUMBER"
	FieldBoolean    FieldType = "BOOLEAN"
	FieldDate       FieldType = "DATE"
	FieldDateTime   FieldType = "DATETIME"
	FieldStringList FieldType = "STRING_LIST"
	FieldObject     FieldType = "OBJECT"
)

// EventField is one field that an event type declares.
type EventField struct {
	Name        string    `json:"name"`
	Type        FieldType `json:"type"`
	Description *string   `json:"description,omitempty"`
}

// EventType is an entry of the catalog: what events of this name carry.
type EventType struct {
	Name        string
	Kind        EventTypeKind
	Description *string
	Fields      []EventField
	// CarriesPriorValues: a change is sent with the values before it.
	CarriesPriorValues bool
	// CarriesChangedFields: a change is sent with the names of the declared fields that differ.
	CarriesChangedFields bool
}

// Field finds a declared field by its name.
func (t *EventType) Field(name string) (EventField, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return EventField{}, false
}

// UncataloguedType stands for a type that the catalog no longer has: nothing is known of its fields.
func UncataloguedType(name string) *EventType {
	return &EventType{Name: name, Kind: EventTypeChange, Fields: []EventField{}}
}
