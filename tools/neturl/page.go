package main

import (
	"fmt"
	"runtime"
	"strings"
)

const head = "# What net/url reads otherwise\n\n" +
	"This page lists the texts that `net/url` and this library read in different ways. Package `neturl`\n" +
	"refuses a reference if its URI is in one of the first three lists. `net/url` is that of %s: it\n" +
	"changes from one version to the next. `go test ./tools/neturl -update` makes the page anew.\n\n" +
	"The texts are those of both [complete conformance suites](../../testdata/suites/README.md), and all\n" +
	"that have up to %d of %d roles behind one of %d beginnings. Roles are a letter, a digit, each\n" +
	"delimiter, triples, and bytes that no reference has. Texts are Go strings, the shortest first.\n"

// sections tell the kinds.
var sections = [numKinds]struct{ title, column string }{
	otherComponents: {"Both read it, with other components", "first component that differs"},
	otherText:       {"Both read it alike, and net/url writes it otherwise", "what is not what it was"},
	onlyOurs:        {"Only iri reads it", "what net/url says"},
	onlyTheirs:      {"Only net/url reads it", "what iri says"},
}

// page returns docs/reference/neturl.md. The suites are in a folder.
func page(suites string) (string, error) {
	l, err := classify(suites)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, head, runtime.Version(), most, len(roles), len(beginnings))
	for k, s := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n| texts | %s | such as |\n|--:|---|---|\n", s.title, s.column)
		for _, c := range l.classes(kind(k)) {
			fmt.Fprintf(&b, "| %d | %s | %s |\n", c.count, cell(c.what), cells(c.first))
		}
	}
	return b.String(), nil
}

// cells returns texts as code.
func cells(texts []string) string {
	var code []string
	for _, text := range texts {
		code = append(code, "`` "+cell(fmt.Sprintf("%+q", text))+" ``")
	}
	return strings.Join(code, ", ")
}

// cell returns a text as it stands in a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
