package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/internal/codegen"
	codetarget "example.org/iri/internal/codegen/target"
	"example.org/iri/tools/internal/cli"
)

// target is the value of --target: the language that compile writes.
type target string

func (t *target) String() string { return string(*t) }

// Type is what a help text calls the value of a flag.
func (t *target) Type() string { return "LANGUAGE" }

func (t *target) Set(value string) error {
	switch value {
	case "go", "c", "js":
		*t = target(value)
		return nil
	}
	return errors.New("want go, c or js")
}

// language returns the name of the language.
func (t target) language() string {
	return map[target]string{"go": "Go", "c": "C", "js": "JavaScript"}[t]
}

// function returns the name of the function that validates a rule, in C without its prefix.
func (t target) function(rule string) string {
	switch t {
	case "c":
		return "valid_" + codetarget.CName(rule)
	case "js":
		return "valid" + codegen.GoName(rule)
	}
	return "Valid" + codegen.GoName(rule)
}

// check checks the flags for a language other than Go.
func (t target) check(flags *pflag.FlagSet, out string) error {
	for _, name := range []string{"standalone", "tables", "pkg", "part"} {
		if flags.Changed(name) {
			return cli.Usagef("--%s is for Go, not for --target %s", name, t)
		}
	}
	ext := filepath.Ext(out)
	switch {
	case out == "":
		return cli.Usagef("--target %s needs --output", t)
	case t == "c" && ext != ".c":
		return cli.Usagef("--output %s: the file must be called *.c", out)
	case t == "c" && !identifier.MatchString(codetarget.Prefix(baseName(out))):
		return cli.Usagef("--output %s: names in C cannot begin with %q", out, codetarget.Prefix(baseName(out)))
	case t == "js" && ext != ".mjs" && ext != ".cjs":
		return cli.Usagef("--output %s: the file must be called *.mjs or *.cjs", out)
	}
	return nil
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// baseName returns the name of a file without its folder and its ending.
func baseName(out string) string { return strings.TrimSuffix(filepath.Base(out), filepath.Ext(out)) }

// files makes the source, and what goes with it.
func (t target) files(f *codegen.File, out string) ([]file, error) {
	base := strings.TrimSuffix(out, filepath.Ext(out))
	switch t {
	case "c":
		source, header, err := codetarget.C(f, baseName(out))
		return []file{{out, source}, {base + ".h", header}}, err
	case "js":
		source, types, err := codetarget.JavaScript(f, filepath.Ext(out) == ".cjs")
		if filepath.Ext(out) == ".cjs" {
			return []file{{out, source}}, err
		}
		return []file{{out, source}, {base + ".d.mts", types}}, err
	}
	var source bytes.Buffer
	err := codegen.Write(&source, f)
	return []file{{out, source.Bytes()}}, err
}
