package abnf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

func TestSizeLimit(t *testing.T) {
	text := []byte("a = \"b\"\n" + strings.Repeat("\n", maxSize))
	if _, err := Parse(text[:maxSize]); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"x.abnf": "abnf: x.abnf: the grammar has more than 1048576 bytes",
		"":       "abnf: the grammar has more than 1048576 bytes",
	} {
		if g, err := ParseFile(name, text); g != nil || errorText(err) != want {
			t.Errorf("strict: %v, %v, want %s", g, err, want)
		}
	}
}

func TestFaultLimit(t *testing.T) {
	for _, x := range []struct {
		text  string
		lines int // the last error is on the last of them
	}{
		{"a = b |\n", maxFaults/2 + 2}, // two a line, except the first
		{"a = %x110000 %x110000\n", maxFaults/3 + 1},
	} {
		_, err := ParseFile("f", []byte(strings.Repeat(x.text, 5000)))
		var list ErrorList
		if !errors.As(err, &list) || len(list) != maxFaults+1 {
			t.Fatalf("%q: %d errors", x.text, len(list))
		}
		last := list[maxFaults]
		if last.Msg != "more errors after this one; the limit is 1000" || last.Line < x.lines-1 || last.Line > x.lines+1 {
			t.Errorf("%q: the last error is %v", x.text, last)
		}
	}
	// As many errors as are listed.
	_, err := Parse([]byte("a = \"b\"\n" + strings.Repeat("a = \"b\"\n", maxFaults)))
	var list ErrorList
	errors.As(err, &list)
	if len(list) != maxFaults || list[maxFaults-1].Line != maxFaults+1 {
		t.Errorf("%d errors", len(list))
	}
}

// hostile are texts of about size bytes that take long if some step is quadratic.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	number := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i, i)
		}
		return b.String()
	}
	const line = "!\na=b b=c " // comments without an end begin here
	return map[string]string{
		"faults":                  "!\n" + fill("a=|\n"),
		"brackets":                "a=" + fill("("),
		"rules on a line":         fill("a=b"),
		"the same rule":           fill("a=b\n"),
		"long rules":              "a=" + fill("b ") + "\n" + fill("a=c\n")[:size/2],
		"and a late fault":        line + ";" + fill(" / b") + " x!",
		"many comments":           line + fill("; x / b"),
		"strings":                 line + fill(`"`),
		"prose":                   line + fill("<"),
		"a long word":             fill("a"),
		"spaces":                  line + fill("\u00a0\""),
		"bytes":                   "a=" + fill("\xff\n"),
		"zeros":                   "a=" + fill("0/") + "0",
		"alternatives":            "a=b\n" + fill("a=/b\n"),
		"undefined names":         number("a%d=b%d\n"),
		"undefined names, a line": number("a%d=b%d "),
		"long undefined names":    number(strings.Repeat("a", 50) + "%d=" + strings.Repeat("a", 48) + "xx%d\n"),
		"underscores":             number("a_%d=b_%d\n"),
		"colons":                  fill("a:=b\n"),
		"hints on a line":         fill("a=b{2}  "),
		"longer undefined names":  "a=" + strings.Repeat("b", size/2) + "\n" + strings.Repeat("b", size/2) + "c=a",
	}
}

func TestHostile(t *testing.T) {
	size := maxSize / 8
	if !*testkit.Long {
		size = maxSize / 32
	}
	for name, text := range hostile(size) {
		g, err := Parse([]byte(text))
		var list ErrorList
		if errors.As(err, &list) && len(list) > maxFaults+1 {
			t.Errorf("%s: %d errors", name, len(list))
		}
		if g == nil {
			continue
		}
		var names []string
		for r := range g.Rules() {
			names = append(names, r.Name)
		}
		err = g.Verify(names...)
		list = nil
		errors.As(err, &list)
		near := make(map[string]bool)
		for _, e := range list {
			if e.Nearest != "" {
				near[e.Undefined] = true
			}
		}
		if len(near) > 32 {
			t.Errorf("%s: names proposed for %d others", name, len(near))
		}
	}
}
