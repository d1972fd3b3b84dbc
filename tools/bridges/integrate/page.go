package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// result is the outcomes of a project's tests.
type result struct {
	project       *project
	before, after outcomes
}

// gained returns the tests that pass only afterwards, in order; lost those that passed only before.
func (r *result) gained() []string { return only(r.after, r.before) }
func (r *result) lost() []string   { return only(r.before, r.after) }

func only(a, b outcomes) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] && !b[name] {
			names = append(names, name)
		}
	}
	return names
}

// unexpected returns the tests that are lost and not known to be wrong, or the other way round.
func (r *result) unexpected() (names []string) {
	lost := r.lost()
	for _, name := range lost {
		if r.project.lost[name] == "" {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.project.lost)) {
		if !slices.Contains(lost, name) {
			names = append(names, name)
		}
	}
	return names
}

const head = "# Other projects on this library\n\n" +
	"This page tells what happens to the tests of five projects if they use this library. `go -C\n" +
	"tools/bridges run ./integrate -suite FOLDER` made it with %s. It runs the tests of each\n" +
	"project before and after a [change of a few lines](../../tools/bridges/integrate/_projects). FOLDER\n" +
	"is a clone of json-schema-org/JSON-Schema-Test-Suite, here at commit %s. Its cases count\n" +
	"as tests, each in each draft. So do the cases of json-gold's EARL report. Skipped tests do not\n" +
	"count, nor tests that consist of others. Some tests fail before and after, since they ask for a\n" +
	"network or for an older Go.\n\n" +
	"| project | uses it for | tests | pass before | pass after | gained | lost |\n|---|---|--:|--:|--:|--:|--:|\n"

// page returns the results as a page.
func page(results []*result, suite string) string {
	var b strings.Builder
	fmt.Fprintf(&b, head, runtime.Version(), commit(suite))
	for _, r := range results {
		p := r.project
		fmt.Fprintf(&b, "| %s %s | %s | %d | %d | %d | %d | %d |\n", strings.TrimPrefix(p.module, "github.com/"), p.version, p.what,
			len(r.after), r.before.passed(), r.after.passed(), len(r.gained()), len(r.lost()))
	}
	for _, r := range results {
		if len(r.gained())+len(r.lost()) > 0 {
			fmt.Fprintf(&b, "\n## %s\n\n", r.project.name)
		}
		for _, line := range grouped(r.gained()) {
			b.WriteString("- gained: " + line + "\n")
		}
		for _, name := range r.lost() {
			fmt.Fprintf(&b, "- lost: %s.\n  %s\n", code(name), r.project.lost[name])
		}
	}
	return b.String()
}

// grouped returns the names of tests; cases of a file of the JSON-Schema-Test-Suite as their number.
func grouped(names []string) (lines []string) {
	const suffix = ".json/"
	for len(names) > 0 {
		file, _, inFile := strings.Cut(names[0], suffix)
		n := 1
		for n < len(names) && inFile && strings.HasPrefix(names[n], file+suffix) {
			n++
		}
		if inFile {
			lines = append(lines, fmt.Sprintf("%d of %s", n, code(strings.TrimPrefix(file, "TestCases/")+".json")))
		} else {
			lines = append(lines, code(names[0]))
		}
		names = names[n:]
	}
	return lines
}

func code(name string) string { return "`" + strings.ReplaceAll(name, "`", "'") + "`" }

// commit returns that of a clone, "unknown" if the folder is none.
func commit(folder string) string {
	out, err := run(folder, nil, "git", "rev-parse", "--short=12", "HEAD")
	if folder == "" || err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
