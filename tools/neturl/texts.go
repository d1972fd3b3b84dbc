package main

import (
	"compress/gzip"
	"os"
	"path/filepath"

	"example.org/iri/compile/suite"
)

// roles has a byte for each role that one can have in a text, and some that have none.
var roles = []string{"a", "1", ":", "/", "@", "?", "#", "[", "]", ".", "!", "%", "%41", " ", "\\", "é"}

// beginnings lead short texts to where a host is.
var beginnings = []string{"", "x:", "//", "x://"}

const most = 4 // roles behind a beginning

// each calls a function with the texts of the complete suites in a folder, and with short texts of
// all roles.
func each(folder string, do func(text string)) error {
	for _, rule := range []string{"IRI-reference", "URI-reference"} {
		if err := eachOfSuite(filepath.Join(folder, rule+".jsonl.gz"), do); err != nil {
			return err
		}
	}
	for _, text := range beginnings {
		eachShort(text, most, do)
	}
	return nil
}

func eachOfSuite(file string, do func(text string)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for c, err := range suite.Read(unzipped) {
		if err != nil {
			return err
		}
		do(string(c.Input))
	}
	return nil
}

// eachShort calls a function with a text and with those that go on with up to n roles.
func eachShort(text string, n int, do func(text string)) {
	do(text)
	if n == 0 {
		return
	}
	for _, role := range roles {
		eachShort(text+role, n-1, do)
	}
}
