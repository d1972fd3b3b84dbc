//go:build linux

package iri_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/fence"
	"example.org/iri/rule"
)

// put copies a text to both ends of a page and makes it read-only.
func put(t *testing.T, f *fence.Fence, text []byte) (front, back []byte) {
	f.ReadOnly(t, false)
	for i := range f.Inner {
		f.Inner[i] = 'x' // so that what is read beyond the other end looks like more text
	}
	n := len(text)
	front, back = f.Inner[:n:n], f.Inner[len(f.Inner)-n:]
	copy(front, text)
	copy(back, text)
	f.ReadOnly(t, true)
	return front, back
}

// A view is a text in both types; neither is a copy of the other.
type view struct {
	p []byte
	s string
}

func viewOf(p []byte) view { return view{p, unsafe.String(unsafe.SliceData(p), len(p))} }

// An entry is a function that reads a text. Its result is comparable, and says
// all that the function does.
type entry struct {
	name string
	read func(v view) any
}

// outcome is the result of a function that returns an error and more.
type outcome struct {
	more any
	err  any // the SyntaxError itself instead of its address
}

func outcomeOf[T comparable](more T, err error) outcome {
	if e, ok := err.(*iri.SyntaxError); ok {
		return outcome{more, *e}
	}
	return outcome{more, err}
}

// entries is every function of the package, and of package dfa, that takes a text.
func entries() []entry {
	list := []entry{
		{"Valid", func(v view) any { return iri.Valid(v.p) }},
		{"ValidString", func(v view) any { return iri.ValidString(v.s) }},
		{"ValidReference", func(v view) any { return iri.ValidReference(v.p) }},
		{"ValidReferenceString", func(v view) any { return iri.ValidReferenceString(v.s) }},
		{"Split", func(v view) any { return outcomeOf(iri.Split(v.p)) }},
		{"SplitString", func(v view) any { return outcomeOf(iri.SplitString(v.s)) }},
		{"SplitReference", func(v view) any { return outcomeOf(iri.SplitReference(v.p)) }},
		{"SplitReferenceString", func(v view) any { return outcomeOf(iri.SplitReferenceString(v.s)) }},
		{"Split by Parse", func(v view) any { x, err := iri.Parse(v.s); return outcomeOf(x.Parts(), err) }},
		{"Split by ParseReference", func(v view) any { x, err := iri.ParseReference(v.s); return outcomeOf(x.Parts(), err) }},
		{"Split by UnmarshalText", func(v view) any {
			var x iri.Reference
			err := x.UnmarshalText(v.p)
			return outcomeOf(x.Parts(), err)
		}},
		{"RuleByName", func(v view) any { r, _ := rule.ByName(v.s); return r }},
	}
	for r := range rule.All() {
		list = append(list, ruleEntries(r)...)
	}
	return list
}

// ruleEntries is the functions that take a rule or its automaton besides.
func ruleEntries(r rule.Rule) []entry {
	a := automaton(r)
	list := []entry{
		{"Rule.Valid", func(v view) any { return r.Valid(v.p) }},
		{"Rule.ValidString", func(v view) any { return r.ValidString(v.s) }},
		{"Rule.Check", func(v view) any { return outcomeOf(0, r.Check(v.p)) }},
		{"Rule.CheckString", func(v view) any { return outcomeOf(0, r.CheckString(v.s)) }},
		{"Rule.Prefix", func(v view) any { return r.Prefix(v.p) }},
		{"Matcher.Write", func(v view) any { m := r.Matcher(); return outcomeOf(m.Write(v.p)) }},
		{"Matcher.WriteString", func(v view) any { m := r.Matcher(); return outcomeOf(m.WriteString(v.s)) }},
		{"Matcher in two pieces", func(v view) any {
			m := r.Matcher()
			m.Write(v.p[:len(v.p)/2])
			m.WriteString(v.s[len(v.s)/2:])
			return outcomeOf(m.Len(), m.Err())
		}},
		{"dfa.Match", func(v view) any { return [...]bool{dfa.Match(a, v.p), dfa.Match(a, v.s)} }},
		{"dfa.Run", func(v view) any { return [...]dfa.State{dfa.Run(a, a.Start, v.p), dfa.Run(a, a.Start, v.s)} }},
		{"dfa.Last", func(v view) any {
			s, n := dfa.Last(a, a.Start, v.p)
			z, k := dfa.Last(a, a.Start, v.s)
			return [...]any{s, n, z, k}
		}},
		{"dfa.Prefix", func(v view) any { return [...]int{dfa.Prefix(a, v.p), dfa.Prefix(a, v.s)} }},
		{"dfa.Locate", func(v view) any {
			var m, n dfa.Marks
			ok := dfa.Locate(a, v.p, &m)
			return [...]any{ok, m, dfa.Locate(a, v.s, &n), n}
		}},
	}
	for i := range list {
		list[i].name += " of " + r.String()
	}
	return list
}

// fills make texts of any length: good ones, those that go wrong at the very end
// or at the front, and noise.
func fills() []func(n int) []byte {
	repeat := func(head, piece, tail string) func(n int) []byte {
		return func(n int) []byte {
			body := strings.Repeat(piece, n/len(piece)+1)
			text := head + body[:max(0, n-len(head)-len(tail))] + tail
			return []byte(text[max(0, len(text)-n):])
		}
	}
	list := []func(n int) []byte{
		repeat("http://h/", "a/bc-d_e.", ""),
		repeat("http://é/", "é/中文/\U0001F600", ""), // may end within a character
		repeat("a:", "%C3%A9", ""),                 // or within a triple
		repeat("a:", "path/", " "),
		repeat("a:?", "\ue000", "\xff"),
		repeat("//u:p@", "1.2.3.4", ":80"),
		repeat("//[v1.", ":a", "]"),
		repeat("", "\x00", ""),
		repeat("", "x", ""), // what lies behind it is more of the same
	}
	r := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 0))
	for _, head := range []string{"", "a:", "//"} {
		list = append(list, func(n int) []byte {
			text := []byte(head)
			for len(text) < n {
				text = append(text, corpus.Pick(r, []byte("aF09:/?#[]@%.~\xc3\xa9\xee\x80\xf3\xb0"))) // bytes that rules like
			}
			return text[:n]
		})
	}
	return list
}

// TestGuard: nothing reads before or behind a text, or writes to it, and where a
// text lies in memory makes no difference.
func TestGuard(t *testing.T) {
	t.Logf("-seed=%d", testkit.Seed(1))
	page, all, fills := fence.New(t, 1), entries(), fills()
	for n := range 201 {
		for k, fill := range fills {
			if !*testkit.Long && (n+k)%8 != 0 {
				continue // one or two fills a length do
			}
			text := fill(n)
			if len(text) != n {
				t.Fatalf("fill %d of %d bytes has %d", k, n, len(text))
			}
			front, back := put(t, page, text)
			heap := viewOf(slices.Clone(text))
			for _, e := range all {
				var want any
				if err := fence.Guarded(func() { want = e.read(heap) }); err != nil {
					t.Fatalf("%s: %+q: %v", e.name, text, err)
				}
				for where, v := range map[string]view{"behind": viewOf(front), "before": viewOf(back)} {
					var got any
					if err := fence.Guarded(func() { got = e.read(v) }); err != nil {
						t.Fatalf("%s: %d bytes, %+q, right %s a page not to touch: %v", e.name, n, text, where, err)
					}
					if got != want {
						t.Fatalf("%s: %+q: %v on the heap, %v right %s a page", e.name, text, want, got, where)
					}
				}
			}
			if !bytes.Equal(heap.p, text) {
				t.Fatalf("%+q is now %+q", text, heap.p)
			}
		}
	}
}
