package condition

import (
	"fmt"
	"slices"
	"strings"

	"rhythm.example/backbeat/domain"
)

// maxFaults bounds what one refusal lists: 16 KiB can hold eight thousand faults, and
// nobody reads more than these before the next try.
const maxFaults = 100

// root is what every path of a violation begins with.
const root = "filter"

type faults []domain.Violation

func (f *faults) add(path string, code domain.ViolationCode, format string, args ...any) {
	if len(*f) >= maxFaults {
		return
	}
	*f = append(*f, domain.Violation{Path: fromRoot(path), Code: code, Message: fmt.Sprintf(format, args...)})
}

// drop takes back what was said of a path and of what is below it.
func (f *faults) drop(path string) {
	path = fromRoot(path)
	*f = slices.DeleteFunc(*f, func(v domain.Violation) bool {
		rest, ok := strings.CutPrefix(v.Path, path)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

func fromRoot(path string) string {
	if path == "" || path[0] == '[' {
		return root + path
	}
	return root + "." + path
}

// keyPath is the path of a key of somebody else's choosing: plain words as they are,
// anything else quoted, and no more of it than helps to find it.
func keyPath(path, key string) string {
	const most = 60
	if len(key) > most {
		key = strings.ToValidUTF8(key[:most], "") + "…"
	}
	plain := key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return r != '_' && r != '…' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	if plain {
		return below(path, key)
	}
	return fmt.Sprintf("%s[%+q]", path, key)
}
