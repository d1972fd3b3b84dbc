package main

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// places have versions that are to be that of the release, in packages of other languages.
var places = []struct {
	file    string
	version *regexp.Regexp
}{
	{"tools/python/build_iri.py", regexp.MustCompile(`(?m)^VERSION = "([^"]*)"`)},
	{"tools/wasm/npm/package.json", regexp.MustCompile(`(?m)^\s*"version": "([^"]*)"`)},
}

// check returns all that has to change before a tree gets the tag of a version.
func check(tree fs.FS, version string) error {
	var problems []error
	read := func(name string) string {
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			problems = append(problems, err)
		}
		return string(text)
	}
	number := strings.TrimPrefix(version, "v")
	changelog := read("CHANGELOG.md")
	if section, ok := sectionOf(changelog, number); !ok || strings.TrimSpace(section) == "" {
		problems = append(problems, fmt.Errorf("CHANGELOG.md: what is new belongs below a heading \"## %s - DATE\"", number))
	}
	if section, _ := sectionOf(changelog, "Unreleased"); strings.TrimSpace(section) != "" {
		problems = append(problems, errors.New("CHANGELOG.md: section Unreleased is not empty"))
	}
	for _, p := range places {
		if m := p.version.FindStringSubmatch(read(p.file)); m == nil || m[1] != number {
			problems = append(problems, fmt.Errorf("%s: the version is to be %s", p.file, number))
		}
	}
	if strings.HasPrefix(moduleOf(read("go.mod")), "example.org/") {
		problems = append(problems, errors.New("go.mod: the module path is a placeholder: .ci/setpath sets one"))
	}
	return errors.Join(problems...)
}

// sectionOf returns what stands in a changelog below the heading of a version, "## 1.2.0 - DATE" or
// "## Unreleased", and whether there is one.
func sectionOf(changelog, version string) (string, bool) {
	var section strings.Builder
	found := false
	for line := range strings.Lines(changelog) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			if found {
				break
			}
			name, _, _ := strings.Cut(heading, " - ")
			found = strings.TrimSpace(name) == version
			continue
		}
		if found {
			section.WriteString(line)
		}
	}
	return strings.TrimSpace(section.String()) + "\n", found
}
