package parts

import (
	"errors"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/rule"
)

// textOf returns what split would print of a text.
func textOf(t testing.TB, text string) *Text {
	x := &Text{Bytes: []byte(text)}
	var err error
	if x.Parts, err = rule.IRIReference.Split(x.Bytes); err != nil {
		errors.As(err, &x.Wrong)
	}
	return x
}

var missing = &Text{Missing: "too long"}

func TestTSV(t *testing.T) {
	for _, test := range []struct {
		x    *Text
		want string
	}{
		{textOf(t, "http://u@h:1/p?q#f"), `http://u@h:1/p?q#f|http|u@h:1|u|h|reg-name|1|/p|q|f|\N|\N`},
		{textOf(t, "//@:?#"), `//@:?#|\N|@:|||reg-name||||` + `|\N|\N`},
		{textOf(t, ""), `|\N|\N|\N|\N|\N|\N||\N|\N|\N|\N`},
		{textOf(t, "//[::1]"), `//[::1]|\N|[::1]|\N|[::1]|IPv6address|\N||\N|\N|\N|\N`},
		{textOf(t, "a\tb\\\n\r\xff"), `a\tb\\\n\r\xff|\N|\N|\N|\N|\N|\N|\N|\N|\N|1|not allowed in path`},
		{textOf(t, `\N`), `\\N|\N|\N|\N|\N|\N|\N|\N|\N|\N|0|not allowed in path`},
		{missing, `\N|\N|\N|\N|\N|\N|\N|\N|\N|\N|\N|cannot be read`},
	} {
		got := string(TSV(nil, test.x))
		if got != strings.ReplaceAll(test.want, "|", "\t") {
			t.Errorf("%q:\ngot  %s\nwant %s", test.x.Bytes, strings.ReplaceAll(got, "\t", "|"), test.want)
		}
	}
}

func TestTemplate(t *testing.T) {
	all := textOf(t, "http://u@h:1/p?q#f")
	for _, test := range []struct {
		template string
		x        *Text
		want     string
	}{
		{"", all, ""},
		{"{iri}", all, "http://u@h:1/p?q#f"},
		{"{scheme} {authority} {userinfo} {host} {hostKind} {port} {path} {query} {fragment}", all, "http u@h:1 u h reg-name 1 /p q f"},
		{`{byte}\t{reason}\t{error}`, all, "\t\t"},
		{`\\{{{host}}\n\r`, all, "\\{h}\n\r"},
		{"é{host}é", all, "éhé"},
		{"{scheme}|{byte}|{reason}|{error}|{iri}", textOf(t, "a b\t"), `|1|not allowed in path|' ' is not allowed in a path; it is written %20|a b\t`},
		{"{iri}|{path}", textOf(t, "\u200b"), "\u200b|\u200b"}, // right, so it stays as it is
		{"{iri}|{byte}|{reason}|{error}", missing, "||cannot be read|too long"},
	} {
		form, err := Template(test.template)
		if err != nil {
			t.Errorf("%q: %v", test.template, err)
		} else if got := string(form(nil, test.x)); got != test.want {
			t.Errorf("%q: %q, want %q", test.template, got, test.want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	for template, want := range map[string]string{
		"{host":  `"{host" has no closing brace; {{ is a brace`,
		"{hots}": "no {hots}; known are {iri}, {scheme}, {authority}, {userinfo}, {host}, {hostKind}, {port}, {path}, {query}, {fragment}, {byte}, {reason} and {error}",
		`a\`:     `"\\": a backslash begins \t, \n, \r or \\`,
		`\x`:     `"\\x": a backslash begins \t, \n, \r or \\`,
	} {
		if _, err := Template(template); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", template, err, want)
		}
	}
}

// TestHostKind: it is what the library says of a value.
func TestHostKind(t *testing.T) {
	for _, host := range []string{"", "h", "1.2.3.4", "1.2.3", "256.1.1.1", "[::1]", "[::1.2.3.4]", "[v1.a]", "é", "%31.2.3.4"} {
		want := iri.MustParseReference("//" + host).HostKind().String()
		if got, ok := hostKind(textOf(t, "//"+host)); string(got) != want || !ok {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
	zone := &Text{Bytes: []byte("//[fe80::1%25eth0]")}
	zone.Parts, _ = rule.IRIReferenceWithZone.Split(zone.Bytes)
	if kind, ok := hostKind(zone); ok {
		t.Errorf("a host with a zone is %s", kind)
	}
}

// TestAllocations: what is printed of texts that are right costs none.
func TestAllocations(t *testing.T) {
	template, err := Template("{scheme} {host} {byte}")
	if err != nil {
		t.Fatal(err)
	}
	x := textOf(t, "http://u@1.2.3.4:1/é?q#f")
	dst := make([]byte, 0, 1000)
	for name, form := range map[string]Form{"JSON": JSON, "TSV": TSV, "template": template} {
		if n := testing.AllocsPerRun(100, func() { form(dst, x) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
