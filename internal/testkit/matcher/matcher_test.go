package matcher

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

func TestPrefixes(t *testing.T) {
	g := Parse(t, `
anycase = "aB1"
exact   = %s"aB"
seq     = %x41.E9.10FFFF
range   = %xD7FE-E001
counted = 2*3"a"
many    = 999999999( "" ) *999999999( "" ) 999999999( "" / "a" )
star    = *("a" / "ab") "b"
option  = "a" ["b"] "c"
none    = 0<any text> "!"
two     = option option
empty   = ""
other   = %xFFFD "x"
left    = left "," star / star
`)
	for _, c := range []struct {
		rule, text string
		ends       []int
		reach      int
	}{
		{"anycase", "Ab1", []int{3}, 3},
		{"anycase", "aB", nil, 2},
		{"exact", "aB", []int{2}, 2},
		{"exact", "ab", nil, 1},
		{"seq", "A\u00e9\U0010ffff!", []int{7}, 7},
		{"seq", "A\u00e8", nil, 2},
		{"range", "\ud7ff", []int{3}, 3},
		{"range", "\ue001", []int{3}, 3},
		{"range", "\ue002", nil, 2},
		{"range", "\ud7fd", nil, 2},
		{"range", "\xed\xa0\x80", nil, 1},
		{"range", "\xed", nil, 1},
		{"range", "\xee\x80", nil, 2},
		{"range", "\xee\x81", nil, 1},
		{"range", "\xef", nil, 0},
		{"counted", "aaaa", []int{2, 3}, 3},
		{"counted", "a", nil, 1},
		{"many", "aab", []int{0, 1, 2}, 2},
		{"star", "aabb", []int{3, 4}, 4},
		{"star", "abab", []int{2, 4}, 4},
		{"star", "aba", []int{2}, 3},
		{"option", "ac", []int{2}, 2},
		{"option", "abb", nil, 2},
		{"none", "!", []int{1}, 1},
		{"two", "acabcx", []int{5}, 5},
		{"empty", "x", []int{0}, 0},
		{"other", "\xffx", nil, 0},
		{"left", "ab,b,c", []int{2, 4}, 5},
	} {
		if ends, reach := Prefixes(g, c.rule, c.text); !slices.Equal(ends, c.ends) || reach != c.reach {
			t.Errorf("%s, %+q: ends %v, reach %d; want %v, %d", c.rule, c.text, ends, reach, c.ends, c.reach)
		}
		if got, want := Matches(g, c.rule, c.text), slices.Contains(c.ends, len(c.text)); got != want {
			t.Errorf("%s, %+q: matches: %t", c.rule, c.text, got)
		}
	}
}

// TestOpening checks that exactly the proper prefixes of a character open it, and that ill-formed bytes open nothing.
func TestOpening(t *testing.T) {
	for c := rune(0x80); c <= utf8.MaxRune; c += 61 {
		if !utf8.ValidRune(c) {
			continue
		}
		text := string(c)
		for n := 1; n < len(text); n++ {
			if got := opening(text[:n], c, c); got != n {
				t.Fatalf("%X opens %U: %d, want %d", text[:n], c, got, n)
			}
		}
		if got := opening("a"+text, c, c); got != 0 {
			t.Fatalf("a opens %U", c)
		}
	}
	for text := range strings.FieldsSeq("\x80 \xbf \xc0 \xc1 \xf5 \xf8 \xfe \xff") {
		if got := opening(text, 0, utf8.MaxRune); got != 0 {
			t.Errorf("%q opens a character", text)
		}
	}
	for text := range strings.FieldsSeq("\xe0\x9f \xed\xa0 \xf0\x8f \xf4\x90 \xc3( \xe2\x82( \xf0\x90\x80(") {
		if got, want := opening(text, 0, utf8.MaxRune), len(text)-1; got != want {
			t.Errorf("%q opens a character with %d bytes, want %d", text, got, want)
		}
	}
}

// TestMatchesLeftRecursion has rules that begin with themselves, directly or not.
func TestMatchesLeftRecursion(t *testing.T) {
	g := Parse(t, "list = list \",\" item / item\nitem = both / \"a\"\nboth = item \"b\" / item \"c\"\n")
	for _, text := range Texts("abc,", 5) {
		want := text != ""
		for field := range strings.SplitSeq(text, ",") {
			want = want && strings.TrimRight(field, "bc") == "a"
		}
		if got := Matches(g, "list", text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestMatchesLong(t *testing.T) {
	g := Parse(t, "r = *%xE9\n")
	for encoding, e := range map[abnf.Encoding]string{abnf.UTF8: "\u00e9", abnf.Octets: "\xe9"} {
		g.Encoding = encoding
		text := strings.Repeat(e, 1000)
		if !Matches(g, "r", text) || Matches(g, "r", "a"+text) || Matches(g, "r", "\xc3\xa9") == (encoding == abnf.Octets) {
			t.Errorf("%s: %d bytes", values.Quote(encoding, e), len(text))
		}
	}
}

func TestPlacesInOrder(t *testing.T) {
	at := func(starts ...int) (l Location) {
		for _, n := range starts {
			l[0] = l[0].with(n).with(n + 1)
		}
		return l
	}
	nowhere := at()
	for _, c := range []struct {
		body string
		want []Location
	}{
		{"x \"aa\" / \"aa\" x / \"a\" x \"a\"", []Location{at(0), at(2), at(1)}},
		{"*\"a\" [ x ] *\"a\"", []Location{nowhere, at(2), at(1), at(0)}},
		{"*1x *\"a\"", []Location{at(0), nowhere}},
		{"1*2( [ x ] \"a\" ) \"a\"", []Location{at(0), nowhere}},
		{"*( [ x ] ) *\"a\"", []Location{at(0, 1, 2), at(0, 1), at(0), nowhere}},
		{"\"a\" x", nil},
	} {
		places, ok := Places(Parse(t, "r = "+c.body+"\nx = \"a\"\n"), "r", []string{"x"}, "aaa")
		if !ok || !slices.Equal(places, c.want) {
			t.Errorf("%s: %v, %t, want %v", c.body, places, ok, c.want)
		}
	}
	if _, ok := Places(Parse(t, "r = r \"a\" / x\nx = \"a\"\n"), "r", []string{"x"}, "aaa"); ok {
		t.Error("infinitely many readings are listed")
	}
}

// TestPlaces compares Places with the readings of Reader, including their order.
func TestPlaces(t *testing.T) {
	for _, text := range []string{
		"r = *(\"a\" / x) [y]\nx = \"a\" [y]\ny = \"b\" / \"ab\"\n",
		"r = 1*2x / y r\nx = *\"a\"\ny = \"a\" x \"b\"\n",
		"r = *x y\nx = [y] [\"b\"]\ny = *1\"a\"\n",
		"r = x x y\nx = *1z \"a\" / z\ny = [\"b\"] z\nz = \"b\" *2\"a\"\n",
	} {
		g := Parse(t, text)
		for _, text := range Texts("ab", 5) {
			var want []Location
			reader := ReadText(g, text)
			reader.Spans = []string{"x", "y"}
			for _, reading := range reader.All("r") {
				if reading.Text == text {
					want = append(want, reading.Spans)
				}
			}
			if len(want) > 0 != Matches(g, "r", text) {
				t.Errorf("%v%q: %d places", g, text, len(want))
			}
			if places, ok := Places(g, "r", reader.Spans, text); !ok || !slices.Equal(places, want) {
				t.Errorf("%v%q: %v, want %v", g, text, places, want)
			}
		}
	}
}
