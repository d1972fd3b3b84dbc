// Package tables has the grammars of the RFCs as strings, ready for package compile/abnf:
//
//	g, err := abnf.Parse([]byte(tables.RFC3987))
//
// Its folder also has the summaries of the tables that are made of the grammars. The tables are in
// package internal/language: an automaton for each production of RFC 3987, for each production of RFC
// 3986 whose name RFC 3987 does not have, for each derived language, and for productions of HTTP (RFC
// 9112, RFC 9110, RFC 8288).
//
// If the strings of a language have components, its automaton has different states for path and query,
// and package internal/uri/find is proved to find the components. Most of these languages also have
// a fast-path table. Nearly every language has the context of each state, which errors name. Package
// tables/internal/recipe lists what each is made of.
//
// The .sum files summarize the automata, a line each: name, states, byte classes, bytes of the
// table, SHA-256 of the binary form. Every language has the line of its plain automaton; the line
// of the one that keeps path and query apart is called NAME+parts. NAME+plan has the bytes of the
// fast-path table and their SHA-256. Review the summaries and the grammars; nobody reads tables.
package tables

//go:generate go run ./generate
//go:generate go run ../bindings/generate c ../bindings/c
//go:generate go run ../tools/abnfc sample --suite --rule URI-reference -o ../testdata/suites/URI-reference.jsonl.gz rfc3986.abnf
//go:generate go run ../tools/abnfc sample --suite --rule IRI-reference -o ../testdata/suites/IRI-reference.jsonl.gz rfc3987.abnf
//go:generate go test -run TestRuntime ../internal/codegen -update
