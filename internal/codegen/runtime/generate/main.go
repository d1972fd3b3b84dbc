// Command generate copies the source of package dfa to where package codegen can embed it.
package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"
)

// Folders, as package codegen sees them.
const (
	source = "../../dfa"
	target = "runtime/dfa"
)

func main() {
	if err := copySource(); err != nil {
		log.Fatal(err)
	}
}

// copySource makes target anew: the files of source but tests. They are called *.txt there, so that
// they are no package.
func copySource() error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	if err := os.MkdirAll(target, 0o777); err != nil {
		return err
	}
	files, err := filepath.Glob(source + "/*.go")
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(target, filepath.Base(file)+".txt"), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
