package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/tools/internal/statistics"
	"example.org/iri/tools/iri/internal/report"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

var out = flag.String("out", "", "write the page of TestPage to this file, to be looked at")

// page returns a page about the lines of a file.
func page(title string, texts []string) *report.Page {
	p := &report.Page{Title: title, Unit: "line", Summary: new(result.Summary), Statistics: statistics.New()}
	for i, text := range texts {
		p.Summary.Strings++
		parts, err := iri.SplitString(text)
		if err == nil {
			p.Statistics.Add([]byte(text), parts)
			continue
		}
		r := record.Record{File: title, Place: source.Place{Line: int64(i + 1), Column: 1, Verbatim: true}, Text: []byte(text), Rule: "IRI"}
		var wrong *iri.SyntaxError
		errors.As(err, &wrong)
		r.SetError(wrong)
		p.Summary.Found++
		p.Summary.Add(&r)
	}
	return p
}

func write(t *testing.T, p *report.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// inputs are strings as in a list of web addresses, and some hostile ones.
func inputs() (list []string) {
	schemes := []string{"https", "https", "https", "http", "HTTP", "ftp", "urn", "mailto"}
	for i := range 3000 {
		scheme, host := schemes[i*i%len(schemes)], fmt.Sprintf("host%d.example", i*i%97%(1+i%40))
		text := scheme + "://" + host + "/" + strings.Repeat("path/", i*i%13) + strings.Repeat("x", i%17)
		if i%3 == 0 {
			text += "?q=" + fmt.Sprint(i*i)
		}
		if i%7 == 0 {
			text += "#fragment"
		}
		if i%31 == 0 {
			text = scheme + "://me@" + host + ":80" + strings.Repeat("a", i%2) + "/é"
		}
		if i%53 == 0 {
			text += " b"
		}
		list = append(list, text)
	}
	return append(list, hostile...)
}

var hostile = []string{
	"http://<script>alert(1)</script>/", "x:</style><script>alert(1)</script>", "a'\"&amp;:b", "http://a/\x00\x1b[2J\u202e\xff",
	"http://a&b'(c)<d/", "http://a&b'(c)%3Cd/", "http://\u202eabc\u2028/", "http://" + strings.Repeat("é", 300) + "/", "s+-.://&lt;/", "http:///",
}

// wellFormed checks that a page is XML, and does not load or run anything.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = true
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
		e, is := token.(xml.StartElement)
		if !is {
			continue
		}
		switch e.Name.Local {
		case "script", "link", "img", "iframe", "object", "embed", "base", "form", "a", "image", "use":
			t.Errorf("the page has an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if name := a.Name.Local; strings.HasPrefix(name, "on") || name == "src" || name == "href" || strings.Contains(a.Value, "url(") {
				t.Errorf("the page has the attribute %s=%q", name, a.Value)
			}
		}
	}
}

func TestPage(t *testing.T) {
	got := write(t, page("list.txt", inputs()))
	wellFormed(t, got)
	for _, want := range []string{
		"<title>iri check: list.txt</title>", "not allowed in path", "&lt;script&gt;", "3,010", "host0.example", "<h2>Hosts</h2>", "fragment",
		"prefers-color-scheme: dark", "@media print",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, r := range got {
		if r < ' ' && r != '\n' || r == 0x202e || r == 0x2028 || r == 0xfffd {
			t.Errorf("the page has a %U", r)
		}
	}
	if *out != "" {
		if err := os.WriteFile(*out, []byte(got), 0o666); err != nil {
			t.Error(err)
		}
	}
}

// TestPageOfFew checks pages without strings, with only valid or only invalid ones, and with hostile titles.
func TestPageOfFew(t *testing.T) {
	for _, list := range [][]string{nil, {"a:"}, {"http://example.org/"}, {" "}, hostile} {
		wellFormed(t, write(t, page("<script>alert(1)</script>\x1b\xff\"", list)))
	}
	if got := write(t, page("f", hostile)); !strings.Contains(got, `\u202eabc\u2028`) {
		t.Error("a host is not shown as it should")
	}
	broken := page("f", nil)
	broken.Summary.Unread, broken.Summary.Interrupted = 2, true
	if got := write(t, broken); !strings.Contains(got, "Interrupted") || !strings.Contains(got, "to their end: 2") {
		t.Error(got)
	}
}

// TestPageOfMany checks that the page shows the most frequent hosts with the error bound of their counts, and the
// largest groups.
func TestPageOfMany(t *testing.T) {
	var list []string
	for i := range 40_000 {
		list = append(list, fmt.Sprintf("http://%s%d.example/", strings.Repeat("long.", 10), i), "x:", "HTTP://frequent.example")
	}
	for i := range 150 {
		list = append(list, "s"+fmt.Sprint(i)+":/ ")
	}
	got := write(t, page("f", list))
	wellFormed(t, got)
	for _, want := range []string{"frequent.example", "long.long.long.long.long.long.long.long…</th>", "too low by at most 1.", "more than ", "; 50 rarer kinds"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}
