// Command generate copies the source of package dfa, and of package bytescan in its plain form, to
// where package codegen can embed it.
package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"
)

// sources are patterns of the files of a folder; paths are those that package codegen sees.
var sources = map[string][]string{
	"runtime/dfa":      {"../../dfa/*.go"},
	"runtime/bytescan": {"../bytescan/bytescan.go", "../bytescan/kernel_generic.go"},
}

func main() {
	for folder, patterns := range sources {
		if err := copySources(folder, patterns); err != nil {
			log.Fatal(err)
		}
	}
}

// copySources makes a folder anew: files but tests. They are called *.txt there, so that they are
// no package.
func copySources(folder string, patterns []string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
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
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)+".txt"), text, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
