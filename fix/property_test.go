package fix_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/internal/testkit"
	"example.org/iri/lint"
	"example.org/iri/rule"
)

// modes are fixers as programs use them for pasted text.
var modes = []fix.Fixer{{Scheme: "https"}, {Scheme: "https", ASCII: true}, {Scheme: "https", Web: true}}

// pieces returns a generator of concatenations of random elements of list.
func pieces(list ...any) gopter.Gen {
	return gen.SliceOf(gen.OneConstOf(list...)).Map(func(chosen []string) string { return strings.Join(chosen[:min(len(chosen), 6)], "") })
}

var (
	names = pieces("a", "Zoë", "42", "x-y", "_", ".", "~")
	urls  = gopter.DeriveGen(func(scheme, host, path, query, end string) string {
		if query != "" {
			query = "?q=" + query
		}
		return scheme + "://" + host + "/" + path + query + end
	}, func(string) (a, b, c, d, e string) { return },
		gen.OneConstOf("http", "https", "HTTPS"), gen.OneConstOf("a.example", "www.example.org", "b.example:8080", "192.0.2.1"), names, names, gen.OneConstOf("x", "1", "index.html", "é"))
	withoutQuery = urls.Map(func(s string) string { return strings.Replace(s, "?q=", "/q=", 1) })
	hosts        = gen.OneConstOf("www.example.org", "www.b.example/x")
)

func TestProperties(t *testing.T) {
	parameters := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
	if *testkit.Long {
		parameters.MinSuccessfulTests *= 100
	}
	properties := gopter.NewProperties(parameters)
	properties.Property("two URLs are not joined", prop.ForAll(func(a, b, between string) (string, error) {
		return "", notJoined(a, between, b)
	}, urls, urls, gen.OneConstOf(" ", "  ", "\n", "\r\n", "\t", ", ", ",", "; ", ";", "|", " | ", "", "\",\"", " and ", " <", " (", "\\", "`", "'", "\"")))
	properties.Property("two URLs with an empty segment between them are not joined", prop.ForAll(func(a, b, scheme string) (string, error) {
		return "", notJoined(scheme+a, "//", b)
	}, withoutQuery, urls, gen.OneConstOf("", "http:", "https://")))
	properties.Property("a URL and a host are not joined", prop.ForAll(func(a, b, between string) (string, error) {
		return "", notJoined(a, between, b)
	}, urls, hosts, gen.OneConstOf(" ", "\n", "\t", ", ", "; ", " | ", " and ")))
	properties.Property("a URL in a path or a query is part of it", prop.ForAll(func(a, b, before string) (string, error) {
		return "", becomes("https://archive.example/"+before+b+"/x y", "https://archive.example/"+before+b+"/x%20y")
	}, urls, urls, gen.OneConstOf("", "web/2020/", "?", "?u=", "?a=1&u=", "#", "x:")))
	properties.Property("a template, markup or a pattern is not encoded", prop.ForAll(func(a, b, template string) (string, error) {
		return "", isRefused(a + template + b)
	}, withoutQuery, names, gen.OneConstOf("/{x}", "/{{ x }}", "/${x}", "?y={}", "/<%= x %>", "/<x>", "/%(x)s/", "/{%x%}", "' + x + '", `/\d+`, `\.x`, "/[x]/", "<x>", "&y={0}", "/$(x) z", "?y=`x`", `\"z`, `\u0026`)))
	properties.Property("a label or a sentence is not encoded", prop.ForAll(func(a, label, text string) (string, error) {
		return "", errors.Join(isRefused(label+": "+text+" "+a), isRefused("See "+a+" "+text), isRefused(a+" is "+text), isRefused(a+" (see "+text+")"))
	}, withoutQuery, gen.OneConstOf("Web", "Name", "key", "DOI", "url"), names))
	properties.Property("space within a segment or a value is encoded", prop.ForAll(func(a string) (string, error) {
		return "", becomes(a+"a b", a+"a%20b")
	}, urls.SuchThat(func(a string) bool { return !strings.HasSuffix(a, ".html") })))
	properties.Property("brackets, quotation marks and markup around a URL are removed", prop.ForAll(func(a, around string) (string, error) {
		begin, end, _ := strings.Cut(around, "•")
		return "", becomes(begin+a+end, a)
	}, urls, gen.OneConstOf(" • ", "<•>", `"•"`, "(•)", "[•]", "“•”", "”•”", "‘•’", "\ufeff•", "\u200b• ", " •\u200e ", "`•`", `"•",`, "[text](•)", "[text](•).",
		"`<•>`_", "`text <•>`__,", "[[•][text]]", "[text|•]", "[url=•]text[/url]", "link:•[text]", `\url{•}`, `\href{•}{text}`, "<loc>•</loc>", `("•",`, "(•):", `"•"},`, "**•**",
		"# •", "// •", "/* • */", "- •", "[text]: •", "u'•'")))
	properties.Property("the result is valid, and lint finds nothing in repaired text", prop.ForAll(func(text string) (string, error) {
		for _, f := range modes {
			if err := errors.Join(checkResult(f, text), isClean(f, text)); err != nil {
				return "", err
			}
		}
		return "", nil
	}, pieces("http", "https", ":", "/", "//", `\`, "www.", "example.org", "a", " ", "\n", "{", "}", "[", "]", "(", ")", "\"", "<", ">", "|", "^", "%", "%4", "%20", "?", "#", "&", "=", ":80", "@", ";", ",", ".", "file:", "mailto:", "urn:", "tel:", "é", "\u200b", "\x01", "C:", "ttp://")))
	properties.TestingRun(t, gopter.ConsoleReporter(false))
}

// notJoined checks that two URLs with something between them do not become one. Without Web, they may if they are one
// valid URL.
func notJoined(a, between, b string) error {
	for _, f := range modes {
		x, changes, err := f.Fix(a + between + b)
		if err == nil && (f.Web || len(changes) > 0) && x.String() != iri.MustParse(a+between+b).ToURI().String() {
			return fmt.Errorf("%+v %q: %q by %v", f, a+between+b, x, changes)
		}
		if err == nil && f.Web {
			return fmt.Errorf("%+v %q: one URL", f, a+between+b)
		}
	}
	return nil
}

func becomes(text, want string) error {
	for _, f := range modes {
		x, _, err := f.Fix(text)
		if want := iri.MustParse(want); err != nil || x != want.Reference() && (!f.ASCII || x != want.ToURI().Reference()) {
			return fmt.Errorf("%+v %q: %q, %v", f, text, x, err)
		}
	}
	return nil
}

func isRefused(text string) error {
	for _, f := range modes {
		if x, changes, err := f.Fix(text); err == nil && len(changes) > 0 {
			return fmt.Errorf("%+v %q: %q by %v", f, text, x, changes)
		}
	}
	return nil
}

// isClean checks that lint finds no error or warning in text that the repair wrote.
func isClean(f fix.Fixer, text string) error {
	x, changes, err := f.Fix(text)
	if err != nil || len(changes) == 0 || f.ASCII && rule.IRIReference.ValidString(text) {
		return nil
	}
	// Findings that are not the fault of Fix: the text already has the dot segments, even if between backslashes, and the
	// caller may choose a scheme of one letter. Paths of scp and Windows are converted as they are.
	const conversions = fix.SSH | fix.WindowsPath
	joined := strings.NewReplacer("\n", "", "\r", "", "\t", "", " ", "", `\`, "/").Replace(text)
	converted := slices.ContainsFunc(changes, func(c fix.Change) bool { return c.Kind&conversions != 0 })
	findings := slices.DeleteFunc(lint.Check(x), func(found lint.Finding) bool {
		return found.Severity < lint.Warning || found.Code == "dot-segments" || found.Code == "drive-letter" && len(f.Scheme) == 1 || found.Code == "percent-end" && converted || f.ASCII && found.Code == "host-percent-encoded"
	})
	grown := 0
	for _, c := range changes {
		begin := c.Span.Start + grown
		end := begin + len(c.To)
		grown += len(c.To) - len(c.From)
		for _, found := range findings {
			if c.To != "" && c.Kind&conversions == 0 && begin < found.Span.End && found.Span.Start < end {
				return fmt.Errorf("%+v %q: %q by %v, and lint finds %v at %v", f, text, x, c, found.Code, found.Span)
			}
		}
	}
	for _, found := range findings {
		if !strings.Contains(joined, x.String()[found.Span.Start:found.Span.End]) || found.Code == "http-no-host" {
			return fmt.Errorf("%+v %q: %q by %v, and lint finds %v at %v", f, text, x, changes, found.Code, found.Span)
		}
	}
	return nil
}

func FuzzJoin(f *testing.F) {
	for _, between := range []string{"", " ", "\n", ",", ";", "|", ", ", "\" \"", "\\", "%0A", "\u200b", "/"} {
		f.Add("x", between, "b.example/y z")
	}
	f.Add("#", "#", "")
	f.Add("0", "\u200b", "")
	f.Add("_", "", " ")
	f.Add("0 ", "%3a", "0")
	f.Fuzz(func(t *testing.T, path, between, rest string) {
		text := "https://a.example/" + path + between + "https://" + rest
		for _, mode := range modes {
			x, changes, err := mode.Fix(text)
			if err != nil || len(changes) == 0 || mode.ASCII && rule.IRI.ValidString(text) {
				continue
			}
			if strings.Count(x.String(), "https://") > 1 && !nests(x.String()) {
				t.Errorf("%+v %q: %q by %v", mode, text, x, changes)
			}
		}
	})
}

// nests reports whether the text before a second URL may make it a part of the first: a delimiter or its encoding, a
// query, or the /__ of some mail filters.
func nests(x string) bool {
	n := 1 + strings.Index(x[1:], "https://")
	before := x[:n]
	octet := strings.ToUpper(before[max(0, n-len("%2F")):])
	return strings.HasSuffix(before, "/__") || strings.ContainsAny(before[n-1:], "/=?#!&:+") || strings.ContainsAny(before, "?") || slices.Contains([]string{"%2F", "%3D", "%3A", "%23"}, octet)
}
