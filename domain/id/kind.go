package id

import (
	"go.jetify.com/typeid"
	"go.jetify.com/typeid/base32"
)

// Kind is the prefix of a TypeID: it says what an id is of.
type Kind string

const (
	Event        Kind = "evt"
	Delivery     Kind = "dlv"
	Subscription Kind = "sub"
	Connection   Kind = "con"
	Installation Kind = "ins"
	Release      Kind = "rel"
	Integration  Kind = "int"
	Application  Kind = "app"
	Consumer     Kind = "csm"
	Tenant       Kind = "ten"
	Change       Kind = "chg"
	Replay       Kind = "rpl"
	Call         Kind = "cal"
	History      Kind = "hst"
	Notification Kind = "ntf"
	Test         Kind = "tst"
	Lease        Kind = "lea"
	Token        Kind = "tok"
)

// Format gives the TypeID of an id, as in evt_01jdw5zc3qe7h8v5t1n2m3k4p5.
func (k Kind) Format(i ID) string {
	return string(k) + "_" + base32.Encode(i) // the prefixes above are all valid
}

// Parse reads a TypeID of this kind. Whatever else it is given, a TypeID of
// another kind included, is false: to a caller it is an id of nothing.
func (k Kind) Parse(s string) (ID, bool) {
	kind, i, ok := Split(s)
	return i, ok && kind == k
}

// Split reads a TypeID of any kind.
func Split(s string) (Kind, ID, bool) {
	if len(s) > 64 {
		return "", Zero, false
	}
	t, err := typeid.FromString(s)
	if err != nil {
		return "", Zero, false
	}
	var i ID
	copy(i[:], t.UUIDBytes())
	return Kind(t.Prefix()), i, true
}
