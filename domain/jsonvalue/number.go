package jsonvalue

import (
	"bytes"
	"cmp"
)

// Number is a JSON number as an exact decimal: sign × 0.HEADTAIL × 10^(shift+exponent).
// It aliases the text it was read from. No digit is ever expanded, so neither the size
// of an exponent nor the number of digits costs more than the characters there are.
type Number struct {
	sign int // -1, 0 or 1; minus zero is zero
	// head and tail are the significant digits before and after the decimal point,
	// with no zero first or last over the two.
	head, tail []byte
	shift      int
	exponent   []byte // the digits as written after e, without their sign
	direction  int    // the sign of the exponent, -1 or 1
}

// ParseNumber reads a JSON number. ok is false for any other kind of value; the
// grammar beyond the first byte is the caller's to have checked.
func ParseNumber(raw []byte) (n Number, ok bool) {
	if KindOf(raw) != Digits {
		return Number{}, false
	}
	n.sign, n.direction = 1, 1
	if raw[0] == '-' {
		n.sign, raw = -1, raw[1:]
	}
	if e := bytes.IndexAny(raw, "eE"); e >= 0 {
		n.exponent, raw = raw[e+1:], raw[:e]
		if len(n.exponent) > 0 && n.exponent[0] == '-' {
			n.direction = -1
		}
		n.exponent = bytes.TrimLeft(n.exponent, "+-0")
	}
	n.head, n.tail, _ = bytes.Cut(raw, []byte{'.'})
	n.head = bytes.TrimLeft(n.head, "0")
	n.shift = len(n.head)
	if len(n.head) == 0 {
		fraction := len(n.tail)
		n.tail = bytes.TrimLeft(n.tail, "0")
		n.shift = len(n.tail) - fraction
	}
	n.tail = bytes.TrimRight(n.tail, "0")
	if len(n.tail) == 0 {
		n.head = bytes.TrimRight(n.head, "0")
	}
	if len(n.head) == 0 && len(n.tail) == 0 {
		return Number{}, true
	}
	return n, true
}

// Compare gives -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Number) Compare(b Number) int {
	if a.sign != b.sign || a.sign == 0 {
		return cmp.Compare(a.sign, b.sign)
	}
	magnitude := a.compareMagnitude(b)
	if magnitude == 0 {
		magnitude = a.compareDigits(b)
	}
	return a.sign * magnitude
}

// compareMagnitude compares shift+exponent of both. The difference of the exponents
// is built digit by digit: once it is far beyond what digits left or shifts could
// still take back, its sign is the answer.
func (a Number) compareMagnitude(b Number) int {
	const decided = 1 << 50
	difference := 0
	for place := max(len(a.exponent), len(b.exponent)); place > 0; place-- {
		difference = difference*10 + a.direction*digitAt(a.exponent, place) - b.direction*digitAt(b.exponent, place)
		if difference > decided || difference < -decided {
			return cmp.Compare(difference, 0)
		}
	}
	return cmp.Compare(difference+a.shift, b.shift)
}

// digitAt gives the digit at a place counted from the right, the last being 1.
func digitAt(digits []byte, place int) int {
	if place > len(digits) {
		return 0
	}
	return int(digits[len(digits)-place] - '0')
}

func (a Number) compareDigits(b Number) int {
	if len(a.tail) == 0 && len(b.tail) == 0 {
		return bytes.Compare(a.head, b.head)
	}
	n := min(len(a.head)+len(a.tail), len(b.head)+len(b.tail))
	for i := range n {
		if c := cmp.Compare(a.significant(i), b.significant(i)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a.head)+len(a.tail), len(b.head)+len(b.tail))
}

func (a Number) significant(i int) byte {
	if i < len(a.head) {
		return a.head[i]
	}
	return a.tail[i-len(a.head)]
}
