package neturl_test

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// TestMigration checks that the first two columns of the table of docs/guide/net-url.md have the same result for the
// URL of the page, after decoding of a query or list.
func TestMigration(t *testing.T) {
	const file = "../docs/guide/net-url.md"
	const s, link = "http://me:secret@example.org:8080/a%20b/c?q=1&q=x+y#f%20g", "../d?e"
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	x := iri.MustParse(s)
	some := func(s string, _ bool) string { return s }
	value := func(s string, _ error) string { return s }
	edited, query := *u, u.Query()
	query.Set("q", "2")
	edited.RawQuery = query.Encode()
	without := *u
	without.Fragment, without.RawFragment = "", ""
	other := *u
	pairs := make(url.Values)
	for p := range x.QueryPairs() {
		pairs.Add(p.Name, p.Value)
	}
	queryless := *u
	queryless.RawQuery = ""
	const body = "a=1+2&b=%26"
	parsed, _ := url.ParseQuery(body)
	posted := make(url.Values)
	for name, value := range iri.URLEncodedPairs(body) {
		posted.Add(name, value)
	}
	built, _ := x.With().SetPair("q", "2").IRI()
	joined, _ := x.With().AddSegments("a b").IRI()
	number, _ := x.PortNumber()
	resolved, _ := u.Parse(link)
	same := map[string][2]any{
		"`url.Parse(s)`: `iri.ParseReference(s)`":                          {u.String(), iri.MustParseReference(s).String()},
		"`u.String()`: `x.String()`":                                       {u.String(), x.String()},
		"`u.IsAbs()`: `x.IsAbs()`":                                         {u.IsAbs(), x.IsAbs()},
		"`u.Scheme == \"http\"`: `x.HasScheme(\"http\")`":                  {u.Scheme == "http", x.HasScheme("http")},
		"`u.User.String()`: `x.Userinfo()`":                                {u.User.String(), some(x.Userinfo())},
		"`u.Hostname()`: `x.Hostname()`":                                   {u.Hostname(), x.Hostname()},
		"`u.Host`: `x.WithoutUserinfo().Authority()`":                      {u.Host, some(x.WithoutUserinfo().Authority())},
		"`u.Port()`: `x.Port()`, `x.PortNumber()`":                         {u.Port(), fmt.Sprint(number)},
		"`u.EscapedPath()`: `x.Path()`":                                    {u.EscapedPath(), x.Path()},
		"`u.Path`: `iri.Decode(x.Path())`":                                 {u.Path, value(iri.Decode(x.Path()))},
		"`u.RawQuery`: `x.Query()`":                                        {u.RawQuery, some(x.Query())},
		"`u.Query()`: `x.QueryPairs()`":                                    {fmt.Sprint(u.Query()), fmt.Sprint(pairs)},
		"`u.Query().Get(\"q\")`: `x.QueryValue(\"q\")`":                    {u.Query().Get("q"), some(x.QueryValue("q"))},
		"`q.Set(\"q\", \"2\")`: `x.With().SetPair(\"q\", \"2\").IRI()`":    {edited.String(), built.String()},
		"`u.EscapedFragment()`: `x.Fragment()`":                            {u.EscapedFragment(), some(x.Fragment())},
		"`u.Fragment = \"\"`: `x.WithoutFragment()`":                       {without.String(), x.WithoutFragment().String()},
		"`u.RawQuery = \"\"`: `x.WithoutQuery()`":                          {queryless.String(), x.WithoutQuery().String()},
		"`u.Scheme + \"://\" + u.Host`: `x.Origin()`":                      {u.Scheme + "://" + u.Host, some(x.Origin())},
		"`url.QueryEscape(s)`: `iri.EncodeQueryValue(s)`":                  {strings.ReplaceAll(url.QueryEscape("a &b"), "+", "%20"), iri.EncodeQueryValue("a &b")},
		"`url.ParseQuery(body)`: `iri.URLEncodedPairs(body)`":              {fmt.Sprint(parsed), fmt.Sprint(posted)},
		"`q.Encode()`: `iri.AppendURLEncoded(nil, pairs)`":                 {parsed.Encode(), string(iri.AppendURLEncoded(nil, iri.URLEncodedPairs(body)))},
		"`u.Redacted()`: `x.Redacted()`":                                   {u.Redacted(), x.Redacted()},
		"`u.Parse(link)`, `u.ResolveReference(v)`: `x.Resolve(reference)`": {resolved.String(), x.Resolve(iri.MustParseReference(link)).String()},
		"`u.JoinPath(\"a b\")`: `x.With().AddSegments(\"a b\").IRI()`":     {u.JoinPath("a b").String(), joined.String()},
		"`url.PathEscape(s)`: `iri.EncodeSegment(s)`":                      {url.PathEscape("a b/c"), iri.EncodeSegment("a b/c")},
		"`url.PathUnescape(s)`: `iri.Decode(s)`":                           {value(url.PathUnescape("a%20b")), value(iri.Decode("a%20b"))},
		"`*u == *v`: `x == y`, `x.Normalize(iri.ForComparison)`":           {u.String() == other.String(), x == iri.MustParse(s)},
	}
	for _, row := range testkit.Table(t, file, "net/url")[1:] {
		key := strings.Join(row[:2], ": ")
		results, known := same[key]
		if !known || results[0] != results[1] {
			t.Errorf("%s: %v and %v, %v", key, results[0], results[1], known)
		}
		delete(same, key)
	}
	if len(same) > 0 {
		t.Errorf("the table does not have %v", slices.Collect(maps.Keys(same)))
	}
	page, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(page), "`s` is `"+s+"`") {
		t.Errorf("%v, or the page has another s", err)
	}
}
