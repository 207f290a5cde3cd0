// Package condition is the language of filters: a JSON object over the fields of one
// change, such as
//
//	{ "all": [ { "field": "email", "op": "ends_with", "value": "@example.org" },
//	           { "not": { "field": "deceased", "op": "eq", "value": true } } ] }
//
// A node is exactly one of all (a list that is not empty), any (the same), not (a
// node) or a comparison (field, op and, where the operator takes one, value).
//
// Who writes a filter calls Compile, which refuses what does not fit the event type
// and names every fault. Who evaluates a stored one calls Load, which never fails:
// what a later event type no longer fits is unknown, and the rest goes on counting.
//
// Where the language leaves a choice, this package chose:
//
//   - A key that is no part of the language is UNKNOWN_FIELD and a key given twice is
//     DUPLICATE, both at the key's path. An operator that does not exist, or that does
//     not fit the field or the event type, is NOT_ALLOWED at op. A text that is no date
//     is WRONG_TYPE for a DATE field, and null is WRONG_TYPE everywhere.
//   - An absent field is null to is_null. A field that the event type no longer declares
//     is unknown to every operator, is_null included: nobody knows what it holds.
//   - A list of strings that holds anything else is no STRING_LIST: unknown.
//   - Strings are compared as code points; a lone surrogate is a code point of its own
//     and never equal to U+FFFD or to half of a pair.
//   - DATETIMEs are compared with every digit of their fraction.
//
// A violation's message and an explanation name fields, operators and types, never a
// value of the filter or of the data.
package condition
