package iri_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// checkReferences compares resolution against a base, which may lack a scheme, with the slow reference and the parser,
// and checks its inverse.
func checkReferences(base, reference iri.Reference) error {
	target := base.Resolve(reference)
	if want, err := iri.ParseReference(slowResolve(base.String(), reference.String(), false)); target != want || err != nil {
		return fmt.Errorf("%q + %q: %q %v, want %q %v, %v", base, reference, target, target.Parts(), want, want.Parts(), err)
	}
	if x, ok := base.IRI(); ok && x.Resolve(reference).Reference() != target {
		return fmt.Errorf("%q + %q: %q, for an IRI %q", base, reference, target, x.Resolve(reference))
	}
	short, ok := base.Relativize(target)
	if !ok || len(short.String()) > len(reference.String()) {
		return fmt.Errorf("%q + %q: %q, but Relativize returns %q, %v", base, reference, target, short, ok)
	}
	return leadsBack(base, short, target)
}

// leadsBack checks the promises of Relativize for a reference.
func leadsBack(base, short, target iri.Reference) error {
	if parsed, err := iri.ParseReference(short.String()); err != nil || parsed != short {
		return fmt.Errorf("%q has parts %v: %v", short, short.Parts(), err)
	}
	if back := base.Resolve(short); back != target {
		return fmt.Errorf("%q + %q: %q, not %q", base, short, back, target)
	}
	return nil
}

func TestReferenceLaws(t *testing.T) {
	p := newProperties(t, 20_000)
	p.Property("all is as the slow reference says, and back", holdsOfPairs(genReference(), genReference(), checkReferences))
	p.Property("to any reference", holdsOfPairs(genReference(), genReference(), func(base, target iri.Reference) error {
		if short, ok := base.Relativize(target); ok {
			return leadsBack(base, short, target)
		}
		return nil
	}))
	p.Property("a base may be resolved before or after, against an IRI", prop.ForAll(
		func(base iri.IRI, middle, r iri.Reference) (string, error) {
			return stepByStep(base.Reference(), middle, r)
		}, genIRI(), genReference(), genReference()))
	p.Property("a base may be resolved before or after, against a reference", prop.ForAll(stepByStep, genReference(), genReference(), genReference()))
	p.Property("a base may be normalized before", holdsOfPairs(genReference(), genReference(), func(base, r iri.Reference) error {
		if base.IsAbs() && endsInDots(base) {
			return nil
		}
		got, want := base.Normalize(iri.DotSegments).Resolve(r), base.Resolve(r)
		if got.Normalize(iri.DotSegments) != want.Normalize(iri.DotSegments) {
			return fmt.Errorf("%q, not %q", got, want)
		}
		return nil
	}))
	p.Property("a reference may be normalized before", holdsOfPairs(genReference(), genReference(), func(base, r iri.Reference) error {
		if got, want := base.Resolve(r.Normalize(iri.DotSegments)), base.Resolve(r); got != want {
			return fmt.Errorf("%q, not %q", got, want)
		}
		return nil
	}))
	p.TestingRun(t)
}

// stepByStep checks that a reference can be resolved step by step. RFC 3986 differs if a middle with a scheme ends in a
// dot segment, or a dot segment climbs above a root.
func stepByStep(base, middle, r iri.Reference) (string, error) {
	if middle.IsAbs() && endsInDots(middle) || !testkit.HasRoom(base.String(), middle.String(), r.String()) {
		return "", nil
	}
	if first, second := base.Resolve(middle.Resolve(r)), base.Resolve(middle).Resolve(r); first != second {
		return "", fmt.Errorf("%q and %q", first, second)
	}
	return "", nil
}

func endsInDots(x iri.Reference) bool {
	last := x.Path()[strings.LastIndexByte(x.Path(), '/')+1:]
	return last == "." || last == ".."
}

func TestRelativizeNowhereOfReferences(t *testing.T) {
	for _, c := range []struct{ base, target string }{
		{"a:b", "c"}, {"a:b", ""}, {"/a", "b"}, {"/a/b", ""}, {"//h/a", "/a"}, {"/a", "/b/../c"}, {"/a", "x:./y"},
		{"../a", "b"}, {"../../a", "../b"}, {"a", ".."}, {"a", "b/.."}, {"a", "./b"}, {"a", "b/../c"}, {"a", "?q"},
	} {
		base, target := iri.MustParseReference(c.base), iri.MustParseReference(c.target)
		if got, ok := base.Relativize(target); ok || got != (iri.Reference{}) {
			t.Errorf("from %q to %q: %q, %v", base, target, got, ok)
		}
	}
}

// TestRelativizeReferences has the shortest references from relative bases.
func TestRelativizeReferences(t *testing.T) {
	for _, c := range []struct{ base, target, want string }{
		{"a/b", "c", "../c"}, {"", "../a", "../a"}, {"../a/b", "../c", "../c"}, {"../a/b", "../a/c", "c"}, {"a/b", "../../c", "../../../c"},
		{"a", "../", ".."}, {"a/b", "../", "../.."}, {"a", "./", "."}, {"a/b", "./", ".."}, {"a/b?q", "a/b", "b"}, {"a", ".//b", ".//b"},
		{"a/b", ".//c", "..//c"}, {"a", "./b:c", "./b:c"}, {"a/b", "./b:c", "../b:c"}, {"a/..", "b", "b"}, {"..", "../b", "b"}, {"a", "/b", "/b"},
	} {
		base, target := iri.MustParseReference(c.base), iri.MustParseReference(c.target)
		if got, ok := base.Relativize(target); got.String() != c.want || !ok || base.Resolve(got) != target {
			t.Errorf("from %q to %q: %q, %v, want %q", base, target, got, ok, c.want)
		}
	}
}

// TestNoBase checks that without a base, only references with a scheme can be resolved.
func TestNoBase(t *testing.T) {
	for _, c := range []struct {
		ref      string
		verbatim bool
		target   string
	}{
		{"a:b", false, "a:b"}, {"a:/b/../c", false, "a:/c"}, {"a:/b/../c", true, "a:/b/../c"}, {"", false, ""}, {"b", true, ""}, {"//h", false, ""}, {"#f", false, ""},
	} {
		r, ref := iri.Resolver{Verbatim: c.verbatim}, iri.MustParseReference(c.ref)
		want, wantErr := iri.IRI{}, iri.ErrNoBase
		if c.target != "" {
			want, wantErr = iri.MustParse(c.target), nil
		}
		got, err := r.Resolve(ref)
		text, parts, appendErr := r.AppendResolve([]byte("<"), []byte(c.ref))
		if got != want || err != wantErr || string(text) != "<"+c.target || parts != want.Parts() || appendErr != wantErr {
			t.Errorf("%q: %q, %v; %q, %v, %v", ref, got, err, text, parts, appendErr)
		}
		if !c.verbatim && (iri.IRI{}).Resolve(ref) != want {
			t.Errorf("%q: %q", ref, iri.IRI{}.Resolve(ref))
		}
		target, _ := ref.IRI()
		short, ok := r.Relativize(target, iri.AnyForm)
		if wantOK := want == target && c.target != ""; ok != wantOK || ok && short != ref {
			t.Errorf("to %q: %q, %v", target, short, ok)
		}
		if text, _, err := r.AppendRelativize(nil, []byte(c.ref), iri.AnyForm); (err == nil) != ok || string(text) != short.String() {
			t.Errorf("to %q: %q, %v", c.ref, text, err)
		}
	}
	if _, _, err := new(iri.Resolver).AppendResolve(nil, []byte("1:")); err == nil || err == iri.ErrNoBase {
		t.Errorf("what is not a reference: %v", err)
	}
	if got, ok := (iri.IRI{}).Relativize(iri.IRI{}); ok {
		t.Errorf("to nothing: %q", got)
	}
}
