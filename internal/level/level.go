// Package level has the names that commands and conformance cases use for sets of steps of
// [iri.Normalization].
package level

import (
	"fmt"
	"strings"

	"example.org/iri"
)

// levels has the sets that a section of an RFC describes, and then the steps.
var levels = [...]struct {
	steps iri.Normalization
	name  string
}{
	{iri.SyntaxBased, "rfc3986-6.2.2"},
	{iri.SyntaxBased | iri.DecodeUTF8, "rfc3987-5.3.2"},
	{iri.SchemeBased, "rfc3986-6.2.3"},
	{iri.SchemeBased | iri.DecodeUTF8, "rfc3987-5.3.3"},
	{iri.CaseNormalization, "case"},
	{iri.PercentNormalization, "percent"},
	{iri.DotSegments, "dots"},
	{iri.SchemeRules, "scheme"},
	{iri.DecodeUTF8, "utf8"},
	{iri.IPv6Text, "ipv6"},
}

// Parse returns the union of the sets that a list of names has, which are separated by commas. The
// empty list names no steps.
func Parse(names string) (iri.Normalization, error) {
	if names == "" {
		return 0, nil
	}
	var all iri.Normalization
	for name := range strings.SplitSeq(names, ",") {
		steps, ok := named(name)
		if !ok {
			return 0, fmt.Errorf("no level %q", name)
		}
		all |= steps
	}
	return all, nil
}

func named(name string) (iri.Normalization, bool) {
	for _, l := range levels {
		if name == l.name {
			return l.steps, true
		}
	}
	return 0, false
}

// Name returns the shortest list that [Parse] turns into steps: the name of a section, or the names
// of the steps.
func Name(steps iri.Normalization) string {
	var list []string
	for _, l := range levels {
		if steps == l.steps {
			return l.name
		}
		if section := l.steps&(l.steps-1) != 0; !section && steps&l.steps != 0 {
			list = append(list, l.name)
		}
	}
	return strings.Join(list, ",")
}
