package main

import (
	"fmt"
	"strings"
)

// listExpressions returns a commented regular expression for each compiled rule.
func (b *builder) listExpressions() []byte {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s%s; DO NOT EDIT.\n", generated, b.file.Grammars())
	for _, s := range b.grammar.sources {
		fmt.Fprintf(&text, "# %s has SHA-256 %s.\n", s.Base(), s.Sum())
		if s.IsOctets() {
			text.WriteString("# Its values are octets: each is a character from U+0000 to U+00FF.\n")
		}
	}
	for _, note := range b.file.Notes {
		text.WriteString("# " + note + "\n")
	}
	text.WriteString("# Expressions match whole strings. ECMAScript needs flag u, and PCRE the options UTF and DOLLAR_ENDONLY.\n")
	for i, r := range b.file.Rules {
		fmt.Fprintf(&text, "\n# %s: %d bytes\n%s\n", r.Name, len(b.expressions[i]), b.expressions[i])
	}
	return []byte(text.String())
}
