package jsonvalue_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain/jsonvalue"
)

func number(t rapid.TB, text string) jsonvalue.Number {
	t.Helper()
	n, ok := jsonvalue.ParseNumber([]byte(text))
	if !ok {
		t.Fatalf("%s is no number", text)
	}
	return n
}

func TestNumbersCompareAsExactDecimals(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("9", 300)
	// each line goes up from left to right; = joins spellings of one number
	for _, line := range [][]string{
		{"-1e400", "-1e399", "-10", "-9.99", "-0.1", "-1e-400", "0 = -0 = 0.0 = -0e5 = 0e999999999999999999999", "1e-400", "0.1 = 1e-1 = 0.10 = 10e-2"},
		{"0.99999999999999999999999", "1 = 1.0 = 1.000 = 10e-1 = 0.1e1 = 1E+0 = 1e-0 = 1e00", "1.00000000000000000000001"},
		{"9007199254740992", "9007199254740993", "9007199254740993.5", "9007199254740994"},
		{many, "1e308", "1e309", "1e400 = 10e399 = 0.1e401 = 1e+0400", "1.1e400", "1" + strings.Repeat("0", 401)},
		{"-1e1000000000", "1e-1000000000", "1", "1e999999999", "1e1000000000 = 10e999999999 = 0.01e1000000002", "2e1000000000"},
		{"1e-" + many, "1e-99999999999999999999999", "1e99999999999999999999999", "1e" + many, "10e" + many + " = 1e1" + strings.Repeat("0", 300)},
		{"1.5e99999999999999999999999", "15.1e99999999999999999999998 = 1.51e99999999999999999999999"},
		{"9", "10", "11", "100", "101.5", "1000"},
	} {
		for i, left := range line {
			for j, right := range line {
				for l := range strings.SplitSeq(left, " = ") {
					for r := range strings.SplitSeq(right, " = ") {
						want := min(1, max(-1, i-j))
						if got := number(t, l).Compare(number(t, r)); got != want {
							t.Errorf("%.40s compared with %.40s: %d, want %d", l, r, got, want)
						}
					}
				}
			}
		}
	}
}

func TestANumberOfAQuarterMebibyteComparesInNoTime(t *testing.T) {
	t.Parallel()
	digits := strings.Repeat("7", 128<<10)
	for _, text := range []string{"1e" + digits, "1e-" + digits, digits + "e" + digits, "0." + strings.Repeat("0", 128<<10) + "1", digits} {
		began := time.Now()
		if number(t, text).Compare(number(t, text)) != 0 {
			t.Errorf("%.20s… is not itself", text)
		}
		number(t, text).Compare(number(t, "1e1000000000"))
		if took := time.Since(began); took > time.Second {
			t.Errorf("%.20s… took %s", text, took)
		}
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", `"1"`, "true", "null", "[1]", "{}", "+1", ".5"} {
		if _, ok := jsonvalue.ParseNumber([]byte(text)); ok {
			t.Errorf("%q was taken for a number", text)
		}
	}
}

// slow is the obviously right value: a fraction, with every power of ten written out.
func slow(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	return r
}

var numberText = rapid.Custom(func(t *rapid.T) string {
	digits := rapid.StringMatching(`0|[1-9][0-9]{0,5}|[1-9]0{0,5}`)
	text := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign") + digits.Draw(t, "digits")
	if rapid.Bool().Draw(t, "pointed") {
		text += "." + rapid.StringMatching(`0{0,5}[0-9]{1,5}0{0,3}`).Draw(t, "fraction")
	}
	if rapid.Bool().Draw(t, "powered") {
		text += rapid.SampledFrom([]string{"e", "E", "e+", "e-", "e00", "E-0"}).Draw(t, "e") + fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "power"))
	}
	return text
})

func TestNumbersCompareAsFractionsDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := numberText.Draw(t, "a"), numberText.Draw(t, "b")
		if got, want := number(t, a).Compare(number(t, b)), slow(a).Cmp(slow(b)); got != want {
			t.Fatalf("%s compared with %s: %d, want %d", a, b, got, want)
		}
	})
}

func TestNumbersCompareAsApdDoesWithinItsRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		grow := func(label string) string {
			return numberTextWithoutPower.Draw(t, label) + "e" + fmt.Sprint(rapid.IntRange(-90_000, 90_000).Draw(t, label+" power"))
		}
		a, b := grow("a"), grow("b")
		x, _, err := apd.NewFromString(a)
		if err != nil {
			t.Fatal(err)
		}
		y, _, err := apd.NewFromString(b)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := number(t, a).Compare(number(t, b)), x.Cmp(y); got != want {
			t.Fatalf("%s compared with %s: %d, want %d", a, b, got, want)
		}
	})
}

var numberTextWithoutPower = rapid.StringMatching(`-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?`)

func TestHugePowersCompareAsTheirSums(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		// 1 followed by n zeros, times ten to the p, has its size told by n+p alone
		draw := func(label string) (string, *big.Int) {
			zeros := rapid.IntRange(0, 30).Draw(t, label+" zeros")
			power := rapid.StringMatching(`-?99999999999999999[0-9]{2,6}|-?[0-9]{1,4}|-?1000000000000000[0-9]{4}`).Draw(t, label+" power")
			p, _ := new(big.Int).SetString(power, 10)
			return "1" + strings.Repeat("0", zeros) + "e" + power, p.Add(p, big.NewInt(int64(zeros)))
		}
		a, x := draw("a")
		b, y := draw("b")
		if got, want := number(t, a).Compare(number(t, b)), x.Cmp(y); got != want {
			t.Fatalf("%s compared with %s: %d, want %d", a, b, got, want)
		}
	})
}

func FuzzNumber(f *testing.F) {
	for _, seed := range [][2]string{{"1", "1.0"}, {"-0", "0e9"}, {"1e400", "1e401"}, {"9007199254740993", "9007199254740992"}, {"0.001", "1e-3"}, {"1e-99999999999999999999", "0"}} {
		f.Add(seed[0], seed[1])
	}
	power := regexp.MustCompile(`[eE]([+-]?[0-9]+)$`)
	small := func(s string) bool {
		m := power.FindStringSubmatch(s)
		if m == nil {
			return true
		}
		n, err := strconv.Atoi(m[1])
		return err == nil && n > -2000 && n < 2000
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, aOK := jsonvalue.ParseNumber([]byte(a))
		y, bOK := jsonvalue.ParseNumber([]byte(b))
		forth, back := x.Compare(y), y.Compare(x) // of any bytes at all: no crash
		if !aOK || !bOK || !json.Valid([]byte(a)) || !json.Valid([]byte(b)) || strings.TrimSpace(a) != a || strings.TrimSpace(b) != b {
			return
		}
		if forth != -back {
			t.Fatalf("%s and %s: %d one way, %d the other", a, b, forth, back)
		}
		if x.Compare(x) != 0 {
			t.Fatalf("%s is not itself", a)
		}
		if small(a) && small(b) {
			if want := slow(a).Cmp(slow(b)); forth != want {
				t.Fatalf("%s compared with %s: %d, want %d", a, b, forth, want)
			}
		}
	})
}
