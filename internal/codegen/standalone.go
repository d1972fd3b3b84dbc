package codegen

import (
	"embed"
	"strings"
)

// standalone is what packages without imports have in place of package dfa.
//
//go:embed standalone/automaton.go standalone/error.go standalone/match.go standalone/span.go standalone/record.go standalone/list.go
var standalone embed.FS

// inPackage turns the names of package dfa into those that a package without imports has: users see
// the two types that functions return.
var inPackage = strings.NewReplacer("iter.Seq[dfa.Span]", "func(yield func(Span) bool)", "dfa.SyntaxError", "SyntaxError", "dfa.Span", "Span", "dfa.", "dfa",
	"table.Automaton", "dfaAutomaton", "table.Head", "dfaHead", "table.RecordLists", "dfaRecordLists", "table.Record", "dfaRecord", "table.Note", "dfaNote", "table.Tagged", "dfaTagged", "table.Commit", "dfaCommit", "table.Place", "dfaPlace", "table.Run", "dfaRun", "table.State", "dfaState")

// Runtime returns what a package without imports needs of package dfa.
func (d *fileData) Runtime() string {
	var b strings.Builder
	for _, name := range d.needed() {
		text, _ := standalone.ReadFile("standalone/" + name + ".go")
		_, body, _ := strings.Cut(string(text), "package standalone\n")
		b.WriteString(body)
	}
	return b.String()
}

// needed lists the files of the runtime that a package needs.
func (d *fileData) needed() (files []string) {
	for _, x := range []struct {
		needed bool
		file   string
	}{{true, "automaton"}, {len(d.Rules) > 0, "match"}, {len(d.Rules) > 0, "error"}, {d.Parses(), "span"}, {d.Parses(), "record"}, {d.Repeats(), "list"}} {
		if x.needed {
			files = append(files, x.file)
		}
	}
	return files
}
