package tables_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	. "example.org/iri/internal/tables"
)

// The linked tables, in the order of the grammars.
var (
	rfc3987 = []*dfa.Automaton{
		&IRI, &IhierPart, &IRIReference, &AbsoluteIRI, &IrelativeRef, &IrelativePart, &Iauthority, &Iuserinfo, &Ihost, &IregName,
		&Ipath, &IpathAbempty, &IpathAbsolute, &IpathNoscheme, &IpathRootless, &IpathEmpty, &Isegment, &IsegmentNz, &IsegmentNzNc,
		&Ipchar, &Iquery, &Iprivate, &Ifragment, &Iunreserved, &Ucschar, &Scheme, &Port, &IPLiteral, &IPvFuture, &IPv6address,
		&H16, &Ls32, &IPv4address, &DecOctet, &PctEncoded, &Unreserved, &Reserved, &GenDelims, &SubDelims,
	}
	rfc3986 = []*dfa.Automaton{
		&URI, &HierPart, &URIReference, &AbsoluteURI, &RelativeRef, &RelativePart, &Authority, &Userinfo, &Host, &RegName,
		&Path, &PathAbempty, &PathAbsolute, &PathNoscheme, &PathRootless, &PathEmpty, &Segment, &SegmentNz, &SegmentNzNc, &Pchar,
		&Query, &Fragment,
	}
	marked = []*dfa.Automaton{
		&IRI, &IRIReference, &AbsoluteIRI, &IrelativeRef, &URI, &URIReference, &AbsoluteURI, &RelativeRef,
	}
)

// family is a grammar and what was made of it.
type family struct {
	name   string
	tables []*dfa.Automaton
}

var families = []family{{"rfc3987", rfc3987}, {"rfc3986", rfc3986}}

func (f family) grammar(t testing.TB) *abnf.Grammar {
	t.Helper()
	g, err := abnf.ParseFile(f.name+".abnf", []byte(f.read(t, ".abnf")))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (f family) read(t testing.TB, ext string) string {
	t.Helper()
	text, err := os.ReadFile(f.name + ext)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// source returns the Go file that was made of the grammar.
func (f family) source(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../internal/tables/" + f.name + ".go")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func ruleNames(g *abnf.Grammar) (list []string) {
	for r := range g.Rules() {
		list = append(list, r.Name)
	}
	return list
}

func tableNames(tables []*dfa.Automaton) (list []string) {
	for _, a := range tables {
		list = append(list, a.Name)
	}
	return list
}

// Each rule has a table, those of both RFCs one, in the order of the grammars.
func TestNames(t *testing.T) {
	iri, uri := ruleNames(families[0].grammar(t)), ruleNames(families[1].grammar(t))
	if got := tableNames(rfc3987); !slices.Equal(got, iri) || len(iri) != 39 {
		t.Errorf("tables %v, rules %v", got, iri)
	}
	own := slices.DeleteFunc(slices.Clone(uri), func(name string) bool { return slices.Contains(iri, name) })
	if got := tableNames(rfc3986); !slices.Equal(got, own) || len(own) != 22 {
		t.Errorf("tables %v, rules %v", got, own)
	}
}

func TestTablesPassCheck(t *testing.T) {
	for _, f := range families {
		for _, a := range f.tables {
			if err := a.Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Rules named alike in both grammars mean the same: one table serves both.
func TestSharedRules(t *testing.T) {
	g, shared := families[1].grammar(t), 0
	for _, a := range rfc3987 {
		if g.Lookup(a.Name) == nil {
			continue
		}
		shared++
		b, err := compile.Compile(g, a.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w, equal := abnftest.Equivalent(a, b); !equal {
			t.Errorf("%s differs between the RFCs, as %q shows", a.Name, w)
		}
	}
	if shared != 14 {
		t.Errorf("%d rules are named alike", shared)
	}
}

// What RFC 3986 has is what RFC 3987 has of ASCII: a walk through both tables
// over all pairs of states that ASCII texts lead to.
func TestURIIsIRIOverASCII(t *testing.T) {
	pairs := [][2]*dfa.Automaton{
		{&IRI, &URI}, {&IRIReference, &URIReference}, {&AbsoluteIRI, &AbsoluteURI}, {&IrelativeRef, &RelativeRef},
	}
	for _, a := range rfc3986 { // the other rules have an i in front
		if !slices.Contains(marked, a) {
			i := slices.IndexFunc(rfc3987, func(b *dfa.Automaton) bool { return b.Name == "i"+a.Name })
			if i < 0 {
				t.Fatalf("no rule i%s", a.Name)
			}
			pairs = append(pairs, [2]*dfa.Automaton{rfc3987[i], a})
		}
	}
	if len(pairs) != 22 {
		t.Fatalf("%d pairs", len(pairs))
	}
	for _, p := range pairs {
		a, b := p[0], p[1]
		type states struct{ s, t dfa.State }
		seen := map[states]string{{a.Start, b.Start}: ""}
		for queue := []states{{a.Start, b.Start}}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if a.Accepts(at.s) != b.Accepts(at.t) {
				t.Errorf("%s and %s differ over %q", a.Name, b.Name, seen[at])
				break
			}
			for c := range byte(0x80) {
				next := states{a.Next(at.s, c), b.Next(at.t, c)}
				if _, known := seen[next]; !known {
					seen[next] = seen[at] + string(rune(c))
					queue = append(queue, next)
				}
			}
		}
		for s := range b.States() {
			for c := 0x80; c <= 0xFF; c++ {
				if b.Next(s, byte(c)) != dfa.Dead {
					t.Errorf("%s reads byte %#x", b.Name, c)
				}
			}
		}
	}
}

// Only the eight top rules carry marks and parts.
func TestMarksAndParts(t *testing.T) {
	iri := "ihier-part iauthority ihost port ipath-abempty iquery ifragment"
	uri := "hier-part authority host port path-abempty query fragment"
	iriParts := " scheme iauthority iuserinfo ihost port IP-literal ipath iquery ifragment pct-encoded"
	uriParts := " scheme authority userinfo host port IP-literal path query fragment pct-encoded"
	for _, f := range families {
		for _, a := range f.tables {
			marks, parts := "", ""
			if slices.Contains(marked, a) {
				marks, parts = iri, iriParts
				if f.name == "rfc3986" {
					marks, parts = uri, uriParts
				}
			}
			if got := strings.Join(a.MarkNames, " "); got != marks {
				t.Errorf("%s: marks %q, want %q", a.Name, got, marks)
			}
			if got := strings.Join(a.PartNames, " "); got != parts {
				t.Errorf("%s: parts %q, want %q", a.Name, got, parts)
			}
			if len(a.Slots) > 0 != (marks != "") || len(a.Parts) > 0 != (parts != "") {
				t.Errorf("%s: %d slots, %d parts", a.Name, len(a.Slots), len(a.Parts))
			}
		}
	}
}

// Marks and parts cost states, but do not change the language.
func TestMarkedIsPlain(t *testing.T) {
	for _, f := range families {
		g := f.grammar(t)
		for _, a := range f.tables {
			if !slices.Contains(marked, a) {
				continue
			}
			plain, err := compile.Compile(g, a.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if w, equal := abnftest.Equivalent(a, plain); !equal {
				t.Errorf("%s: the marked table differs, as %q shows", a.Name, w)
			}
		}
	}
}

// The bytes that texts of some rules begin with, for error messages.
func TestFirstSets(t *testing.T) {
	want := "iunreserved unreserved pct-encoded sub-delims gen-delims iprivate ucschar ALPHA DIGIT HEXDIG"
	var names []string
	for _, f := range FirstSets {
		names = append(names, f.Rule)
		for b := range 256 {
			i := slices.IndexFunc(rfc3987, func(a *dfa.Automaton) bool { return a.Name == f.Rule })
			if i >= 0 && f.Bytes.Has(byte(b)) != (rfc3987[i].Next(rfc3987[i].Start, byte(b)) != dfa.Dead) {
				t.Errorf("%s: byte %#x", f.Rule, b)
			}
		}
		for _, c := range []byte(f.Literals) {
			if !f.Bytes.Has(c) {
				t.Errorf("%s: %q is a literal, but no first byte", f.Rule, c)
			}
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("first sets of %s, want %s", got, want)
	}
}
