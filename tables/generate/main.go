// Generate generates from the grammars in folder tables: package internal/language, rule/rules.go, and the summaries
// (.sum). Package internal/language has an automaton for each language and, if its strings are whole references, the
// plan of its fast path. Generate also proves the plans and the offsets of components. Run it by
//
//	go generate ./tables
package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	files, err := generate(".")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		if err := f.write(".."); err != nil {
			log.Fatal(err)
		}
	}
}

// file is a generated file, with its path relative to the root of the module.
type file struct {
	name string
	text []byte
}

func (f file) write(root string) error {
	name := filepath.Join(root, f.name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, f.text, 0o666)
}
