package jsonread

// Raw takes one value of any kind, checked to be JSON, and gives its bytes as they
// stand in the text. It does not recurse, so that no nesting exhausts the stack: it
// holds a byte for each bracket that is open.
func (r *Reader) Raw() ([]byte, error) {
	r.open = r.open[:0]
	r.space()
	start := r.at
	for {
		opened, err := r.begin()
		if err != nil {
			return nil, err
		}
		if opened {
			continue
		}
		done, err := r.finish()
		if err != nil {
			return nil, err
		}
		if done {
			return r.text[start:r.at], nil
		}
	}
}

// begin passes over a scalar or an empty object or list, or over the bracket (and the
// first name) of one that has members, which it then notes as open.
func (r *Reader) begin() (opened bool, err error) {
	switch r.Kind() {
	case '{':
		r.at++
		if r.space(); r.optional('}') {
			return false, nil
		}
		r.open = append(r.open, '}')
		return true, r.scanName()
	case '[':
		r.at++
		if r.space(); r.optional(']') {
			return false, nil
		}
		r.open = append(r.open, ']')
		return true, nil
	case '"':
		_, _, err := r.scanString()
		return false, err
	case '0':
		return false, r.scanNumber()
	case 't':
		return false, r.literal("true")
	case 'f':
		return false, r.literal("false")
	case 'n':
		return false, r.literal("null")
	default:
		return false, r.fault("a value was expected")
	}
}

// finish stands behind a value: it passes over the brackets that close there and over
// the comma (and name) before the next one. It is done when nothing is open any more.
func (r *Reader) finish() (done bool, err error) {
	for {
		top := len(r.open) - 1
		if top < 0 {
			return true, nil
		}
		closing := r.open[top]
		more, err := r.More(closing, false)
		switch {
		case err != nil:
			return false, err
		case more && closing == '}':
			return false, r.scanName()
		case more:
			return false, nil
		}
		r.open = r.open[:top]
	}
}

func (r *Reader) scanName() error {
	r.space()
	if _, _, err := r.scanString(); err != nil {
		return err
	}
	return r.colon()
}
