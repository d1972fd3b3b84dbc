package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/iri"
)

// textFormats are the formats of FuzzFormats. RDF has its own fuzz targets.
var textFormats = []Format{Lines, CSV, TSV, JSONL, HTML, Text, JSON, Markdown, XML, YAML}

// FuzzFormats checks that verbatim strings are at their places, places do not decrease, and the result does not depend
// on the sizes of reads.
func FuzzFormats(f *testing.F) {
	files, err := filepath.Glob(formats + "*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for i := range textFormats {
			if textFormats[i] == FormatOf(file) || textFormats[i] == Lines {
				f.Add(byte(i), "url", text)
				f.Add(byte(i), "2", text)
			}
		}
	}
	f.Add(byte(3), "links.#.href", []byte(`{"links":[{"href":"a:"},{"href":["b:"]}]}`))
	f.Add(byte(3), "", []byte(`  "a:"`))
	for _, i := range []byte{3, 6, 9} { // JSON Lines, JSON and YAML
		f.Add(i, "", []byte(`{"@id":"a","url":[{"@context":[null,{"@base":"b/","@vocab":"c"}],"@id":"d"}],"@context":{"@base":null}}`))
		f.Add(i, "", []byte(`{"@context":"a","url":{"@context":{"@base":"http://b c/","@import":"d"},"@id":"e"}`))
	}
	for _, encoding := range []string{"ascii", "latin1", "windows-1252"} {
		f.Add(byte(8), "", []byte("<?xml version='1.0' encoding='"+encoding+"'?><r xmlns:media='m'>\xe9<a href='\xe9\n\x80'/><loc>\xe9 </loc><media:a url='\x85'/>"))
	}
	f.Add(byte(8), "", []byte("<?xml version='1.0' encoding='l1'?><?xml version='1.0' encoding='l1'?><loc></loc><loc/>"))
	f.Add(byte(8), "", []byte("<r xmlns:rdf='"+rdfSpace+"' rdf:ID='a b'><loc> </loc><video:a_loc/></r><r/>"))
	f.Add(byte(0), "", []byte(strings.Repeat("\x00", tarMagicAt)+tarMagic))
	f.Fuzz(func(t *testing.T, format byte, name string, text []byte) {
		checkPlaces(t, text, Options{Format: textFormats[int(format)%len(textFormats)], Column: name, Field: name, Base: "http://example.org/a/b"})
	})
}

func FuzzMarkup(f *testing.F) {
	for _, h := range hostileMarkup() {
		f.Add(h.make(200))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range []Format{Text, HTML, Markdown} {
			checkPlaces(t, text, Options{Format: format})
		}
	})
}

func checkPlaces(t *testing.T, text []byte, o Options) {
	got, err := readAll(bytes.NewReader(text), o)
	again, errAgain := readAll(iotest.OneByteReader(bytes.NewReader(text)), o)
	if strings.Contains(describe(err), "binary") || strings.Contains(describe(err), "not unpacked") || compressionName(text) != "" {
		return // NUL and tar are searched only in the first bytes read, and compression errors appear late
	}
	if describe(err) != describe(errAgain) || len(got) != len(again) {
		t.Fatalf("%s: %d texts, %v; byte by byte %d, %v", o.Format, len(got), err, len(again), errAgain)
	}
	if strings.Contains(describe(err), "the reader failed") {
		t.Fatalf("%s: %v", o.Format, err)
	}
	lines := strings.Split(string(text), "\n")
	last := int64(1)
	for i, x := range got {
		if again[i] != x {
			t.Fatalf("%s: %+v, byte by byte %+v", o.Format, x, again[i])
		}
		if x.Line < last {
			t.Fatalf("%s: %+v follows a string in line %d", o.Format, x, last)
		}
		last = x.Line
		rest := strings.Join(lines[x.Line-1:], "\n")
		if x.Column > int64(len(rest))+1 {
			t.Fatalf("%s: %+v is after the end of the file", o.Format, x)
		}
		if x.Verbatim && !strings.HasPrefix(rest[x.Column-1:], x.text) {
			t.Fatalf("%s: the file has no verbatim %+v", o.Format, x)
		}
	}
}

type placed struct {
	Place
	text string
}

func readAll(r io.Reader, o Options) (texts []placed, err error) {
	f, err := New("x", r, o)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for b := new(Block); ; {
		err := f.Texts.Read(b)
		for p, text := range b.All() {
			texts = append(texts, placed{p, string(text)})
		}
		wrong := new(Error)
		if err == io.EOF {
			return texts, nil
		} else if err != nil && (!errors.As(err, &wrong) || !wrong.GoesOn) {
			return texts, err
		}
	}
}

func compressionName(text []byte) string {
	for _, c := range compressions() {
		if bytes.HasPrefix(text, []byte(c.magic)) {
			return c.name
		}
	}
	return ""
}

// FuzzJSON compares errors and strings with encoding/json.
func FuzzJSON(f *testing.F) {
	f.Add("1E400")
	text := readFile(f, "objects.jsonl")
	for line := range strings.Lines(text) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line, _, _ = strings.Cut(line, "\n")
		if strings.Trim(line, " \t\r") == "" {
			return
		}
		var want any
		valid := json.Valid([]byte(line))
		_ = json.Unmarshal([]byte(line), &want) // only strings matter: 1E400 is valid, but not a float64
		got, err := oneLine(line)
		if broken := err != nil && strings.HasPrefix(err.Error(), "broken JSON"); broken == valid {
			t.Fatalf("%q: %v, encoding/json: valid %t", line, err, valid)
		}
		if s, is := want.(string); is && (len(got) != 1 || strings.ToValidUTF8(got[0], "\ufffd") != s && !strings.Contains(s, "\ufffd")) {
			t.Fatalf("%q: %q, encoding/json: %q", line, got, s)
		}
	})
}

func oneLine(line string) (texts []string, err error) {
	r := newJSONL(strings.NewReader(line), Options{}, iri.IRI{})
	var b Block
	err = r.Read(&b)
	for _, text := range b.All() {
		texts = append(texts, string(text))
	}
	return texts, err
}
