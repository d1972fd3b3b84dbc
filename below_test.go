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
)

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
