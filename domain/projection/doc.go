// Package projection turns the rows of a change into what its event type declares,
// and that alone: no undeclared value and no system column leaves it.
//
// Where the rules leave a choice, this package chose:
//
//   - A row that names a column twice means the last one, as encoding/json has it;
//     the projection carries it once. Names inside a value are copied as they are.
//   - Values are copied byte for byte, white space inside them included. The order of
//     fields is the event type's.
//   - Changed fields differ by value: 1.0 equals 1, "\u0061" equals "a", the order of
//     an object's members does not count, null is not absent. Two texts of a DATETIME
//     field that name the same instant are equal too, since that is how conditions
//     compare them.
//   - A field that has a value is one that is there and not null.
//   - A before or after that is null counts as left out.
package projection
