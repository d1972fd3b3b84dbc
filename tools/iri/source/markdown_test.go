package source

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
)

// texts returns the strings of a file as line:column=string, with ~ instead of = for strings that are not verbatim.
func texts(t testing.TB, name, text string, o Options) (all []string) {
	t.Helper()
	r, b := open(t, name, text, o), new(Block)
	for {
		err := r.Read(b)
		for p, text := range b.All() {
			sign := map[bool]string{true: "=", false: "~"}[p.Verbatim]
			all = append(all, fmt.Sprintf("%d:%d%s%s", p.Line, p.Column, sign, text))
		}
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"see http://example.org/a|b/c end":                  "1:5=http://example.org/a|b/c",
		"http://e/a^b{c}[d]<e>":                             "1:1=http://e/a^b{c}[d]",
		"http://e/a\xffb\x01 d":                             "1:1=http://e/a\xffb",
		`'https://example.org/a^b'`:                         "1:2=https://example.org/a^b",
		`"GET / HTTP/1.1" 200 "http://ref.example/a|b" "-"`: "1:23=http://ref.example/a|b",
		`<a href="http://example.org/x y">`:                 "1:10=http://example.org/x",
		`<loc>https://exa mple.org/s</loc>`:                 "1:6=https://exa",
		`"see http://x/ now"`:                               "1:6=http://x/",
		`"see http://x/a"`:                                  "1:6=http://x/a",
		`(see http://x/a, then)`:                            "1:6=http://x/a",
		`(http://x/a_(b)).`:                                 "1:2=http://x/a_(b)",
		`<http://x/a b> |http://x/c d| |http://x/e`:         "1:2=http://x/a 1:17=http://x/c 1:32=http://x/e",
		`“http://x/a b” «http://x/c d»`:                     "1:4=http://x/a 1:22=http://x/c",
		`'http://x/o'brien' and 'http://x/`:                 "1:2=http://x/o'brien 1:25=http://x/",
		`[http://[::1]/] {http://x/} http://x/&amp;`:        "1:2=http://[::1]/ 1:18=http://x/ 1:29=http://x/",
		"[d](http://example.org/a (b) c)":                   "1:5=http://example.org/a",
		"http:// http://... a://b 1a+x.y://c ://d :":        "1:20=a://b 1:27=a+x.y://c",
		"MAILTO:me@x, urn:a:b; foo:bar mailto: tel:1":       "1:1=MAILTO:me@x 1:14=urn:a:b 1:39=tel:1",
		"请看http://x/中文\u3000http://y/":                      "1:7=http://x/中文 1:25=http://y/",
	} {
		if got := strings.Join(texts(t, "-", text, Options{Format: Text, Templates: true}), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string][]string{
		"see http://e/a|b/c end":                          {"1:5=http://e/a|b/c"},
		"[d](http://e/a|b) [f](http://e/a^b 't')":         {"1:5=http://e/a|b", "1:23=http://e/a^b"},
		"](<http://e/a b>) [x](<http://e/a b>)":           {"1:4=http://e/a", "1:24=http://e/a b"},
		"[x](http://e/a b) ![](http://e/(c d) )":          {"1:5=http://e/a b", "1:23=http://e/(c d)"},
		"[x](http://e/a b \"c) [y](http://e/a\nb)":        {"1:5=http://e/a", "1:26=http://e/a"},
		"[x](http://e/a or http://e/b) [y](a b)":          {"1:5=http://e/a", "1:19=http://e/b"},
		"(http://e/a b) [x] (http://e/a b)":               {"1:2=http://e/a", "1:21=http://e/a"},
		"[http://e/a](http://e/b c [d](http://e/e f)":     {"1:2=http://e/a", "1:14=http://e/b", "1:31=http://e/e f"},
		"[x](http://e/a 'b') [r](http://e/a b)\n\n[r]: c": {"1:5=http://e/a", "1:25=http://e/a", "3:6=c"},
		"> <a href=\"http://e/x\n> y\">http://f</a>":      {"1:12~http://e/x\ny", "2:6=http://f"},
		"> <div>\n> <img\n>  src='http://e/{x}'>":         {"3:9=http://e/{x}"},
		"[b](http://e/a\\_b) http://e/a\\_b":              {"1:5~http://e/a_b", "1:20~http://e/a_b"},
		"![c](?a=1&amp;b=2&copy=3&#x41;\\&amp;)":          {"1:6~?a=1&b=2&copy=3A&amp;"},
		"`http://e/a b` <http://e/^> <mailto:a@b>":        {"1:17=http://e/^", "1:30=mailto:a@b"},
		"    http://e/\n\n```\nhttp://e/\n```":            nil,
		"[r]\n\n[r]: <a b> 't'\n[s]:\n  c":                {"3:7=a b", "5:3=c"},
		"- \t[r](a)\n\n  [s]: b":                          {"1:8=a", "3:8=b"},
		"[![i](a \"http://t\") http://t](b)":              {"1:7=a", "1:31=b"},
		"**http://e/a_b_c** ~~http://e/~~":                {"1:3=http://e/a_b_c", "1:22=http://e/"},
		"|a|\n|-|\n|http://e/a b|\n|[x](y\\|z)|":          {"3:2=http://e/a", "4:6~y|z"},
		"\"http://e/a b\" [^1]\n\n[^1]: word":             {"1:2=http://e/a"},
		"- a\n\n\t[^1]:[r]: <b c>\n\n[^1]: d":             {"3:13=b c"},
		"[a]() http://e/*b* http://f/<br>":                {"1:7=http://e/*b", "1:20=http://f/"},
		"<me@example.org>":                                nil,
	} {
		if got := texts(t, "x.md", text, Options{Templates: true}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	const lines = "too many lines, blocks and strings: more than one for each 16 bytes of the size limit"
	if got := dump(t, open(t, "x.md", strings.Repeat("a\n", int(maxFile/perBlock)+1), Options{})); !strings.HasSuffix(got, " error: "+lines+"\n") {
		t.Error(got)
	}
	const limit = "the file has more than 16777216 bytes, which is the limit of its format"
	if got := dump(t, open(t, "x.md", strings.Repeat("a", int(maxFile)+1), Options{})); got != "0:0 error: "+limit+"\n" {
		t.Error(got)
	}
	if got := dump(t, open(t, "x.md", "<x1:"+strings.Repeat("x", MaxText)+"> <b1:>", Options{})); !strings.HasPrefix(got, "1:2 error: ") || !strings.HasSuffix(got, "verbatim \"b1:\"\n") {
		t.Errorf("%.100s", got)
	}
}

// TestBlankLines checks that several blank lines mean the same as one, since the parser gets only one of them.
func TestBlankLines(t *testing.T) {
	line := gen.OneConstOf("", "", "- ", "  - a", "> b", "a://b", "  a://c", "    a://d", "[a]: b", "[^a]: a://e", "```", "<pre", "<div>", "<!--", "-->", "<a", " href=f>", "|a|b|", "|-|-|", "\t", "1. a://g", "===")
	properties := gopter.NewProperties(nil)
	properties.Property("blank lines", prop.ForAll(func(lines []string) bool {
		text := strings.Join(lines, "\n")
		var more []string
		for _, s := range lines {
			if more = append(more, s); strings.TrimSpace(s) == "" {
				more = append(more, s, "", s)
			}
		}
		got, want := textsIn(t, strings.Join(more, "\n")), textsIn(t, text)
		if !slices.Equal(got, want) {
			t.Logf("%q: %q, and %q with more blank lines", text, want, got)
		}
		return slices.Equal(got, want)
	}, gen.SliceOf(line)))
	properties.TestingRun(t)
}

func textsIn(t *testing.T, text string) (all []string) {
	got, err := readAll(strings.NewReader(text), Options{Format: Markdown})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range got {
		all = append(all, strings.Join(strings.Fields(x.text), " "))
	}
	return all
}

// more lists examples in which the reader finds more URLs than the HTML has, by reason.
var more = map[string][]int{
	"a definition that no link uses":          {204, 207, 208, 210, 317, 536, 537, 538, 544, 545, 563, 565, 567, 571, 592},
	"a link in the description of an image":   {520, 574, 575},
	"a URL in prose, which CommonMark leaves": {602, 608, 611},
}

// TestSpecification compares link destinations with the HTML of the examples in the CommonMark specification. They
// agree except for more.
func TestSpecification(t *testing.T) {
	dir := strings.TrimSpace(command(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark"))
	text, err := os.ReadFile(filepath.Join(dir, "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML string
		Example        int
	}
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	named := slices.Concat(slices.Collect(maps.Values(more))...)
	for _, x := range examples {
		got, want := targets(t, Markdown, x.Markdown), targets(t, HTML, x.HTML)
		if slices.Contains(named, x.Example) {
			got = slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %q: %q, want %q", x.Example, x.Markdown, got, want)
		}
	}
}

// targets returns the distinct link destinations, percent-decoded.
func targets(t *testing.T, f Format, text string) (all []string) {
	got, err := readAll(strings.NewReader(text), Options{Format: f})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range got {
		target, err := url.PathUnescape(x.text)
		if err != nil {
			target = x.text
		}
		if target != "" && !strings.HasPrefix(target, "mailto:") {
			all = append(all, target)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
