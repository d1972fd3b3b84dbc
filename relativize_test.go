package iri_test

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

func TestRelativize(t *testing.T) {
	for _, c := range []struct{ base, target, want string }{
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?q", ""},
		{"http://a/b/c/d;p?q#f", "http://a/b/c/d;p?q#s", "#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?y", "?y"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p", "d;p"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g?y#s", "g?y#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/", "."},
		{"http://a/b/c/d;p?q", "http://a/b/", ".."},
		{"http://a/b/c/d;p?q", "http://a/b/g", "../g"},
		{"http://a/b/c/d;p?q", "http://a/", "/"},
		{"http://a/b/c/d;p?q", "http://a", "//a"},
		{"http://a/b/c/d;p?q", "http://a/g", "/g"},
		{"http://a/b/c/d;p?q", "http://g", "//g"},
		{"http://a/b/c/d;p?q", "g:h", "g:h"},
		{"http://a/b/c/d;p?q", "HTTP://a/b/c/", "HTTP://a/b/c/"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g:h", "./g:h"},
		{"http://a/b/c/d;p?q", "http://a/b/g:h", "../g:h"},
		{"http://a/b/c/d;p?q", "http://a/b/c//g", ".//g"},
		{"http://a/b/c/d;p?q", "http://a//g", "/.//g"},
		{"http://a/b/c", "http://a//g", "..//g"}, // as long as /.//g
		{"http://a", "http://a/g", "g"},
		{"http://a/b/../c/d", "http://a/c/g", "g"},
		{"http://a/b/../c", "http://a/b/../c#s", "#s"},
		{"a:b/c", "a:b/d", "d"},
		{"a:b/c", "a:d", "a:d"},
		{"a:b/c", "a:/d", "/d"},
		{"a:b", "a:", "."},
		{"a:b/c", "a:/.//d", "..//d"},
		{"a:/.//b/c", "a:/.//b/d", "d"},
	} {
		base, target := iri.MustParse(c.base), iri.MustParse(c.target)
		got, ok := base.Relativize(target)
		if !ok || got != iri.MustParseReference(c.want) {
			t.Errorf("from %s to %s: %q %v, %v, want %q", base, target, got, got.Parts(), ok, c.want)
		}
		if back := base.Resolve(got); back != target {
			t.Errorf("from %s to %s: %q, which leads to %s", base, target, got, back)
		}
	}
}

func TestRelativizeNowhere(t *testing.T) {
	base := iri.MustParse("http://a/b/c")
	for _, target := range []iri.IRI{{}, iri.MustParse("http://a/b/./c"), iri.MustParse("http://a/.."), iri.MustParse("urn:.")} {
		if got, ok := base.Relativize(target); ok || !got.IsZero() {
			t.Errorf("%q: %q, %v", target, got, ok)
		}
		dst, parts, err := iri.Resolver{Base: base}.AppendRelativize([]byte("x"), []byte(target.String()), iri.AnyForm)
		if string(dst) != "x" || parts != (iri.Parts{}) || err == nil || !target.IsZero() && err != iri.ErrNoReference {
			t.Errorf("%q: %q, %v, %v", target, dst, parts, err)
		}
	}
	verbatim := iri.Resolver{Base: base, Verbatim: true}
	if got, ok := verbatim.Relativize(iri.MustParse("http://a/b/./c"), iri.AnyForm); !ok || got.String() != "http://a/b/./c" {
		t.Errorf("verbatim: %q, %v", got, ok)
	}
}

// leads checks the promises of Relativize for a reference.
func leads(r *iri.Resolver, reference iri.Reference, target iri.IRI, forms iri.Forms) error {
	if parsed, err := iri.ParseReference(reference.String()); err != nil || parsed != reference {
		return fmt.Errorf("%q has parts %v: %v", reference, reference.Parts(), err)
	}
	if back, err := r.Resolve(reference); err != nil || back != target {
		return fmt.Errorf("%q leads to %q, not to %q: %v", reference, back, target, err)
	}
	if forms&formOf(reference.String()) == 0 {
		return fmt.Errorf("%q has another form than %b", reference, forms)
	}
	return nil
}

// TestRelativizeLeads checks for the target of a reference that the result of Relativize leads to it, and is not
// longer.
func TestRelativizeLeads(t *testing.T) {
	p := newProperties(t, 20_000)
	p.Property("to targets of references", holdsOfPairs(genIRI(), genReference(), func(base iri.IRI, reference iri.Reference) error {
		r := resolvers(base)
		return errors.Join(checkRelativize(r[0], reference), checkRelativize(r[1], reference))
	}))
	p.Property("what leads to a target leads to its normal form with Normalize", holdsOfPairs(genIRI(), genIRI(), func(base, target iri.IRI) error {
		r := iri.Resolver{Base: base, Normalize: iri.ForComparison}
		reference, ok := r.Relativize(target, iri.AnyForm)
		if got, err := r.Resolve(reference); ok && (err != nil || got != target.Normalize(r.Normalize)) {
			return fmt.Errorf("%q and %q: %q, which leads to %q, %v", base, target, reference, got, err)
		}
		return nil
	}))
	p.Property("to any IRI", holdsOfPairs(genIRI(), genIRI(), func(base, target iri.IRI) error {
		for _, r := range resolvers(base) {
			for forms := range 1 + iri.AnyForm {
				if got, ok := r.Relativize(target, forms); ok {
					if err := leads(r, got, target, forms); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}))
	p.TestingRun(t)
}

// checkRelativize checks the inverse of resolution.
func checkRelativize(r *iri.Resolver, reference iri.Reference) error {
	target, err := r.Resolve(reference)
	if err != nil {
		return err
	}
	for _, forms := range []iri.Forms{iri.AnyForm, formOf(reference.String())} {
		got, ok := r.Relativize(target, forms)
		if !ok || len(got.String()) > len(reference.String()) {
			return fmt.Errorf("%+v: %q leads to %q, but Relativize says %q, %v", r, reference, target, got, ok)
		}
		if err := leads(r, got, target, forms); err != nil {
			return err
		}
		text, parts, err := r.AppendRelativize([]byte("before"), []byte(target.String()), forms)
		if string(text) != "before"+got.String() || parts != got.Parts() || err != nil {
			return fmt.Errorf("%+v, %q: AppendRelativize %q %v, %v, want %q %v", r, target, text, parts, err, got, got.Parts())
		}
	}
	return nil
}

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

// invisible replaces escapes by invisible characters.
var invisible = strings.NewReplacer(`\u00ad`, "\u00ad", `\u200b`, "\u200b", `\ufeff`, "\ufeff")

// tricks lists references that lead out of a directory, for all or for some programs, from lists of path traversal,
// open redirects and parser confusion, as far as they are valid.
var tricks = strings.Fields(invisible.Replace(`
	.. ../ ../x ../../x ../../../../../../etc/passwd ./../x a/../../x a/b/../../../x a//../../../x ..//x ..//..//x .././../x
	../dir/x a/../../dir/x ../?q ../#f ..?q ..#f
	%2e%2e %2e%2e/ %2e%2e/x %2E%2E/x .%2e/x %2e./x %2E%2e/%2e%2E/x a/%2e%2e/%2e%2e/x %2e%2e%2fx ..%2fx ..%2Fx ..%2f..%2fetc%2fpasswd
	%2e%2e%5cx ..%5cx ..%5C..%5Cx a%2f..%2f..%2fx a%2fb %2fetc%2fpasswd %5cetc c%3a%5cx %5c%5chost%5cshare
	..\x ..\..\windows \x \\host\share /\evil.example \/evil.example a\..\..\x
	%252e%252e/x %252e%252e%252fx ..%252fx ..%255cx %25%32%65%25%32%65/x %25252e%25252e/x %%32%65%%32%65/x ..%25252fx
	..%c0%afx %c0%ae%c0%ae/x ..%c1%9cx ..%e0%80%afx %e0%80%ae%e0%80%ae/x ..%f0%80%80%afx ..%fc%80%80%80%80%afx ..%c0%2fx %c0%2e%c0%2e/x ..%u2215x
	..%00/x ..%00 ..%0d/x ..%0a/x ..%09/x .%09./x .%0a./x ..%01/x x%00.png ..%7f/x
	..;/x ..;a=b/x ..;x/..;y/x ..%3b/x ..%3Bx/x ..:/x ..%3a/x ..%3f/x ..%23/x ..%20/x %20../x %20..%20/x ..%2520/x ..%c2%a0/x
	.../x ..../x ....//x ....// .../.../x ..././x ....%2f%2fx ....\/x
	．．/x ．．／x ..／x ..∕x ..⁄x ..∖x ..＼x ‥/x %ef%bc%8e%ef%bc%8e/x ..%ef%bc%8fx ..%e2%88%95x ․․/x %e2%80%a5/x ﹒﹒/x ..﹨x
	/ /x /dir /dirx/y /dir/../x /dir/%2e%2e/x /dir/..%2fx /dir/..;/x /%64ir/x /DIR/x /../dir/x /./../dir/x //dir/x /..//dir/x
	//evil.example //evil.example/dir/x ///evil.example /..//evil.example //h.example@evil.example/dir/x //u@h.example/dir/x //h.example:80/dir/x
	//H.example/dir/x //h.example. //h.example/ http://evil.example/dir/x https://h.example/dir/x http:x http:/dir/x HTTP://h.example/dir/x
	javascript:alert(1) data:,x file:///dir/x mailto:a@b urn:x C:/x C:\x
	.//a .//etc/passwd ./././/x .///x a/..//x a/.././/etc/passwd /dir//x /dir//etc/passwd //h.example/dir//x http://h.example/dir//x
	./;x/etc/passwd ;x//y ./%20/etc/passwd %E2%80%8B/etc/passwd \u00ad//x ./:/x ./%3A/x ./::/x
	./a:b ./C:/Windows/win.ini ./C:x ./c: ./C%3A/x ./%43%3a/x ./C%253A/x ./C:%20/x ./%20C:/x ./C：/x ./Ｃ：/x ./C%E2%80%8B:/x ./%C2%ADC:/x /dir/C:/x ./1:2
	a/../C:/x http://h.example/dir/C:/x ./file:///etc/passwd ./file:/etc ./file%3A/etc/passwd ./file%253a//x ./http://evil.example ./https%EF%BC%9A//evil.example
	./javascript: ./x:;y/z ./x:%20/z ./x:%E2%80%8B/z
	..%E2%80%8B/x ..\u200b/x %E2%80%8B../x .%E2%80%8B./x ..%C2%AD/x .%C2%AD/x ..\ufeff ..%E2%81%A0/x ..%E2%80%AE/x ..%E2%80%8B%20/x ..%CD%8F/x ..%E3%85%A4/x ..%EF%B8%8F/x ..%F3%A0%80%81/x ..%E2%A0%80/x ..%C2%AD;y/x
	%25u002e%25u002e/x %25u002E%25u002E%25u002Fx ..%25u2215x ..%25u005cx a%25u2215b %25u%30%302e./x %25252525u002e./x %25u0025u002e./x x%25u0000
`))

// harmless lists references to resources in or below http://h.example/dir/.
var harmless = strings.Fields(`
	. ./ a a/ a/b a/b/c.html ./a a/. a/./b a/../b a/b/../c a/.. a/../ a//b a///b ./ab:c ./ab:c/d a/C:/x a/b: .a ..a a.. a..b ...a a... a/.b/..c .well-known/x
	%20a a%20b a%25b 100%25 a%2Eb %2ea a%3fb a%3bc a;b a;..b a=..;b ;x a,b (a) ~a rosé ros%C3%A9 %E2%9C%93 a%2ehtml
	%E2%80%8B a%C2%ADb a%E2%80%8B/b a.b%E2%80%8B %F0%9F%91%A9%E2%80%8D%F0%9F%92%BB/x ❤%EF%B8%8F ./ab：c 100%25u a%25u00e9 a%25u00
	? ?q ?../.. ?a=%2e%2e%2f ?é # #f #../.. #%2e%2e%2f a?../../x a#../../x a?x=/..%2f
	/dir/ /dir/a /dir/a/../b /x/../dir/a /dir/./a /./dir/a //h.example/dir/a //h.example/a/../dir/b http://h.example/dir/ http://h.example/dir/a?q#f
`)

func TestBelow(t *testing.T) {
	r := iri.Resolver{Base: iri.MustParse("http://h.example/dir/page?q"), Below: true}
	for _, s := range tricks {
		text, parts, err := r.AppendResolve([]byte("<"), []byte(s))
		var syntax *iri.SyntaxError
		if !errors.Is(err, iri.ErrAbove) && !errors.As(err, &syntax) || string(text) != "<" || parts != (iri.Parts{}) {
			t.Errorf("%q leads to %q, %v", s, text, err)
		}
		if reference, err := iri.ParseReference(s); err == nil {
			if got, err := r.Resolve(reference); err != iri.ErrAbove || got != (iri.IRI{}) {
				t.Errorf("%q leads to %q, %v", s, got, err)
			}
		}
	}
	if len(tricks) < 60 {
		t.Errorf("only %d tricks", len(tricks))
	}
	for _, s := range append(harmless, "", "a/"+strings.Repeat("b", 1000)) {
		reference := iri.MustParseReference(s)
		got, err := r.Resolve(reference)
		text, parts, appendErr := r.AppendResolve(nil, []byte(s))
		want := r.Base.Resolve(reference)
		if err != nil || got != want || string(text) != got.String() || parts != got.Parts() || appendErr != nil {
			t.Errorf("%q: %q, %v; %q, %v, want %q", s, got, err, text, appendErr, want)
		}
	}
}

func TestBelowOfBases(t *testing.T) {
	for _, c := range []struct {
		base, reference string
		below           bool
	}{
		{"http://h", "a", true}, {"http://h", "", true}, {"http://h", "?q", true}, {"http://h", "/", true}, {"http://h", "http://h", true},
		{"http://h", "../a", false}, {"http://h/", "..", false}, {"http://h/a", "b/../../c", false}, {"http://h/a/", "http://h", false},
		{"http://h/a/../b/c", "d", true}, {"http://h/a/../b/c", "/b/d", true}, {"http://h/a/../b/c", "/a/d", false}, {"http://h/a/..", "b", true},
		{"http://h//a/b", "c", true}, {"http://h//a/b", "//a/c", false}, {"http://h//a/b", "/a/c", false},
		{"urn:a/b", "c", true}, {"urn:a/b", "../c", false}, {"urn:a", "b", true}, {"urn:a", "/b", false}, {"urn:a", "//b", false}, {"urn:/.//a/b", "c", true},
		{"urn:/.//a/b", "../../c", false}, {"file:///srv/", "/etc/passwd", false}, {"file:///srv/", "//host/srv/a", false}, {"file:///srv/", "a", true},
		{"http://h/%2e%2e/", "a", true}, {"http://h/%2e%2e/", "%2e%2e/a", false}, {"http://h/..;/", "a", true},
		{"http://h/files/", ".//etc/passwd", false}, {"http://h/files/", "/files//etc/passwd", false}, {"http://h", "/.//etc/passwd", false}, {"http://h/", "./C:/x", false},
		{"http://h//", "a", true}, {"http://h//", "/./a", false}, {"http://h//", ".//a", false}, {"http://h/C:/", "a", true}, {"http://h/C:/", "./D:/a", false}, {"file:///", "C:/x", false}, {"file:///", "./C:/x", false},
	} {
		r := iri.Resolver{Base: iri.MustParse(c.base), Below: true}
		got, err := r.Resolve(iri.MustParseReference(c.reference))
		if (err == nil) != c.below || err != nil && err != iri.ErrAbove {
			t.Errorf("%s and %s: %q, %v", c.base, c.reference, got, err)
		}
	}
	for _, s := range []string{"a", "http://h/a"} {
		if got, err := (iri.Resolver{Below: true}).Resolve(iri.MustParseReference(s)); err != iri.ErrNoBase {
			t.Errorf("%s without a base: %q, %v", s, got, err)
		}
	}
	verbatim := iri.Resolver{Base: iri.MustParse("http://h/a/"), Below: true, Verbatim: true}
	if got, err := verbatim.Resolve(iri.MustParseReference("http://h/a/../b")); err != iri.ErrAbove {
		t.Errorf("verbatim: %q, %v", got, err)
	}
	normal := iri.Resolver{Base: iri.MustParse("http://h/a/"), Below: true, Normalize: iri.ForComparison}
	if got, err := normal.Resolve(iri.MustParseReference("%62/../%7Ec")); err != nil || got.String() != "http://h/a/~c" {
		t.Errorf("normal: %q, %v", got, err)
	}
}

var (
	parameters = regexp.MustCompile(`[;:?#][^/]*`)
	otherSlash = strings.NewReplacer(`\`, "/", "／", "/", "∕", "/")
	unseen     = strings.NewReplacer("\u200b", "", "\u00ad", "")
	escaped    = regexp.MustCompile(`%u([0-9A-Fa-f]{4})`)
	absolute   = regexp.MustCompile(`^(/|.?:|[^/]*:/|[^/]*:$)`)
)

// interpretations returns a path as programs may interpret it: decoded several times, without parameters and invisible
// characters, with backslashes as slashes.
func interpretations(text string) (list []string) {
	for range 4 {
		for _, s := range []string{text, unseen.Replace(text)} {
			list = append(list, s, parameters.ReplaceAllString(s, ""), otherSlash.Replace(s), otherSlash.Replace(parameters.ReplaceAllString(s, "")))
		}
		decoded, err := url.PathUnescape(escaped.ReplaceAllStringFunc(text, func(e string) string {
			n, _ := strconv.ParseUint(e[len("%u"):], 16, 16)
			return string(rune(n))
		}))
		if err != nil {
			break
		}
		text = decoded
	}
	return list
}

// TestBelowStays checks that every target that passes is below the directory in all interpretations of its path.
func TestBelowStays(t *testing.T) {
	p, passed := newProperties(t, 50_000), 0
	tokens := strings.Fields(`./ C: %3A %E2%80%8B %C2%AD %25u002e .. . / // a b %2e %2E %2f %5C %252e %25 2e ; : ..;x é / ／ .. ../ /dir/ //h.example/dir/ ? #`)
	generate := gopter.Gen(func(params *gopter.GenParameters) *gopter.GenResult {
		for {
			var text strings.Builder
			for range 1 + params.Rng.Intn(8) {
				text.WriteString(tokens[params.Rng.Intn(len(tokens))])
			}
			if r, err := iri.ParseReference(text.String()); err == nil {
				return gopter.NewGenResult(r, gopter.NoShrinker)
			}
		}
	})
	r := iri.Resolver{Base: iri.MustParse("http://h.example/dir/page"), Below: true}
	p.Property("below for every program", prop.ForAll(func(reference iri.Reference) (string, error) {
		target, err := r.Resolve(reference)
		if err != nil {
			return "", nil
		}
		passed++
		return "", checkBelow(r, target)
	}, generate))
	p.TestingRun(t)
	if passed < 500 {
		t.Errorf("only %d of the references pass", passed)
	}
}

// checkBelow checks that all interpretations of a target are below http://h.example/dir/, and that Relativize returns a
// reference to it.
func checkBelow(r iri.Resolver, target iri.IRI) error {
	rest, inside := strings.CutPrefix(target.Path(), "/dir/")
	if authority, _ := target.Authority(); authority != "h.example" || !target.HasScheme("http") || !inside {
		return fmt.Errorf("leads to %q", target)
	}
	for _, text := range interpretations(rest) {
		if absolute.MatchString(text) {
			return fmt.Errorf("%q, joined with the directory, leads to %q", rest, text)
		}
		if got := path.Clean("/dir/" + text); got != "/dir" && !strings.HasPrefix(got, "/dir/") {
			return fmt.Errorf("%q leads to %q", text, got)
		}
	}
	back, ok := r.Relativize(target, iri.AnyForm)
	if again, err := r.Resolve(back); err != nil || again != target || !ok {
		return fmt.Errorf("%q by %q: %q, %v, %v", target, back, again, ok, err)
	}
	return nil
}
