package jsonvalue

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	// ErrMalformed says that a text is no JSON, is not UTF-8, or is nested more than
	// 10,000 levels deep.
	ErrMalformed = errors.New("not JSON in UTF-8")
	// ErrWrongKind says that a text is JSON, but no object (EachMember) or no list (EachElement).
	ErrWrongKind = errors.New("another kind of JSON value than asked for")
)

// EachMember calls visit with the decoded name and the raw value of each member of
// an object, in order, members that share a name included. The slices alias raw
// (a name with escapes is a copy). Where it returns an error, visit may have been
// called for what came before the fault.
func EachMember(raw []byte, visit func(name, value []byte)) error {
	d, err := open(raw, '{')
	if err != nil {
		return err
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return ErrMalformed
		}
		text := Text(name)
		value, err := d.ReadValue()
		if err != nil {
			return ErrMalformed
		}
		visit(text, value)
	}
	return finish(d)
}

// EachElement calls visit with the raw value of each element of a list, in order;
// what EachMember says of aliases and errors holds here too.
func EachElement(raw []byte, visit func(value []byte)) error {
	d, err := open(raw, '[')
	if err != nil {
		return err
	}
	for k := d.PeekKind(); k != ']' && k != jsontext.KindInvalid; k = d.PeekKind() {
		value, err := d.ReadValue()
		if err != nil {
			return ErrMalformed
		}
		visit(value)
	}
	return finish(d)
}

// Valid reports whether raw is one JSON value in UTF-8.
func Valid(raw []byte) bool {
	return utf8.Valid(raw) && jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func open(raw []byte, begin jsontext.Kind) (*jsontext.Decoder, error) {
	if !utf8.Valid(raw) {
		return nil, ErrMalformed
	}
	d := decoder(raw)
	if k := d.PeekKind(); k == jsontext.KindInvalid {
		return nil, ErrMalformed
	} else if k != begin {
		if !Valid(raw) {
			return nil, ErrMalformed
		}
		return nil, ErrWrongKind
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, ErrMalformed
	}
	return d, nil
}

func finish(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil || d.StackDepth() != 0 {
		return ErrMalformed
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return ErrMalformed
	}
	return nil
}

// decoder reads raw in place: from a bytes.Buffer the decoder takes the bytes
// themselves, so that the values it gives alias raw. AllowInvalidUTF8 lets lone
// surrogate escapes through, which JSON's grammar allows; real UTF-8 is checked before.
func decoder(raw []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
