package source

import (
	"fmt"
	"strings"
	"testing"
)

func TestContexts(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // strings that end in x, in order
	}{
		{`{"@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@id":"x"}`, "http://e/x"},
		{`{"@id":"x","@context":{"@base":"http://e/"}}`, "http://e/x"},
		{`{"@context":{"@base":"e/"},"@id":"x"}`, "http://d/e/x"},
		{`{"@context":{"@base":"e/"},"url":{"@context":{"@base":"f/"},"@id":"x"},"@id":"x"}`, "http://d/e/f/x http://d/e/x"},
		{`{"url":{"@context":{"@base":"f/"},"@id":"x"},"@id":"x","@context":{"@base":"e/"}}`, "http://d/e/f/x http://d/e/x"},
		{`{"@context":{"@base":null},"@id":"x"}`, "x"},
		{`{"@context":{"@base":null},"url":{"@context":{"@base":"e/"},"@id":"x"}}`, "x"},
		{`{"@context":{"@base":"http://e/"},"url":{"@context":{"@base":null},"@id":"x"},"@id":"x"}`, "x http://e/x"},
		{`{"@context":{"@base":"http://e/"},"url":{"@context":null,"@id":"x"},"@id":"x"}`, "http://d/x http://e/x"},
		{`{"@context":{"@base":"http://e/"},"url":[{"@context":[null,{"@base":"f/"}],"@id":"x"},{"@id":"x"}]}`, "http://d/f/x http://e/x"},
		{`{"@context":[{"@base":"http://e/"},{"@base":"f/"},"http://context/"],"@id":"x"}`, "http://e/f/x"},
		{`{"@context":[{"@base":"http://e/"},null],"@id":"x"}`, "http://d/x"},
		{`{"@context":"http://context/","@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@graph":[{"@id":"x"},{"url":["x","http://f/x"]}]}`, "http://e/x http://e/x http://f/x"},
		{`[{"@context":{"@base":"http://e/"},"@id":"x"},{"@id":"x"}]`, "http://e/x http://d/x"},
		{`{"@context":{"name":{"@id":"x"},"@base":"http://e/"}}`, "http://e/x"},
		{`{"@context":{"name":{"@id":"x","@context":{"@base":"http://f/"}},"@base":"http://e/"},"@id":"x"}`, "http://e/x http://e/x"},
		{`{"@context":{"@base":"http://e e/"},"@id":"x"}`, "http://d/x"},
		{`{"@context":[{"@base":"http://e/"},{"@base":"http://f f/"}],"@id":"x"}`, "http://e/x"},
		{`{"@context":{"@base":7},"@id":"x"}`, "http://d/x"},
		{`{"@base":"http://e/","@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@id":"x","url":{"@context":"http://context/","@id":"x"}}`, "http://e/x http://e/x"},
		{`{"@context":{"@base":"_:e"},"@id":"x"}`, "http://d/x"},
	} {
		for _, format := range []Format{JSON, JSONL, YAML} {
			var got []string
			for line := range strings.Lines(dump(t, open(t, "x", test.text, Options{Format: format, Base: "http://d/"}))) {
				if text := strings.Trim(strings.Fields(line)[2], `"`); strings.HasSuffix(text, "x") {
					got = append(got, text)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%s %s: %q, want %s", format, test.text, got, test.want)
			}
		}
	}
}

// TestContextStrings checks that strings in a context are resolved, in the order of the file.
func TestContextStrings(t *testing.T) {
	const text = `{"url":"a","@context":[{"@vocab":"v","@import":"i","@base":"b/"},"c"],"@id":"http://x/"}` + "\n"
	const want = `1:9 decoded "http://d/b/a"
1:35 decoded "http://d/b/v"
1:49 decoded "http://d/i"
1:61 decoded "http://d/b/"
1:67 decoded "http://d/c"
1:78 verbatim "http://x/"
`
	for _, format := range []Format{JSON, JSONL, YAML} {
		if got := dump(t, open(t, "x", text, Options{Format: format, Base: "http://d/"})); got != want {
			t.Errorf("%s: %s", format, got)
		}
	}
}

// TestLateContext checks that a context applies to preceding members, up to a limit.
func TestLateContext(t *testing.T) {
	read := func(n int, text string) string {
		text = `{"url":[` + strings.Repeat(`"",`+"\n", n) + `"x"],` + text + "}"
		lines := strings.Split(strings.TrimSpace(dump(t, open(t, "x.json", text, Options{Base: "http://d/"}))), "\n")
		return fmt.Sprint(len(lines), " ", lines[0], " ", lines[len(lines)-1])
	}
	const context = `"@context":{"@base":"http://e/"}`
	for _, test := range []struct {
		n          int
		text, want string
	}{
		{maxWaiting - 3, context, `16383 1:10 decoded "http://e/" 16382:27 verbatim "http://e/"`},
		{maxWaiting, context, `16387 1:10 decoded "http://d/" 16385:27 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
		{maxWaiting, `"@context":{"@vocab":"http://e/"}`, `16386 1:10 decoded "http://d/" 16385:28 verbatim "http://e/"`},
		{maxWaiting, `"@context":null`, `16386 1:10 decoded "http://d/" 16385:17 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
		{maxWaiting - 3, `"x":{"url":"b",` + context + `}`, `16384 1:10 decoded "http://d/" 16382:42 verbatim "http://e/"`},
		{maxWaiting - 2, `"x":{"url":"b",` + context + `}`, `16386 1:10 decoded "http://d/" 16383:42 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
	} {
		if got := read(test.n, test.text); got != test.want {
			t.Errorf("%d, %s: %s, want %s", test.n, test.text, got, test.want)
		}
	}
}

func TestLongContextBase(t *testing.T) {
	for _, base := range []string{
		"http://e/" + strings.Repeat("a", maxBase),
		strings.Repeat("./", maxBase) + "e/", // short after removing dot segments
	} {
		text := `{"url":"a","@context":{"@base":"` + base + `"},"@id":"x"}`
		want := fmt.Sprintf("1:33 error: the base IRI has more than 8192 bytes\n1:%d decoded \"http://d/x\"\n", 43+len(base))
		for _, format := range []Format{JSON, JSONL, YAML} {
			got := dump(t, open(t, "x", text, Options{Format: format, Base: "http://d/"}))
			if !strings.HasSuffix(got, want) {
				t.Errorf("%s: %.100s ... %.100s, want %s", format, got, got[max(0, len(got)-100):], want)
			}
		}
	}
}

// TestKeptContexts checks that Keep reports references as in the file.
func TestKeptContexts(t *testing.T) {
	got := dump(t, open(t, "x.jsonl", `{"@context":{"@base":"http://e/"},"@id":"x"}`, Options{Keep: true}))
	if want := "1:23 verbatim \"http://e/\"\n1:42 verbatim \"x\"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
