// Command release makes of a changelog what a release needs, and checks what would go wrong later.
//
//	go run ./tools/release notes v1.2.0   # what is new, as the forge shows it
//	go run ./tools/release check v1.2.0   # whether the tree may get this tag
//	go run ./tools/release api            # what has changed since the last tag, for programs
//
// It runs in the root of a clone. The exit status is 0, 1 if something is wrong, 2 if the usage is.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

const usage = `usage: go run ./tools/release COMMAND

notes VERSION   print the section of a version in CHANGELOG.md, for the page of a release:
                lines joined, links absolute
check VERSION   tell what has to change before the tree gets the tag of a version
api             print how the exported API differs from that of the last tag; fail if
                programs break and CHANGELOG.md does not say so, or may not

examples:

    go run ./tools/release check v1.2.0 && git tag v1.2.0
    go run ./tools/release notes v1.2.0 >notes.md
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, log io.Writer) int {
	err := errUsage
	switch {
	case len(args) == 1 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help"):
		fmt.Fprint(out, usage)
		return 0
	case len(args) == 1 && args[0] == "api":
		err = api(".", out)
	case len(args) == 2 && args[0] == "notes" && isVersion(args[1]):
		err = printNotes(args[1], out)
	case len(args) == 2 && args[0] == "check" && isVersion(args[1]):
		err = check(os.DirFS("."), args[1])
	}
	if errors.Is(err, errUsage) {
		fmt.Fprint(log, usage)
		return 2
	} else if err != nil {
		fmt.Fprintf(log, "release: %v\n", err)
		return 1
	}
	return 0
}

var errUsage = errors.New("wrong usage")

// isVersion reports whether a text is a version of semver.org with the v of Go in front.
func isVersion(s string) bool {
	return regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$`).MatchString(s)
}

func printNotes(version string, out io.Writer) error {
	changelog, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	section, ok := sectionOf(string(changelog), strings.TrimPrefix(version, "v"))
	if !ok {
		return fmt.Errorf("CHANGELOG.md has no section %q", "## "+strings.TrimPrefix(version, "v")+" - DATE")
	}
	_, err = io.WriteString(out, notes(section, "https://"+moduleOf(string(mod))+"/blob/"+version+"/"))
	return err
}

// moduleOf returns the module path in a go.mod.
func moduleOf(mod string) string {
	line, _, _ := strings.Cut(mod, "\n")
	return strings.TrimPrefix(line, "module ")
}
