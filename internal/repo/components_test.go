//go:build !386 && !purego

package repo

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// TestComponentsTable: calls return what the table of docs/guide/components.md has.
func TestComponentsTable(t *testing.T) {
	const file = "docs/guide/components.md"
	m := regexp.MustCompile(`x := iri\.MustParse\("(.+)"\)`).FindStringSubmatch(read(t, file))
	if m == nil {
		t.Fatal("the page has no x")
	}
	x := iri.MustParse(m[1])
	var segments, pairs []string
	for _, segment := range x.Segments() {
		segments = append(segments, fmt.Sprintf("%q", segment))
	}
	for p := range x.QueryPairs() {
		pairs = append(pairs, fmt.Sprintf("%q=%q", p.Name, p.Value))
	}
	results := map[string]string{
		`x.String()`:                       fmt.Sprint(x.String()),
		`x.Scheme()`:                       fmt.Sprint(x.Scheme()),
		`x.HasScheme("https")`:             fmt.Sprint(x.HasScheme("https")),
		`x.Hostname()`:                     fmt.Sprint(x.Hostname()),
		`x.Host()`:                         fmt.Sprintln(x.Host()),
		`x.HostAddr()`:                     fmt.Sprintln(x.HostAddr()),
		`x.HostKind()`:                     fmt.Sprint(x.HostKind()),
		`x.Port()`:                         fmt.Sprintln(x.Port()),
		`x.PortNumber()`:                   fmt.Sprintln(x.PortNumber()),
		`x.Userinfo()`:                     fmt.Sprintln(x.Userinfo()),
		`x.Authority()`:                    fmt.Sprintln(x.Authority()),
		`x.Redacted()`:                     fmt.Sprint(x.Redacted()),
		`x.Path()`:                         fmt.Sprint(x.Path()),
		`x.Segments()`:                     strings.Join(segments, " "),
		`strings.HasSuffix(x.Path(), "/")`: fmt.Sprint(strings.HasSuffix(x.Path(), "/")),
		`x.Query()`:                        fmt.Sprintln(x.Query()),
		`x.QueryPairs()`:                   strings.Join(pairs, " "),
		`x.QueryValue("q")`:                fmt.Sprintln(x.QueryValue("q")),
		`x.Fragment()`:                     fmt.Sprintln(x.Fragment()),
		`x.IsURI()`:                        fmt.Sprint(x.IsURI()),
		`x.WithoutFragment()`:              fmt.Sprint(x.WithoutFragment()),

		`x.With().Path(strings.TrimSuffix(x.Path(), "/")).IRI()`: fmt.Sprintln(x.With().Path(strings.TrimSuffix(x.Path(), "/")).IRI()),
	}
	for _, row := range testkit.Table(t, file, "you want")[1:] {
		call := spans(row[1])[0]
		if got, known := results[call]; !known || strings.TrimSpace(got) != spans(row[2])[0] {
			t.Errorf("%s is %s, not %s", call, got, row[2])
		}
		delete(results, call)
	}
	if len(results) > 0 {
		t.Errorf("the table does not have %v", results)
	}
}
