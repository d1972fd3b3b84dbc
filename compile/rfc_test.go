package compile_test

import (
	"errors"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

func rfc(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	return matcher.Parse(t, read(t, "../tables/"+name+".abnf"))
}

var (
	marks3987 = []string{"ihier-part", "iauthority", "ihost", "port", "ipath-abempty", "iquery", "ifragment"}
	marks3986 = []string{"hier-part", "authority", "host", "port", "path-abempty", "query", "fragment"}
)

// The sizes of automata, some of which pages name.
func TestFigures(t *testing.T) {
	iri, uri := rfc(t, "rfc3987"), rfc(t, "rfc3986")
	tests := []struct {
		grammar         *abnf.Grammar
		rule            string
		marks           []string
		states, classes int
	}{
		{iri, "IRI", nil, 262, 44},
		{iri, "IRI-reference", nil, 278, 44},
		{iri, "iauthority", nil, 209, 37},
		{iri, "IPv6address", nil, 152, 10},
		{iri, "IPv4address", nil, 25, 8},
		{iri, "dec-octet", nil, 7, 7},
		{iri, "scheme", nil, 3, 3},
		{iri, "port", nil, 2, 2},
		{iri, "ipath-empty", nil, 2, 1},
		{uri, "URI", nil, 180, 21},
		{uri, "URI-reference", nil, 183, 21},
		{iri, "IRI", marks3987, 266, 44},
		{iri, "IRI-reference", marks3987, 282, 44},
		{uri, "URI", marks3986, 187, 21},
		{uri, "URI-reference", marks3986, 190, 21},
	}
	for _, test := range tests {
		if !*testkit.Long && strings.HasSuffix(test.rule, "-reference") {
			continue
		}
		a, err := Compile(test.grammar, test.rule, &Options{Marks: test.marks})
		if err != nil {
			t.Error(err)
			continue
		}
		if a.NumStates() != test.states || a.NumClasses() != test.classes {
			t.Errorf("%s with %d marks: %d states and %d classes, want %d and %d",
				test.rule, len(test.marks), a.NumStates(), a.NumClasses(), test.states, test.classes)
		}
		if *testkit.Long {
			checkMinimal(t, a)
		}
	}
}

// The marks of the tables, and those that cannot work there.
func TestMarksOfTheRFCs(t *testing.T) {
	iri, uri := rfc(t, "rfc3987"), rfc(t, "rfc3986")
	tests := []struct {
		grammar *abnf.Grammar
		rule    string
		marks   []string
		mark    string // refused, "" if none
		text    string // a shortest witness
	}{
		{iri, "IRI", marks3987, "", ""},
		{iri, "IRI-reference", marks3987, "", ""},
		{iri, "absolute-IRI", marks3987, "", ""},
		{iri, "irelative-ref", marks3987, "", ""},
		{uri, "URI", marks3986, "", ""},
		{uri, "URI-reference", marks3986, "", ""},
		{uri, "absolute-URI", marks3986, "", ""},
		{uri, "relative-ref", marks3986, "", ""},

		// Before an @, an empty userinfo cannot be told from none.
		{iri, "irelative-ref", []string{"iuserinfo"}, "iuserinfo", "//"},
		{iri, "IRI-reference", []string{"iuserinfo"}, "iuserinfo", "//"},
		{iri, "IRI", []string{"iuserinfo"}, "iuserinfo", "A://"},
		{uri, "relative-ref", []string{"userinfo"}, "userinfo", "//"},
		{iri, "irelative-ref", []string{"iauthority", "iuserinfo", "ihost"}, "iuserinfo", "//"},

		// A port is stale only beside a mark before it that comes later in the text.
		{iri, "irelative-ref", []string{"port"}, "port", "//:@"},
		{iri, "irelative-ref", []string{"port", "ihost"}, "port", "//:@"},
		{iri, "irelative-ref", []string{"ihost", "port"}, "", ""},
		{iri, "IRI", []string{"port"}, "port", "A://:@"},

		// Offset 0 means absent.
		{iri, "IRI", []string{"scheme"}, "scheme", ""},
		{iri, "IRI", []string{"IRI"}, "IRI", ""},
		{iri, "iauthority", []string{"ihost"}, "ihost", ""},
		{iri, "irelative-ref", []string{"ipath-noscheme"}, "ipath-noscheme", ""},

		// Every segment begins with the rule; the last one counts.
		{iri, "irelative-ref", []string{"isegment-nz"}, "isegment-nz", "/"},
	}
	for _, test := range tests {
		if !*testkit.Long && test.rule != "irelative-ref" {
			continue
		}
		a, err := Compile(test.grammar, test.rule, &Options{Marks: test.marks})
		var refused *MarkError
		errors.As(err, &refused)
		switch {
		case test.mark == "" && err != nil:
			t.Errorf("%s: %v", test.rule, err)
		case test.mark == "":
			if len(a.MarkNames) != len(test.marks) || len(a.Slots) != a.NumStates() {
				t.Errorf("%s: marks %q in %d states", test.rule, a.MarkNames, len(a.Slots))
			}
		case refused == nil:
			t.Errorf("%s: error %v, want mark %s refused with %q", test.rule, err, test.mark, test.text)
		case refused.Mark != test.mark || len(refused.Text) != len(test.text):
			t.Errorf("%s: mark %s refused with %q, want %s with %q", test.rule, refused.Mark, refused.Text, test.mark, test.text)
		case test.text == "//" && string(refused.Text) != "//":
			t.Errorf("%s: mark %s refused with %q", test.rule, refused.Mark, refused.Text)
		}
	}
}
