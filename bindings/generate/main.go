// Generate writes the files of bindings that have tables. "generate c DIR" writes iri_tables.h, iri_rules.h and iri_rules.c to
// DIR, which is bindings/c; `go generate ./tables` runs it. "generate js DIR" writes the modules of bindings/js that are
// not in the repository, and a copy of LICENSE; npm runs it.
package main

import (
	"errors"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 || os.Args[1] != "c" && os.Args[1] != "js" {
		log.Fatal("usage: generate c DIR | generate js DIR")
	}
	dir, files, err := os.Args[2], map[string][]byte(nil), error(nil)
	if os.Args[1] == "c" {
		files, err = cFiles()
	} else {
		files, err = javaScript(filepath.Join(dir, "../.."))
	}
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666)); err != nil {
			log.Fatal(err)
		}
	}
}

// cFiles returns the files of bindings/c that are generated, by name.
func cFiles() (files map[string][]byte, err error) {
	main, other := rules()
	all := newReasons(slices.Concat(main, other))
	files = map[string][]byte{"iri_rules.h": constantsFile(main, other)}
	if files["iri_tables.h"], err = tablesFile(main, all); err == nil {
		files["iri_rules.c"], err = rulesFile(main, other, all)
	}
	return files, err
}

// rules returns the rules whose tables are in iri_tables.h, and the others.
func rules() (main, other []*uri.Language) {
	for _, l := range language.All() {
		switch l {
		case &language.IRI, &language.IRIReference, &language.URI, &language.URIReference:
			main = append(main, l)
		default:
			other = append(other, l)
		}
	}
	return main, other
}

// sets are sets of characters, as rules: those that percent-decoding yields (RFC 3987, sections 3.2 and 4.1), also in
// queries, and ucschar.
var sets = []*uri.Language{plain("decoded", &language.Decoded), plain("decodedInQuery", &language.DecodedInQuery), plain("ucschar", language.UCSChar.Automaton)}

// plain returns a language without components.
func plain(name string, a *dfa.Automaton) *uri.Language {
	renamed := *a
	renamed.Name = name
	return &uri.Language{Automaton: &renamed}
}

// ports and hosts accept strings such as http:80 and file:localhost.
var ports, hosts = &language.DefaultPort, &language.DefaultHost

// strs returns the strings in lower case, with a prefix, that a finite automaton accepts from a state on. It panics if the
// automaton does not ignore case.
func strs(a *dfa.Automaton, s dfa.State, before string) (list []string) {
	if a.Accepts(s) {
		list = append(list, before)
	}
	for b := range byte(utf8.RuneSelf) {
		if a.Next(s, b) == dfa.Dead {
			continue
		}
		lower := strings.ToLower(string(rune(b)))
		if a.Next(s, b) != a.Next(s, lower[0]) {
			panic("case matters in " + before + string(rune(b)))
		}
		if lower[0] == b {
			list = append(list, strs(a, a.Next(s, b), before+lower)...)
		}
	}
	return list
}
