// Package tables has the grammars of the RFCs as strings, for package compile/abnf:
//
//	g, err := abnf.Parse([]byte(tables.RFC3987))
//
// The tables made from them are in package internal/language: an automaton for each production of RFC 3987, for each
// other production of RFC 3986, for each derived language, and for productions of HTTP (RFC 9112, RFC 9110, RFC 8288).
// Package tables/internal/recipe lists them.
//
// If the strings of a language have components, its automaton has different states for path and query, package
// internal/uri/find is proved to find the components, and in most cases there is a fast-path table. Nearly every
// language has the context of each state, which errors name.
//
// The .sum files summarize the automata, one on each line: name, states, byte classes, bytes of the table, SHA-256 of
// the binary form. NAME+parts is the automaton that distinguishes path and query, NAME+plan the fast-path table. Review
// the summaries and the grammars in place of the tables.
package tables

//go:generate go run ./generate
//go:generate go run ../bindings/generate c ../bindings/c
//go:generate go run ../tools/abnfc sample --suite --rule URI-reference -o ../testdata/suites/URI-reference.jsonl.gz rfc3986.abnf
//go:generate go run ../tools/abnfc sample --suite --rule IRI-reference -o ../testdata/suites/IRI-reference.jsonl.gz rfc3987.abnf
//go:generate go test -run TestRuntime ../internal/codegen -update
