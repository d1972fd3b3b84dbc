package iri_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/iri"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/rule"
)

const (
	goodText = "http://user@example.org:8080/a/%C3%A9/é?q=1#f"
	badText  = "http://user@example.org:8080/a b"
	cutText  = "http://user@example.org:8080/%4"
)

type calls map[string]func()

// allocate checks the number of allocations of each call.
func (c calls) allocate(t *testing.T, want float64) {
	t.Helper()
	for name, call := range c {
		if got := testing.AllocsPerRun(100, call); got != want {
			t.Errorf("%s: %v allocations, want %v", name, got, want)
		}
	}
}

var (
	sink   any
	stored iri.SyntaxError
)

// TestAllocations checks that only the error of a rejecting call is allocated.
func TestAllocations(t *testing.T) {
	for text, errors := range map[string]float64{goodText: 0, badText: 1, cutText: 1, "": 1} {
		s, p := text, []byte(text)
		calls{
			"Valid":                func() { iri.Valid(p) },
			"ValidString":          func() { iri.ValidString(s) },
			"ValidReference":       func() { iri.ValidReference(p) },
			"ValidReferenceString": func() { iri.ValidReferenceString(s) },
			"Rule.Valid":           func() { rule.URI.Valid(p) },
			"Rule.ValidString":     func() { rule.URI.ValidString(s) },
			"Rule.Prefix":          func() { rule.IRI.Prefix(p) },
			"zero Rule.Valid":      func() { rule.Rule{}.Valid(p) },
		}.allocate(t, 0)
		calls{
			"Parse":       func() { _, sink = iri.Split(p) },
			"ParseString": func() { _, sink = iri.SplitString(s) },
			"Check":       func() { sink = rule.IRI.Check(p) },
			"CheckString": func() { sink = rule.IRI.CheckString(s) },
		}.allocate(t, errors)
		writes := errors
		if text == badText {
			writes = 2 // Write and Err each return a new error
		}
		calls{"Matcher": func() { m := rule.IRI.Matcher(); m.Write(p); sink = m.Err() }}.allocate(t, writes)
	}
	for _, text := range []string{goodText, badText, cutText, ""} {
		var e iri.SyntaxError
		p, dst := []byte(text), make([]byte, 0, 300)
		calls{
			"CheckInto":     func() { sink = rule.IRI.CheckInto(&e, p) },
			"SplitInto":     func() { _, sink = rule.IRI.SplitInto(&e, p) },
			"AppendMessage": func() { dst = e.AppendMessage(dst[:0]) },
		}.allocate(t, 0)
	}
	err, good := rule.IRI.CheckString("http://h/a b"), []byte(goodText)
	calls{"Error": func() { _ = err.Error() }}.allocate(t, 1)
	calls{
		"Rule.Matcher": func() { m := rule.IRI.Matcher(); m.Matched() },
		"RuleByName":   func() { rule.ByName("sub-delims"); rule.ByName("subdelims") },
		"Parts": func() {
			x, _ := iri.SplitReferenceString(goodText)
			for c := rule.ComponentScheme; c <= rule.ComponentFragment; c++ {
				x.Get(c)
			}
		},
		"WriteString": func() { m := rule.IRI.Matcher(); m.WriteString(goodText) },
		"Write of each byte": func() {
			m := rule.IRI.Matcher()
			for i := range good {
				m.Write(good[i : i+1])
			}
		},
		// A buffer of the caller can stay on its stack.
		"Valid of the stack":     func() { b := buffer(); iri.Valid(b[:]) },
		"Parse of the stack":     func() { b := buffer(); iri.Split(b[:]) },
		"Check of the stack":     func() { b := buffer(); rule.IRI.Check(b[:]) },
		"CheckInto of the stack": func() { b := buffer(); rule.IRI.CheckInto(&stored, b[:]) },
		"SplitInto of the stack": func() { b := buffer(); rule.IRI.SplitInto(&stored, b[:]) },
		"Prefix of the stack":    func() { b := buffer(); rule.IRI.Prefix(b[:]) },
		"Write of the stack":     func() { b := buffer(); m := rule.IRI.Matcher(); m.Write(b[:]) },
	}.allocate(t, 0)
}

// TestAllocationsOfOperations checks that only the string of a changed result is allocated.
func TestAllocationsOfOperations(t *testing.T) {
	var x iri.IRI
	dst := make([]byte, 0, 20_000)
	normal := iri.MustParse("HTTP://u@H%41:80" + strings.Repeat("/a/%2E/%62", 1000) + "?%41#%c3%a9")
	other, address := []byte(normal.String()), iri.MustParse("http://[2001:DB8:0:0:0:0:1.2.3.4]/")
	otherParts := normal.Parts()
	normal, octets := normal.Normalize(iri.ForComparison), []byte(address.String())
	uri, mixed := iri.MustParse("http://example.org/a%20b?c#d"), iri.MustParse("http://example.org/é/%20?c#d")
	long := iri.MustParse("http://example.org/" + strings.Repeat("a/", 200))
	text := []byte("http://résumé.example.org/%C3%A9?%ee%80%80")
	full, bare := iri.MustParse("http://u@h:80/a?b#c"), iri.MustParse("http://h/a?b=c&d=é")
	built := iri.MustParse(goodText).With()
	changed := built.Scheme("https").Without(iri.ComponentUserinfo).Query("q=2")
	var added iri.Builder
	calls{
		"Normalize of a normal IRI": func() { normal.Normalize(iri.ForComparison) },
		"AppendNormal":              func() { dst, _, _ = iri.AppendNormal(dst[:0], other, iri.ForComparison) },
		"AppendNormalParts":         func() { dst, _, _ = iri.AppendNormalParts(dst[:0], other, otherParts, iri.ForComparison) },
		"AppendNormal of addresses": func() { dst, _, _ = iri.AppendNormal(dst[:0], octets, iri.ForComparison) },
		"ToURI":                     func() { uri.ToURI(); long.ToURI() },
		"ToIRI":                     func() { mixed.ToIRI(); long.ToIRI() },
		"AppendURI":                 func() { dst, _, _ = iri.AppendURI(dst[:0], text) },
		"AppendIRI":                 func() { dst, _, _ = iri.AppendIRI(dst[:0], text) },
		"encoding": func() {
			iri.EncodeSegment("é:b")
			iri.Encode(iri.ComponentPath, "/é:b/c")
			iri.EncodeNonASCII("a:b")
			iri.EncodeQueryValue("é")
			iri.DefaultPort("https")
			_, _ = iri.Decode("é:b")
		},
		"Builder.Append":           func() { dst, _, _ = changed.Append(dst[:0]) },
		"WithoutFragment":          func() { x = full.WithoutFragment() },
		"WithoutQuery, at the end": func() { x = bare.WithoutQuery() },
		"Compare":                  func() { full.Compare(bare) },
		"Builder without a change": func() { x, _ = bare.With().Without(iri.ComponentPort, iri.ComponentFragment).IRI() },
		"WithoutPort, absent":      func() { x = bare.WithoutPort() },
		"WithoutUserinfo, absent":  func() { x = bare.WithoutUserinfo() },
		"HostAddr":                 func() { address.HostAddr(); full.HostAddr(); full.PortNumber() },
		"pairs and segments": func() {
			for range bare.QueryPairs() {
			}
			for range bare.Segments() {
			}
			bare.QueryValue("d")
		},
	}.allocate(t, 0)
	calls{
		"Normalize of a short one": func() { iri.MustParse("a:b/../c").Normalize(iri.DotSegments) },
		"Normalize of an address":  func() { address.Normalize(iri.ForComparison) },
		"Builder.IRI":              func() { x, _ = changed.IRI() },
		"WithoutPort":              func() { x = full.WithoutPort() },
		"WithoutQuery":             func() { x = full.WithoutQuery() },
		"Origin":                   func() { full.Origin() },
		"WithoutUserinfo":          func() { x = full.WithoutUserinfo() },
		"AddPair":                  func() { added = built.AddPair("a b", "c&d") },
		"SetPair":                  func() { added = built.SetPair("q", "c&d") },
		"AddSegments":              func() { added = built.AddSegments("a", "b/c") },
	}.allocate(t, 1)
	calls{"DeletePairs": func() { added = built.AddPair("a", "").DeletePairs("q") }}.allocate(t, 2)
	large := strings.Repeat("a", 1000)
	growing := testing.AllocsPerRun(100, func() { dst = slices.Grow([]byte(nil), len(large)) }) // 2 with -race
	calls{"IRI of a long text": func() { x, _ = built.Query(large).IRI() }}.allocate(t, 1+growing)
	calls{"Append to nothing": func() { dst, _, _ = built.Query(large).Fragment(large).Append(nil) }}.allocate(t, growing)
	_, _ = x, added
}

func TestAllocationsOfReferences(t *testing.T) {
	r := &iri.Resolver{Base: iri.MustParse("http://example.org/a/../b/c?q")}
	n := &iri.Resolver{Base: iri.MustParse("HTTP://example.org:80/b/%7Ec?q"), Normalize: iri.ForComparison}
	below := iri.Resolver{Base: r.Base, Below: true}
	inside, octetsInside := iri.MustParseReference("x/%20/é"), []byte("x/%20/é")
	above, octetsAbove := iri.MustParseReference("..%2fx"), []byte("..%2fx")
	dst := make([]byte, 0, 200)
	calls{"Below": func() { below.Resolve(inside) }}.allocate(t, 1)
	calls{
		"Below, refused":               func() { below.Resolve(above) },
		"AppendResolve below":          func() { below.AppendResolve(dst, octetsInside) },
		"AppendResolve below, refused": func() { below.AppendResolve(dst, octetsAbove) },
	}.allocate(t, 0)
	for _, text := range []string{"g", "../x/./y.html?z", "#s", "", "//h/../.", "http://example.net/a/../b", "../../é"} {
		reference := iri.MustParseReference(text)
		target := r.Base.Resolve(reference)
		octets := []byte(target.String())
		calls{
			"Resolve " + text:            func() { r.Base.Resolve(reference) },
			"Resolver.Resolve " + text:   func() { r.Resolve(reference) },
			"Resolve, normalize " + text: func() { n.Resolve(reference) },
			"Reference.Resolve " + text:  func() { r.Base.Reference().Resolve(reference) },
		}.allocate(t, 1)
		calls{
			"AppendResolve " + text:            func() { r.AppendResolve(dst, []byte(text)) },
			"AppendResolve, normalize " + text: func() { n.AppendResolve(dst, []byte(text)) },
			"AppendRelativize " + text:         func() { r.AppendRelativize(dst, octets, iri.AnyForm) },
		}.allocate(t, 0)
		if got := testing.AllocsPerRun(100, func() { r.Base.Relativize(target) }); got > 1 {
			t.Errorf("Relativize to %q: %v allocations", target, got)
		}
	}
}

// buffer returns an IRI that is too long to be copied anyway.
func buffer() [64]byte {
	var b [64]byte
	for i := copy(b[:], "http://example.org/"); i < len(b); i++ {
		b[i] = 'a'
	}
	return b
}

func TestSizes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64-bit platforms")
	}
	for name, got := range map[string][2]uintptr{
		"Rule":    {unsafe.Sizeof(rule.Rule{}), 8},
		"Parts":   {unsafe.Sizeof(iri.Parts{}), 32},
		"Matcher": {unsafe.Sizeof(rule.Matcher{}), 32},
	} {
		if got[0] != got[1] {
			t.Errorf("%s takes %d bytes, want %d", name, got[0], got[1])
		}
	}
}

// TestInlining pins the functions that are inlined into their callers.
func TestInlining(t *testing.T) {
	for pkg, want := range map[string]string{
		".": "Split SplitString SplitReference SplitReferenceString",
		"./rule": `Parts.Scheme Parts.Authority Parts.Userinfo Parts.Host Parts.Port Parts.Path Parts.Query Parts.Fragment
			Rule.Matcher Rule.String Rule.Automaton (*Matcher).Matched (*Matcher).Len`,
		"./dfa": `(*Automaton).Next (*Automaton).Accepts (*Automaton).Number (*Automaton).Part ByteSet.Has
			(*Automaton).States (*Automaton).Edges`,
	} {
		out, err := exec.Command("go", "build", "-gcflags=-m", pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
		var inlined []string
		for line := range strings.Lines(string(out)) {
			if _, name, ok := strings.Cut(line, ": can inline "); ok {
				inlined = append(inlined, strings.TrimSpace(name))
			}
		}
		for name := range strings.FieldsSeq(want) {
			if !slices.Contains(inlined, name) {
				t.Errorf("%s: %s is not inlined", pkg, name)
			}
		}
	}
}

// TestLongTexts checks that strings cannot cause recursion or memory use (uriparser CVE-2025-67899, net/url
// CVE-2025-61726).
func TestLongTexts(t *testing.T) {
	for _, text := range []string{
		"http://a/" + strings.Repeat("(", 1<<20),
		"http://a/?" + strings.Repeat("k=v&", 1<<18),
		"http://" + strings.Repeat("[", 1<<20),
		"//" + strings.Repeat("a@", 1<<19),
		strings.Repeat("../", 1<<19),
	} {
		if n := testing.AllocsPerRun(2, func() { iri.ValidReferenceString(text) }); n != 0 {
			t.Errorf("%.20q...: %v allocations", text, n)
		}
		x, err := iri.SplitReferenceString(text)
		if span := x.Path(); err == nil && span.End > len(text) {
			t.Errorf("%.20q...: path %v", text, span)
		}
	}
}

// An operation is a method that returns a value, and its Append form.
type operation struct {
	name  string
	value func(base iri.IRI, x iri.Reference) (result string, ok bool)
	bytes func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error)
}

var operations = []operation{
	{"Resolve", func(base iri.IRI, x iri.Reference) (string, bool) {
		got, err := iri.Resolver{Base: base}.Resolve(x)
		return got.String(), err == nil && got == base.Resolve(x)
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.Resolver{Base: base}.AppendResolve(dst, []byte(x.String()))
	}},
	{"Relativize", func(base iri.IRI, x iri.Reference) (string, bool) {
		target, _ := x.IRI()
		got, ok := iri.Resolver{Base: base}.Relativize(target, iri.FormRelativePath)
		return got.String(), ok
	}, func(dst []byte, base iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.Resolver{Base: base}.AppendRelativize(dst, []byte(x.String()), iri.FormRelativePath)
	}},
	{"Resolve, relative base", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := relativeBase.Resolve(x)
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return likeAppend(dst, relativeBase.Resolve(x))
	}},
	{"Relativize, relative base", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got, ok := relativeBase.Relativize(x)
		return got.String(), ok
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		got, _ := relativeBase.Relativize(x)
		return likeAppend(dst, got)
	}},
	{"Normalize", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := x.Normalize(iri.ForComparison)
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.AppendNormal(dst, []byte(x.String()), iri.ForComparison)
	}},
	{"ToURI", func(_ iri.IRI, x iri.Reference) (string, bool) {
		got := x.ToURI()
		return got.String(), got != iri.Reference{}
	}, func(dst []byte, _ iri.IRI, x iri.Reference) ([]byte, iri.Parts, error) {
		return iri.AppendURI(dst, []byte(x.String()))
	}},
}

var relativeBase = iri.MustParseReference("//h/a/b/c")

// likeAppend is for methods without an Append form.
func likeAppend(dst []byte, x iri.Reference) ([]byte, iri.Parts, error) {
	if x.IsZero() {
		return dst, iri.Parts{}, iri.ErrTooLong
	}
	return append(dst, x.String()...), x.Parts(), nil
}

// TestResultSize checks the maximum length of results, which it lowers because 4 GiB take seconds.
func TestResultSize(t *testing.T) {
	defer func(n uint64) { ref.MaxSize = n }(ref.MaxSize)
	base := iri.MustParse("http://example.org/a/b/c/d?q")
	for _, text := range []string{
		"../é", "?y", "#s", "//é/é", "http://é", "http://example.org/a/é", "http://example.org/é/.//%7E", "http://example.org/x/../a%2F",
		"HTTP://[::ffff:6464:6464]", "http://example.org", "/é/../b%62", "a:/é/..//b",
	} {
		x := iri.MustParseReference(text)
		for _, o := range operations {
			ref.MaxSize = 1000
			want, ok := o.value(base, x)
			if composes := strings.Contains(o.name, "Re"); !ok || want == text && !composes {
				continue
			}
			for limit := range uint64(len(want) + 2) {
				ref.MaxSize = limit
				if err := o.fits(base, x, want, limit >= uint64(len(want))); err != nil {
					t.Errorf("%s of %q, at most %d bytes: %v", o.name, text, limit, err)
				}
			}
		}
	}
}

// TestNormalizedTargetSize checks that a target must fit both before and after normalization.
func TestNormalizedTargetSize(t *testing.T) {
	defer func(n uint64) { ref.MaxSize = n }(ref.MaxSize)
	r := iri.Resolver{Base: iri.MustParse("http://h/"), Normalize: iri.ForComparison}
	for text, least := range map[string]uint64{
		"http://[::ffff:6464:6464]": uint64(len("http://[::ffff:100.100.100.100]/")),
		"http://h/%7Ea":             uint64(len("http://h/%7Ea")),
	} {
		ref.MaxSize = 1000
		x := iri.MustParseReference(text)
		want, _ := r.Resolve(x)
		for ref.MaxSize = 0; ref.MaxSize < 50; ref.MaxSize++ {
			got, err := r.Resolve(x)
			text, _, appendErr := r.AppendResolve([]byte("<"), []byte(text))
			if fits := ref.MaxSize >= least; fits && (got != want || err != nil || string(text) != "<"+want.String() || appendErr != nil) ||
				!fits && (!got.IsZero() || err != iri.ErrTooLong || string(text) != "<" || appendErr != iri.ErrTooLong) {
				t.Errorf("%q, at most %d bytes: %q, %v, %q, %v", x, ref.MaxSize, got, err, text, appendErr)
			}
		}
	}
}

// fits compares an operation with its result, or with the error if the result is too long.
func (o *operation) fits(base iri.IRI, x iri.Reference, want string, fits bool) error {
	result, ok := o.value(base, x)
	text, parts, err := o.bytes([]byte("before"), base, x)
	switch {
	case !fits && (ok || result != "" || string(text) != "before" || parts != iri.Parts{} || err != iri.ErrTooLong):
		return fmt.Errorf("%q, %v; %q, %v, %v", result, ok, text, parts, err)
	case fits && (!ok || result != want || string(text) != "before"+want || err != nil):
		return fmt.Errorf("%q, %v; %q, %v, want %q", result, ok, text, err, want)
	}
	return nil
}
