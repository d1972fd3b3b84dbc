package main

import (
	"regexp"
	"strings"
)

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

var (
	link  = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`) // a relative one: no colon
	begin = regexp.MustCompile(`^(\s*[-*] |#|\||\s*$)`)
)

// notes makes a section of a changelog fit for the page of a release. There a line break is shown as
// one, so paragraphs and items (of lists without numbers) become one line each. Links are relative to
// a page of the forge, so they get the base.
func notes(section, base string) string {
	section = link.ReplaceAllString(section, "]("+strings.ReplaceAll(base, "$", "$$")+"${1}${2})")
	var out strings.Builder
	previous, fenced := "", false
	for line := range strings.Lines(section) {
		line = strings.TrimSuffix(line, "\n")
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		continues := !fenced && !fence && !begin.MatchString(line) && strings.TrimSpace(previous) != "" &&
			!strings.HasPrefix(previous, "#")
		switch {
		case out.Len() == 0:
		case continues:
			out.WriteByte(' ')
			line = strings.TrimSpace(line)
		default:
			out.WriteByte('\n')
		}
		out.WriteString(line)
		fenced = fenced != fence
		if previous = line; fence {
			previous = ""
		}
	}
	return out.String() + "\n"
}
