package iri_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/iri"
	"example.org/iri/rule"
)

const (
	goodText = "http://user@example.org:8080/a/%C3%A9/é?q=1#f"
	badText  = "http://user@example.org:8080/a b"
	cutText  = "http://user@example.org:8080/%4"
)

// TestAllocations: every call allocates what doc.go promises: nothing is allocated
// but the error of a call that rejects.
func TestAllocations(t *testing.T) {
	var sink any
	texts := []struct {
		text   string
		errors float64
	}{{goodText, 0}, {badText, 1}, {cutText, 1}, {"", 1}}
	for _, x := range texts {
		s, p := x.text, []byte(x.text)
		free := map[string]func(){
			"Valid":                func() { iri.Valid(p) },
			"ValidString":          func() { iri.ValidString(s) },
			"ValidReference":       func() { iri.ValidReference(p) },
			"ValidReferenceString": func() { iri.ValidReferenceString(s) },
			"Rule.Valid":           func() { rule.URI.Valid(p) },
			"Rule.ValidString":     func() { rule.URI.ValidString(s) },
			"Rule.Prefix":          func() { rule.IRI.Prefix(p) },
			"Rule.Matcher":         func() { m := rule.IRI.Matcher(); m.Matched() },
			"zero Rule.Valid":      func() { rule.Rule{}.Valid(p) },
			"RuleByName":           func() { rule.ByName("sub-delims"); rule.ByName("subdelims") },
			"Parts": func() {
				x, _ := iri.SplitReferenceString(goodText)
				_, _ = x.Scheme()
				_, _ = x.Authority()
				_, _ = x.Userinfo()
				_, _ = x.Host()
				_, _ = x.Port()
				_ = x.Path()
				_, _ = x.Query()
				_, _ = x.Fragment()
			},
		}
		for name, call := range free {
			if got := testing.AllocsPerRun(100, call); got != 0 {
				t.Errorf("%s(%q): %v allocations", name, s, got)
			}
		}
		rejecting := map[string]func(){
			"Parse":       func() { _, err := iri.Split(p); sink = err },
			"ParseString": func() { _, err := iri.SplitString(s); sink = err },
			"Check":       func() { sink = rule.IRI.Check(p) },
			"CheckString": func() { sink = rule.IRI.CheckString(s) },
			"Matcher.Write": func() {
				m := rule.IRI.Matcher()
				m.Write(p)
				sink = m.Err()
			},
		}
		for name, call := range rejecting {
			want := x.errors
			if name == "Matcher.Write" && s == badText {
				want = 2 // the error of Write and that of Err
			}
			if got := testing.AllocsPerRun(100, call); got != want {
				t.Errorf("%s(%q): %v allocations, want %v", name, s, got, want)
			}
		}
	}
	_ = sink
}

// TestWriteAllocations looks at each form of writing, in one piece and by bytes.
func TestWriteAllocations(t *testing.T) {
	m := rule.IRI.Matcher()
	good := []byte(goodText)
	calls := map[string]func(){
		"Write":       func() { m = rule.IRI.Matcher(); m.Write(good) },
		"WriteString": func() { m = rule.IRI.Matcher(); m.WriteString(goodText) },
		"Write of each byte": func() {
			m = rule.IRI.Matcher()
			for i := range good {
				m.Write(good[i : i+1])
			}
		},
	}
	for name, call := range calls {
		if got := testing.AllocsPerRun(100, call); got != 0 || !m.Matched() {
			t.Errorf("%s: %v allocations, matched %v", name, got, m.Matched())
		}
	}
}

// TestStackBuffers: a caller's buffer may stay on its stack.
func TestStackBuffers(t *testing.T) {
	for name, got := range map[string]float64{
		"Valid":  testing.AllocsPerRun(100, func() { b := buffer(); iri.Valid(b[:]) }),
		"Parse":  testing.AllocsPerRun(100, func() { b := buffer(); iri.Split(b[:]) }),
		"Check":  testing.AllocsPerRun(100, func() { b := buffer(); rule.IRI.Check(b[:]) }),
		"Prefix": testing.AllocsPerRun(100, func() { b := buffer(); rule.IRI.Prefix(b[:]) }),
		"Write":  testing.AllocsPerRun(100, func() { b := buffer(); m := rule.IRI.Matcher(); m.Write(b[:]) }),
	} {
		if got != 0 {
			t.Errorf("%s: %v allocations for a buffer on the stack", name, got)
		}
	}
}

// buffer returns an IRI longer than what the compiler would copy anyway.
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

// TestInlining pins what a caller may count on not being a call.
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

// TestLongTexts: no string makes the run recurse or take memory (uriparser
// CVE-2025-67899, net/url CVE-2025-61726).
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
