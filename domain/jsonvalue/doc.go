// Package jsonvalue reads the meaning of JSON text without changing a byte of it:
// the members of an object, the characters of a string, the digits of a number, and
// whether two values are the same value.
//
// It exists because decoding into Go's own types loses what must be kept: floats
// lose digits, U+FFFD swallows lone surrogates, and maps lose order and spelling.
//
//   - Numbers are exact decimals of any size. 1e1000000000 costs no more than its
//     eleven characters.
//   - Strings are sequences of code points, lone surrogates among them. A decoded
//     string is held in WTF-8 (UTF-8 that also encodes lone surrogates), so that byte
//     order is code point order and no two different strings become one.
//   - Of members that share a name the last one counts, as in encoding/json.
//
// Errors never repeat the text they are about.
package jsonvalue
