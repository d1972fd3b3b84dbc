// Generate writes what bindings has of the rules: in bindings/c iri_tables.h, iri_rules.h and iri_rules.c, in
// bindings/js all modules. `go generate ./tables` runs it.
package main

import (
	"log"
	"os"
	"path/filepath"
	"slices"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: generate DIR")
	}
	files, err := generate(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// generate returns the files in bindings as they should be, by name.
func generate(bindings string) (map[string][]byte, error) {
	main, other := rules()
	files, err := javaScript(filepath.Join(bindings, "js"), main, other)
	if err != nil {
		return nil, err
	}
	all := newReasons(slices.Concat(main, other))
	dir := filepath.Join(bindings, "c")
	if files[filepath.Join(dir, "iri_tables.h")], err = tablesFile(main, all); err != nil {
		return nil, err
	}
	files[filepath.Join(dir, "iri_rules.h")] = constantsFile(main, other)
	files[filepath.Join(dir, "iri_rules.c")], err = rulesFile(main, other, all)
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
