// Command integrate runs the tests of other projects, before and after they use this library, and
// prints the difference: docs/explanation/bridges.md.
//
//	go -C tools/bridges run ./integrate [-suite FOLDER] [PROJECT...]
//
// The source of each project comes from the module cache, or through the module proxy. It is copied
// to a temporary folder, and changed there by what is in _projects. FOLDER is a clone of
// github.com/json-schema-org/JSON-Schema-Test-Suite; without it the cases of that suite are left
// out. The default is all projects.
//
// The exit status is 1 if a test is lost that is not known to be wrong, or something fails.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	suite := flag.String("suite", "", "clone of the JSON-Schema-Test-Suite")
	flag.Parse()
	results, err := integrate(*suite, flag.Args())
	if err == nil {
		_, err = os.Stdout.WriteString(page(results, *suite))
	}
	for _, r := range results {
		for _, name := range r.unexpected() {
			err = errors.Join(err, fmt.Errorf("%s: %s is lost, or known as lost and is not", r.project.name, name))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// integrate runs the tests of the projects with these names, of all if there are none.
func integrate(suite string, names []string) (results []*result, err error) {
	if suite != "" {
		if suite, err = filepath.Abs(suite); err != nil {
			return nil, err
		}
	}
	library, err := run(".", nil, "go", "list", "-m", "-f={{.Dir}}", "example.org/iri")
	if err != nil {
		return nil, err
	}
	for i := range projects {
		p := &projects[i]
		if len(names) > 0 && !slices.Contains(names, p.name) {
			continue
		}
		r, err := p.integrate(strings.TrimSpace(string(library)), suite)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// integrate runs the tests of a project before and after.
func (p *project) integrate(library, suite string) (*result, error) {
	folder, err := os.MkdirTemp("", "integrate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := p.checkout(folder, library); err != nil {
		return nil, err
	}
	r := &result{project: p}
	for _, stage := range []struct {
		name string
		to   *outcomes
	}{{"both", &r.before}, {"after", &r.after}} {
		if err := p.change(folder, stage.name); err != nil {
			return nil, err
		}
		if *stage.to, err = p.test(folder, suite); err != nil {
			return nil, err
		}
	}
	return r, nil
}
