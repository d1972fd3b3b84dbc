package ref_test

import (
	"regexp"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
)

// parse returns text as a reference, and reports whether it is one.
func parse(text string) (r ref.Ref[string], ok bool) {
	if !dfa.Match(language.URIReference.Automaton, text) {
		return r, false
	}
	return ref.Ref[string]{Text: text, Cut: testkit.Find(&language.URIReference, text).Pack()}, true
}

func mustParse(t *testing.T, text string) ref.Ref[string] {
	t.Helper()
	r, ok := parse(text)
	if !ok {
		t.Fatalf("%q is not a reference", text)
	}
	return r
}

// parts has scheme, authority, path, query and fragment with their delimiters.
type parts [5]string

var appendixB = regexp.MustCompile(`^([^:/?#]+:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?`)

func split(text string) parts { return parts(appendixB.FindStringSubmatch(text)[1:]) }

// resolve follows RFC 3986, sections 5.2.2 and 5.3, with testkit.MergeRelative for relative paths. It inserts a dot
// segment into a result that would be parsed otherwise.
func resolve(base, reference string, verbatim bool) string {
	b, r := split(base), split(reference)
	t := r
	dotted := true
	switch {
	case r[0] != "":
		dotted = !verbatim
	case r[1] != "":
		t[0] = b[0]
	case r[2] == "":
		t[0], t[1], t[2], dotted = b[0], b[1], b[2], false
		if r[3] == "" {
			t[3] = b[3]
		}
	case r[2][0] == '/':
		t[0], t[1] = b[0], b[1]
	case b[0]+b[1] == "" && !strings.HasPrefix(b[2], "/"):
		t[2], dotted = testkit.MergeRelative(b[2], r[2]), false
	default:
		t[0], t[1], t[2] = b[0], b[1], merge(b, r[2])
	}
	if dotted {
		t[2] = testkit.RemoveDotSegments(t[2])
		if t[1] == "" && strings.HasPrefix(t[2], "//") {
			t[2] = "/." + t[2]
		}
	}
	return strings.Join(t[:], "")
}

// merge follows RFC 3986, section 5.2.3. Without a scheme, a last dot segment is a directory.
func merge(base parts, path string) string {
	directory := base[2][:strings.LastIndexByte(base[2], '/')+1]
	last := strings.TrimPrefix(base[2], directory)
	switch {
	case base[1] != "" && base[2] == "":
		directory = "/"
	case base[0] == "" && (last == "." || last == ".."):
		directory = base[2] + "/"
	}
	return directory + path
}

// TestExamples has the examples of RFC 3986, section 5.4.
func TestExamples(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for reference, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
		"//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
		"g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
		"..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
		"../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
		"/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
		"..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
		"g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
		"g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
		"g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
	} {
		b, r := mustParse(t, base), mustParse(t, reference)
		got, _ := ref.Resolve(nil, &b, &r, false)
		if slow := resolve(base, reference, false); string(got) != want || slow != want {
			t.Errorf("%q: %q, by the letter %q, want %q", reference, got, slow, want)
		}
	}
}

// references returns all references of up to n bytes of an alphabet, alone and after some prefixes.
func references(alphabet string, n int) (list []ref.Ref[string]) {
	for _, text := range matcher.Texts(alphabet, n) {
		for _, before := range []string{"", "x:", "//h", "x://h"} {
			if r, ok := parse(before + text); ok {
				list = append(list, r)
			}
		}
	}
	return list
}

// TestResolve resolves all short references against all short bases, and relativizes the targets: no reference that
// leads to a target may be shorter than the result of Relativize.
func TestResolve(t *testing.T) {
	for alphabet, n := range map[string]int{"x:/.": 3, "a/?#": 2, "/.": 4, "a/.@1": 2} {
		if *testkit.Long {
			n++
		}
		list := references(alphabet, n)
		for i, b := range list {
			for j, r := range list {
				verbatim := (i+j)%2 == 0
				got, cut := ref.Resolve([]byte("<"), &b, &r, verbatim)
				text := string(got[1:])
				target, ok := parse(text)
				if want := resolve(b.Text, r.Text, verbatim); text != want || !ok || cut != target.Cut {
					t.Fatalf("%q + %q: %q %v, want %q %v", b.Text, r.Text, text, cut.Unpack(), want, target.Cut.Unpack())
				}
				checkRelativize(t, &b, &target, verbatim, r.Text)
			}
		}
	}
}

// checkRelativize relativizes target to any form, and to the form of a reference that leads to it.
func checkRelativize(t *testing.T, b, target *ref.Ref[string], verbatim bool, reference string) {
	t.Helper()
	for _, forms := range []ref.Forms{ref.Absolute<<1 - 1, formOf(reference)} {
		text, cut, ok := ref.Relativize([]byte("<"), b, target, verbatim, forms)
		r, isReference := parse(strings.TrimPrefix(string(text), "<"))
		if !ok || len(r.Text) > len(reference) || !isReference || r.Cut != cut || formOf(r.Text)&forms == 0 {
			t.Fatalf("from %q to %q, forms %b: %q %v, %t, but there is %q", b.Text, target.Text, forms, text, cut.Unpack(), ok, reference)
		}
		if back, _ := ref.Resolve(nil, b, &r, verbatim); string(back) != target.Text {
			t.Fatalf("from %q to %q, forms %b: %q, which leads to %q", b.Text, target.Text, forms, r.Text, back)
		}
	}
}

// formOf returns the form of a reference.
func formOf(text string) ref.Forms {
	switch p := split(text); {
	case p[0] != "":
		return ref.Absolute
	case p[1] != "":
		return ref.NetworkPath
	case strings.HasPrefix(p[2], "/"):
		return ref.AbsolutePath
	case p[2] != "":
		return ref.RelativePath
	case p[3] != "":
		return ref.QueryOnly
	}
	return ref.FragmentOnly
}

// TestClimb tests that a Climber yields the path without dot segments, for all paths of up to nine slashes, dots and
// letters, and for longer ones with dot segments at all offsets in a word of eight bytes; with percent-encoded dots,
// too. A Composer must remove the same.
func TestClimb(t *testing.T) {
	paths := matcher.Texts("/.a", 9)
	for piece := range strings.FieldsSeq(". .. /. /.. /./ /../ /... /.a ./.. /a./..a/ /../. //..//") {
		for front := range 20 {
			for after := range 10 {
				path := strings.Repeat("a", front) + piece + strings.Repeat("b", after)
				paths = append(paths, path, "/"+path+"/..", path+"/"+path)
			}
		}
	}
	changed := 0
	for _, path := range paths {
		want := testkit.RemoveDotSegments(path)
		for text, encoded := range map[string]bool{path: false, strings.ReplaceAll(path, ".", "%2e"): true} {
			c, got := ref.Climb(text, encoded), ""
			for segment, ok := c.Next(); ok; segment, ok = c.Next() {
				got = segment + got
			}
			if got = strings.ReplaceAll(c.Rest+got, "%2e", "."); got != want {
				t.Fatalf("%q: %q, want %q", text, got, want)
			}
		}
		buf := []byte("before//h")
		c := ref.NewComposer(buf[:6])
		buf = c.End(append(c.Begin(buf[:6], uri.ComponentAuthority), 'h'), uri.ComponentAuthority)
		if path != "" && path[0] != '/' {
			path, want = "/"+path, testkit.RemoveDotSegments("/"+path)
		}
		buf = c.RemoveDots(append(c.Begin(buf, uri.ComponentPath), path...))
		if got := string(buf); got != "before//h"+want || ref.HasDots(path) != (path != want) {
			t.Fatalf("%q: %q, want %q; dots: %t", path, got, want, ref.HasDots(path))
		}
		if path != want {
			changed++
		}
	}
	if changed < 1000 {
		t.Errorf("%d paths of %d have dot segments", changed, len(paths))
	}
}

// TestComposer tests that a reference composed of the components of another one equals it, with the same offsets,
// except for dot segments.
func TestComposer(t *testing.T) {
	for _, r := range append(references("a:/.@?#1", 3), references("a:/.", 5)...) {
		buf := []byte("before")
		c := ref.NewComposer(buf)
		for k := uri.ComponentScheme; k <= uri.ComponentFragment; k++ {
			text, ok := r.Get(k)
			if !ok {
				continue
			}
			buf = c.Begin(buf, k)
			if k != uri.ComponentAuthority {
				buf = append(buf, text...)
			}
			if k == uri.ComponentPath {
				buf = c.RemoveDots(buf)
			}
			buf = c.End(buf, k)
		}
		want := resolve("", r.Text, false)
		target, ok := parse(want)
		if got := string(buf[len("before"):]); got != want || !ok || c.Cut(buf) != target.Cut {
			t.Fatalf("%q: %q %v, want %q %v", r.Text, got, c.Cut(buf).Unpack(), want, target.Cut.Unpack())
		}
	}
}

// TestGuard tests that a guard is present exactly if the path would be parsed otherwise without it.
func TestGuard(t *testing.T) {
	for _, path := range matcher.Texts("a:/.", 6) {
		for _, scheme := range []bool{false, true} {
			want := 0
			if rest, ok := strings.CutPrefix(path, "/."); ok && strings.HasPrefix(rest, "//") {
				want = 2
			}
			if rest, ok := strings.CutPrefix(path, "./"); ok && !scheme {
				if first, _, _ := strings.Cut(rest, "/"); first == "" || strings.Contains(first, ":") {
					want = 2
				}
			}
			if got := ref.Guard(path, scheme); got != want {
				t.Errorf("%q, scheme %t: %d, want %d", path, scheme, got, want)
			}
		}
	}
}

// TestRelative tests dot segments of relative paths.
func TestRelative(t *testing.T) {
	for _, c := range [...]struct{ base, reference, want string }{
		{"../x/", "p.jpg", "../x/p.jpg"}, {"a/b", "../../c", "../c"}, {"a/b", "../..", "../"}, {"a/b", "..", "./"}, {"a/b", ".", "a/"},
		{"a", ".//x", ".//x"}, {"a", "./x:y", "./x:y"}, {"a/b", "../x:y", "./x:y"}, {"a", "", "a"}, {"a", "?q", "a?q"}, {"a", "b/..?q#f", "./?q#f"},
		{"..", "a", "../a"}, {"..", "..", "../../"}, {".", "a", "a"}, {"a/.", "b", "a/b"}, {"a/..", "b", "b"}, {"a/b/..", "c", "a/c"},
		{"..", "", ".."}, {"..", "#f", "..#f"}, {"", "../a", "../a"}, {"", "a/../../b", "../b"}, {".//a", "b", ".//b"}, {".//a", "../b", "b"},
		{"a", "..//x", "..//x"}, {"a//b", "../c", "a/c"}, {"a/b", "..//c", ".//c"}, {"../../a/b", "../../../c", "../../../../c"},
		{"/a/..", "b", "/b"}, {"/a/b/.", "c", "/a/b/c"}, {"//h/a/..", "b", "//h/b"}, {"/a", "../../b", "/b"}, {"/a", "..//b", "/.//b"},
		{"http://a/b/..", "c", "http://a/b/c"}, {"x:..", "c", "x:c"}, {"x:a/b", "../../c", "x:/c"},
	} {
		b, r := mustParse(t, c.base), mustParse(t, c.reference)
		if got, _ := ref.Resolve(nil, &b, &r, false); string(got) != c.want || resolve(c.base, c.reference, false) != c.want {
			t.Errorf("%q + %q: %q, by the letter %q, want %q", c.base, c.reference, got, resolve(c.base, c.reference, false), c.want)
		}
	}
}

// TestStepByStep resolves all short references against a relative base first, and then against the base of that. Only a
// ".." above the root may be lost in one of the two orders.
func TestStepByStep(t *testing.T) {
	length := 3
	if *testkit.Long {
		length = 4
	}
	outer := references("/.", 2)
	for _, text := range []string{"", "a", "/a/b/c/d/", "//h", "//h/a/b/c/d/e", "x://h/a/b/c/d/e", "x:/a/b/c/d/", "a/b", "../a/b"} {
		outer = append(outer, mustParse(t, text))
	}
	count := 0
	for _, alphabet := range []string{"/.a", "/.:", ".?#"} {
		inner := references(alphabet, length)
		for _, base := range outer {
			for _, b := range inner {
				if b.HasScheme() || !testkit.HasRoom(base.Text, b.Text) {
					continue
				}
				for _, r := range inner {
					if !testkit.HasRoom(base.Text, b.Text, r.Text) {
						continue
					}
					first := mustResolve(t, base, mustResolve(t, b, r))
					if second := mustResolve(t, mustResolve(t, base, b), r); first.Text != second.Text {
						t.Fatalf("%q, %q, %q: %q and %q", base.Text, b.Text, r.Text, first.Text, second.Text)
					}
					count++
				}
			}
		}
	}
	if count < 100_000 {
		t.Errorf("only %d triples", count)
	}
}

func mustResolve(t *testing.T, b, r ref.Ref[string]) ref.Ref[string] {
	text, cut := ref.Resolve(nil, &b, &r, false)
	target, ok := parse(string(text))
	if !ok || cut != target.Cut {
		t.Fatalf("%q + %q: %q %v", b.Text, r.Text, text, cut.Unpack())
	}
	return target
}
