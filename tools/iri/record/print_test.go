package record

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source"
)

// recordOf returns the record of split for a string.
func recordOf(t testing.TB, text string) *Record {
	t.Helper()
	r := &Record{Text: []byte(text), Valid: true, Split: true}
	var err error
	var wrong *iri.SyntaxError
	if r.Parts, err = rule.IRIReference.Split(r.Text); errors.As(err, &wrong) {
		r.Valid, r.Split = false, false
		r.SetError(wrong)
	}
	return r
}

var unread = &Record{File: "f", Unread: true, Message: "too long", Reason: Unreadable}

// full returns a record with all compatible members.
func full(t testing.TB) *Record {
	r := recordOf(t, "http://u@h:1/p?q#f")
	r.File, r.Place, r.Rule = "f", source.Place{Line: 2, Column: 3, Verbatim: true}, "IRI"
	r.Message, r.Reason, r.Component, r.Section, r.Span = "m", "r", "c", "s", iri.Span{Start: 4, End: 5}
	r.Repair, r.Code, r.Severity, r.Readings, r.Languages = "x", "y", "note", []string{"a template"}, []string{"IRI", "URI"}
	return r
}

func TestForms(t *testing.T) {
	invalid := recordOf(t, "a\tb\\\n\r\xff")
	for _, test := range []struct {
		r         *Record
		json, tsv string
	}{
		{full(t),
			`{"string":"http://u@h:1/p?q#f","file":"f","line":2,"column":7,"rule":"IRI","valid":true,"message":"m","reason":"r","component":"c","byte":4,"end":5,"length":18,` +
				`"repair":"x","section":"s","code":"y","severity":"note",` +
				`"scheme":"http","authority":"u@h:1","userinfo":"u","host":"h","host_kind":"reg-name","port":"1","path":"/p","query":"q","fragment":"f","readings":["a template"],"languages":["IRI","URI"]}`,
			`http://u@h:1/p?q#f|f|2|7|IRI|true|m|r|c|4|5|18|x|s|y|note|http|u@h:1|u|h|reg-name|1|/p|q|f`},
		{recordOf(t, "//@:?#"),
			`{"string":"//@:?#","valid":true,"length":6,"authority":"@:","userinfo":"","host":"","host_kind":"reg-name","port":"","path":"","query":"","fragment":""}`,
			`//@:?#|-|-|-|-|true|-|-|-|-|-|6|-|-|-|-|-|@:|||reg-name||||`},
		{recordOf(t, "//[::1]\u200b"[:7]),
			`{"string":"//[::1]","valid":true,"length":7,"authority":"[::1]","host":"[::1]","host_kind":"IPv6address","path":""}`,
			`//[::1]|-|-|-|-|true|-|-|-|-|-|7|-|-|-|-|-|[::1]|-|[::1]|IPv6address|-||-|-`},
		{recordOf(t, "\u202e"),
			`{"string":"\u202e","valid":true,"length":3,"path":"\u202e"}`,
			`\xe2\x80\xae|-|-|-|-|true|-|-|-|-|-|3|-|-|-|-|-|-|-|-|-|-|\xe2\x80\xae|-|-`},
		{invalid,
			`{"base64":"YQliXAoN/w==","valid":false,"message":"'\\t' is not allowed in a path","reason":"not allowed in path","component":"path","byte":1,"end":2,"length":7,"section":"RFC 3986, section 3.3"}`,
			`a\tb\\\n\r\xff|-|-|-|-|false|'\\t' is not allowed in a path|not allowed in path|path|1|2|7|-|RFC 3986, section 3.3|-|-|-|-|-|-|-|-|-|-|-`},
		{&Record{File: "\xff.txt", Text: []byte("a"), Valid: true},
			`{"string":"a","file_base64":"/y50eHQ=","valid":true,"length":1}`,
			`a|\xff.txt|-|-|-|true|-|-|-|-|-|1|-|-|-|-|-|-|-|-|-|-|-|-|-`},
		{unread,
			`{"file":"f","message":"too long","reason":"cannot be read"}`,
			`-|f|-|-|-|-|too long|cannot be read|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-`},
	} {
		if got := string(JSON(nil, test.r)); got != test.json || !json.Valid([]byte(got)) {
			t.Errorf("got  %s\nwant %s", got, test.json)
		}
		want := strings.ReplaceAll(strings.ReplaceAll(test.tsv, "-|", `\N|`), "|", "\t")
		if strings.HasSuffix(want, "\t-") {
			want = strings.TrimSuffix(want, "-") + `\N`
		}
		if got := string(TSV(nil, test.r)); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

// TestHead checks that strings printed without components are cut after 64 KiB.
func TestHead(t *testing.T) {
	text := strings.Repeat("a", maxText-1) + "日/"
	r := &Record{Text: []byte(text)}
	if got := string(JSON(nil, r)); !strings.HasPrefix(got, `{"string":"`+text[:maxText-1]+`","valid":false,"length":65539`) {
		t.Errorf("%s...", got[len(got)-100:])
	}
	if got := string(TSV(nil, recordOf(t, text))); !strings.HasPrefix(got, text+"\t") {
		t.Errorf("%s...", got[len(got)-100:])
	}
}

func TestTemplate(t *testing.T) {
	all := full(t)
	for _, test := range []struct {
		template string
		r        *Record
		want     string
	}{
		{"", all, ""},
		{"{string}", all, "http://u@h:1/p?q#f"},
		{"{scheme} {authority} {userinfo} {host} {host_kind} {port} {path} {query} {fragment}", all, "http u@h:1 u h reg-name 1 /p q f"},
		{"{file}:{line}:{column} {rule} {valid} {section} {code} {severity} {length}", all, "f:2:7 IRI true s y note 18"},
		{`{byte}\t{reason}\t{message}`, recordOf(t, "a:"), "\t\t"},
		{`\\{{{host}}\n\r`, all, "\\{h}\n\r"},
		{"é{host}é", all, "éhé"},
		{"{scheme}|{byte}|{reason}|{message}|{string}|{valid}", recordOf(t, "a b\t"), `|1|not allowed in path|' ' is not allowed in a path; it is written %20|a b\t|false`},
		{"{string}|{path}", recordOf(t, "\u200b"), "\u200b|\u200b"}, // valid, so unchanged
		{"{string}|{byte}|{reason}|{message}|{valid}", unread, "||cannot be read|too long|"},
	} {
		form, err := Template(test.template)
		if err != nil {
			t.Errorf("%q: %v", test.template, err)
		} else if got := string(form(nil, test.r)); got != test.want {
			t.Errorf("%q: %q, want %q", test.template, got, test.want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	for template, want := range map[string]string{
		"{host":  `"{host" has no closing brace; {{ is a brace`,
		"{hots}": "no {hots}; known are {string}, {file}, {line}, {column}, {rule}, {valid}, {message}, {reason}, {component}, {byte}, {end}, {length}, {repair}, {section}, {code}, {severity}, {scheme}, {authority}, {userinfo}, {host}, {host_kind}, {port}, {path}, {query} and {fragment}",
		`a\`:     `"\\": a backslash begins \t, \n, \r or \\`,
		`\x`:     `"\\x": a backslash begins \t, \n, \r or \\`,
	} {
		if _, err := Template(template); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", template, err, want)
		}
	}
}

// TestHostKind compares with package iri.
func TestHostKind(t *testing.T) {
	for _, host := range []string{"", "h", "1.2.3.4", "1.2.3", "256.1.1.1", "[::1]", "[::1.2.3.4]", "[v1.a]", "é", "%31.2.3.4"} {
		want := iri.MustParseReference("//" + host).HostKind().String()
		if got, ok := hostKind(recordOf(t, "//"+host)); got != want || !ok {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
	zone := &Record{Text: []byte("//[fe80::1%25eth0]"), Split: true}
	zone.Parts, _ = rule.IRIReferenceWithZone.Split(zone.Text)
	if kind, ok := hostKind(zone); ok {
		t.Errorf("a host with a zone is %s", kind)
	}
}

// TestAllocations checks that printing a valid string does not allocate.
func TestAllocations(t *testing.T) {
	template, err := Template("{scheme} {host} {byte}")
	if err != nil {
		t.Fatal(err)
	}
	r := recordOf(t, "http://u@1.2.3.4:1/é?q#f")
	dst := make([]byte, 0, 1000)
	for name, form := range map[string]Form{"JSON": JSON, "TSV": TSV, "template": template} {
		if n := testing.AllocsPerRun(100, func() { form(dst, r) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkForms(b *testing.B) {
	r := recordOf(b, "https://www.example.org/4b1e3d2f/1a2b3c4d?item=123456&lang=en")
	r.File, r.Place, r.Rule = "list.txt", source.Place{Line: 123456, Column: 1, Verbatim: true}, "IRI"
	template, _ := Template("{host}")
	for name, form := range map[string]Form{"json": JSON, "tsv": TSV, "template": template} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = form(dst[:0], r)
			}
		})
	}
}
