package iri_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

func resolvers(base iri.IRI) []*iri.Resolver {
	return []*iri.Resolver{{Base: base}, {Base: base, Verbatim: true}}
}

// checkResolve compares all modes and forms with the slow reference and the parser.
func checkResolve(base iri.IRI, reference iri.Reference) error {
	for _, r := range append(resolvers(base), &iri.Resolver{Base: base, Verbatim: true, Normalize: iri.ForComparison}) {
		slow := slowNormal(slowResolve(base.String(), reference.String(), r.Verbatim), r.Normalize)
		want, err := iri.Parse(slow)
		if err != nil {
			return fmt.Errorf("%q + %q: the slow reference says %q: %w", base, reference, slow, err)
		}
		got, err := r.Resolve(reference)
		if got != want || err != nil {
			return fmt.Errorf("%q + %q, %+v: %q %v, %v, want %q %v", base, reference, r, got, got.Parts(), err, want, want.Parts())
		}
		text, parts, err := r.AppendResolve([]byte("before"), []byte(reference.String()))
		if string(text) != "before"+want.String() || parts != want.Parts() || err != nil {
			return fmt.Errorf("%q + %q, %+v: AppendResolve %q %v, %v, want %q %v", base, reference, r, text, parts, err, want, want.Parts())
		}
	}
	if got, _ := resolvers(base)[0].Resolve(reference); base.Resolve(reference) != got {
		return fmt.Errorf("%q + %q: %q, by a Resolver %q", base, reference, base.Resolve(reference), got)
	}
	return nil
}

// TestResolveConformance runs cases of other projects, and the inverse.
func TestResolveConformance(t *testing.T) {
	file, count := testkit.Cases(t, "resolve.jsonl"), 0
	testkit.EachLine(t, file, func(n int, l *struct{ Source, Base, Ref, Target string }) {
		base, reference := iri.MustParse(l.Base), iri.MustParseReference(l.Ref)
		if got := base.Resolve(reference); got.String() != l.Target {
			t.Errorf("%s:%d: %s + %s: %s, want %s (%s)", file, n, base, reference, got, l.Target, l.Source)
		}
		if err := checkResolve(base, reference); err != nil {
			t.Errorf("%s:%d: %v", file, n, err)
		}
		if err := checkRelativize(&iri.Resolver{Base: base}, reference); err != nil {
			t.Errorf("%s:%d: %v", file, n, err)
		}
		count++
	})
	t.Logf("conformance: %d references resolved", count)
}

func TestResolveLaws(t *testing.T) {
	p := newProperties(t, 20_000)
	law := func(name string, holds func(base iri.IRI, r iri.Reference) error) {
		p.Property(name, holdsOfPairs(genIRI(), genReference(), holds))
	}
	law("all is as in the slow reference implementation", checkResolve)
	law("the fragment is that of the reference, whatever that of the base is", func(base iri.IRI, r iri.Reference) error {
		got := base.Resolve(r)
		fragment, ok := got.Fragment()
		if want, is := r.Fragment(); fragment != want || ok != is {
			return fmt.Errorf("fragment %q, %v", fragment, ok)
		}
		return same(got, withoutFragment(base).Resolve(r))
	})
	law("the empty reference is the base without its fragment", func(base iri.IRI, _ iri.Reference) error {
		return same(base.Resolve(iri.Reference{}), withoutFragment(base))
	})
	law("a target resolves to itself, once its dot segments are gone", func(base iri.IRI, r iri.Reference) error {
		once := base.Resolve(base.Resolve(r).Reference())
		return same(base.Resolve(once.Reference()), once)
	})
	law("a reference with a scheme does not need the base", func(base iri.IRI, r iri.Reference) error {
		target := base.Resolve(r).Reference()
		return same(base.Resolve(target), iri.MustParse("x://y/z?q").Resolve(target))
	})
	law("dot segments that DotSegments removes from a reference are those that resolution removes", func(base iri.IRI, r iri.Reference) error {
		return same(base.Resolve(r.Normalize(iri.DotSegments)), base.Resolve(r))
	})
	law("a reference may be normalized before it is resolved, unless dots are decoded", func(base iri.IRI, r iri.Reference) error {
		const steps = iri.ForComparison &^ iri.PercentNormalization // without a step for which %2E%2E is a dot segment, unlike for resolution
		return same(base.Resolve(r.Normalize(steps)).Normalize(steps), base.Resolve(r).Normalize(steps))
	})
	law("to go to a directory and on from there is to go both ways at once", func(base iri.IRI, r iri.Reference) error {
		path := r.Path()
		cut := strings.LastIndexByte(path, '/') + 1
		first, rest := path[:cut], path[cut:]
		if _, ok := r.Authority(); ok || r.IsAbs() || cut == 0 || rest == "" {
			return nil
		}
		there := base.Resolve(iri.MustParseReference(first))
		return same(there.Resolve(iri.MustParseReference("./"+rest)), base.Resolve(iri.MustParseReference(path)))
	})
	p.TestingRun(t)
}

func same(got, want iri.IRI) error {
	if got != want {
		return fmt.Errorf("%q %v, want %q %v", got, got.Parts(), want, want.Parts())
	}
	return nil
}

func withoutFragment(x iri.IRI) iri.IRI {
	text, _, _ := strings.Cut(x.String(), "#")
	return iri.MustParse(text)
}

// genIRI generates IRIs, half of them with significant parts of paths.
func genIRI() gopter.Gen {
	return genText(func(rng *rand.Rand) (iri.IRI, error) {
		return iri.Parse([]string{"a:", "http://", "http://é@[::1]:8"}[rng.Intn(3)] + randomTokens(rng))
	}, rule.IRI, iri.MustParse)
}

func genReference() gopter.Gen {
	return genText(func(rng *rand.Rand) (iri.Reference, error) { return iri.ParseReference(randomTokens(rng)) }, rule.IRIReference, iri.MustParseReference)
}

func genText[T any](ofTokens func(*rand.Rand) (T, error), r rule.Rule, parse func(string) T) gopter.Gen {
	g := newGenerator()
	return func(params *gopter.GenParameters) *gopter.GenResult {
		for range params.Rng.Intn(2) * 1000 {
			if x, err := ofTokens(params.Rng); err == nil {
				return gopter.NewGenResult(x, gopter.NoShrinker)
			}
		}
		return gopter.NewGenResult(parse(g.textOf(r, params.Rng)), gopter.NoShrinker)
	}
}

func randomTokens(rng *rand.Rand) string {
	tokens := strings.Fields("a b / / / // . .. ./ ../ ... %2E é : ? #")
	var b strings.Builder
	for range rng.Intn(12) {
		b.WriteString(tokens[rng.Intn(len(tokens))])
	}
	return b.String()
}

// FuzzResolve compares with the slow reference, and checks the inverse.
func FuzzResolve(f *testing.F) {
	for _, s := range seeds {
		f.Add("http://a/b/c/d;p?q", s)
		f.Add("urn:a/b", s)
		f.Add("a:"+s, ".//a:b/..?#")
	}
	f.Fuzz(func(t *testing.T, base, reference string) {
		b, err := iri.Parse(base)
		if err != nil {
			return
		}
		r, err := iri.ParseReference(reference)
		if err != nil {
			return
		}
		if err := checkResolve(b, r); err != nil {
			t.Error(err)
		}
		for _, resolver := range resolvers(b) {
			if err := checkRelativize(resolver, r); err != nil {
				t.Error(err)
			}
		}
		if err := checkReferences(r, b.Reference()); err != nil {
			t.Error(err)
		}
		if relative, err := iri.ParseReference(strings.TrimPrefix(base, b.Scheme()+":")); err == nil {
			if err := checkReferences(relative, r); err != nil {
				t.Error(err)
			}
		}
	})
}

// slowResolve is the pseudo-code of RFC 3986, section 5.2.2, over components found by regular expressions. It puts a
// dot segment before a path that would be parsed as an authority.
func slowResolve(base, reference string, verbatim bool) string {
	b, r, t := kitOf(base), kitOf(reference), make(kit)
	authority := []string{"userinfo", "host", "port"}
	take := func(from kit, names ...string) {
		for _, name := range names {
			if text, has := from[name]; has {
				t[name] = text
			}
		}
	}
	take(b, "scheme")
	take(r, "scheme", "query", "fragment")
	switch {
	case r.has("scheme") && verbatim:
		return reference
	case r.has("scheme"), r.has("host"):
		take(r, authority...)
		t["path"] = testkit.RemoveDotSegments(r["path"])
	case r["path"] == "":
		take(b, append(authority, "path", "query")...)
		take(r, "query")
	case strings.HasPrefix(r["path"], "/"):
		take(b, authority...)
		t["path"] = testkit.RemoveDotSegments(r["path"])
	case !b.has("scheme") && !b.has("host") && !strings.HasPrefix(b["path"], "/"):
		t["path"] = testkit.MergeRelative(b["path"], r["path"])
	default:
		take(b, authority...)
		t["path"] = testkit.RemoveDotSegments(slowMerge(b, r))
	}
	if !t.has("host") && strings.HasPrefix(t["path"], "//") {
		t["path"] = "/." + t["path"]
	}
	return t.text()
}

// slowMerge is section 5.2.3. A final dot segment of a base without a scheme is a directory.
func slowMerge(base, r kit) string {
	segments := strings.Split(base["path"], "/")
	last := &segments[len(segments)-1]
	switch {
	case base.has("host") && base["path"] == "":
		return "/" + r["path"]
	case !base.has("scheme") && (*last == "." || *last == ".."):
		segments = append(segments, r["path"])
	default:
		*last = r["path"]
	}
	return strings.Join(segments, "/")
}

func formOf(reference string) iri.Forms {
	switch r := kitOf(reference); {
	case r.has("scheme"):
		return iri.FormIRI
	case r.has("host"):
		return iri.FormNetworkPath
	case strings.HasPrefix(r["path"], "/"):
		return iri.FormAbsolutePath
	case r["path"] != "":
		return iri.FormRelativePath
	case r.has("query"):
		return iri.FormQuery
	}
	return iri.FormFragment
}
