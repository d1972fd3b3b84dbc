// Command release reports what has to change before the tree gets the tag of a version.
//
//	go run ./tools/release v1.2.0 && git tag v1.2.0
//
// It runs in the root of a clone. The exit status is 0, 1 if something is missing, 2 if the usage
// is wrong.
package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

const usage = "usage: go run ./tools/release VERSION\n"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, log io.Writer) int {
	switch {
	case len(args) == 1 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help"):
		fmt.Fprint(out, usage)
		return 0
	case len(args) != 1 || !isVersion(args[0]):
		fmt.Fprint(log, usage)
		return 2
	}
	if err := check(os.DirFS("."), args[0]); err != nil {
		fmt.Fprintf(log, "release: %v\n", err)
		return 1
	}
	return 0
}

// isVersion reports whether a string is a version of semver.org after the v of Go.
func isVersion(s string) bool {
	return regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$`).MatchString(s)
}

// moduleOf returns the module path in a go.mod.
func moduleOf(mod string) string {
	line, _, _ := strings.Cut(mod, "\n")
	return strings.TrimPrefix(line, "module ")
}
