package graph

import (
	"encoding/base64"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func codeAt(vs domain.Violations) domain.ViolationCode {
	if len(vs) != 1 || vs[0].Path != "cursor" {
		return ""
	}
	return vs[0].Code
}

func TestAFeedCursorComesBackAsItsPositionAndForItsConnectionAlone(t *testing.T) {
	t.Parallel()
	ids := id.NewGenerator(time.Now)
	mine, other := feedCursor{ids.New()}, feedCursor{ids.New()}
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Int64Range(0, math.MaxInt64).Draw(t, "position")
		cursor := mine.at(at)
		if got, vs := mine.read("cursor", cursor); got != at || len(vs) > 0 {
			t.Fatalf("%d came back as %d, %v", at, got, vs)
		}
		if _, vs := other.read("cursor", cursor); codeAt(vs) != domain.ViolationNotAllowed {
			t.Fatalf("another connection's is refused with %v", vs)
		}
	})
}

func TestAFeedCursorNeverChangesItsSpelling(t *testing.T) {
	t.Parallel()
	const want = "AAAAAAAAACrp31HkL_lWkJZXuJ4"
	if got := (feedCursor{id.ID{1, 2, 3}}).at(42); got != want {
		t.Errorf("%s, and not %s: clients keep cursors for good", got, want)
	}
}

func TestAMadeUpFeedCursorIsToldFromAForeignOne(t *testing.T) {
	t.Parallel()
	mine := feedCursor{id.NewGenerator(time.Now).New()}
	cursor := mine.at(7)
	b, _ := base64.RawURLEncoding.DecodeString(cursor)
	for i := range b {
		tampered := append([]byte(nil), b...)
		tampered[i] ^= 1
		if _, vs := mine.read("cursor", base64.RawURLEncoding.EncodeToString(tampered)); codeAt(vs) != domain.ViolationMalformed {
			t.Errorf("with byte %d changed: %v", i, vs)
		}
	}
	for _, made := range []string{"", "7", cursor + "A", cursor[:26], cursor + "\n", cursor[:26] + "\n", cursor + "=", " " + cursor, list{name: "events"}.cursor(mine.connection), string(make([]byte, 1<<20))} {
		if _, vs := mine.read("cursor", made); codeAt(vs) != domain.ViolationMalformed {
			t.Errorf("%.40q: %v", made, vs)
		}
	}
}

func FuzzFeedCursor(f *testing.F) {
	mine := feedCursor{id.ID{9}}
	f.Add(mine.at(0))
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, s string) {
		if at, vs := mine.read("cursor", s); len(vs) == 0 && mine.at(at) != s {
			t.Fatalf("%q reads as %d, which is spelled %q", s, at, mine.at(at))
		}
	})
}
