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

type target string

const (
	targetGo target = "Go"
	targetC  target = "C"
	targetJS target = "JavaScript"
	targetRE target = "re" // regular expressions
)

// Set sets --target. The other targets follow from the extension of the output file.
func (t *target) Set(value string) error {
	if value != string(targetRE) {
		return errors.New("must be re; the extension of --output selects other targets")
	}
	*t = targetRE
	return nil
}

func (t *target) String() string { return string(*t) }
func (t *target) Type() string   { return "re" }

func (t *target) Names() []string { return []string{string(targetRE)} }

func targetOf(out string) (target, error) {
	switch filepath.Ext(out) {
	case ".go":
		return targetGo, nil
	case ".c":
		return targetC, nil
	case ".js", ".mjs", ".cjs":
		return targetJS, nil
	}
	return "", cli.Usagef("--output %s: the file must end in .go, .c, .js, .mjs or .cjs", out)
}

// function returns the name of the function that validates a rule, in C without its prefix.
func (t target) function(rule string) string {
	switch t {
	case targetRE:
		return rule
	case targetC:
		return "valid_" + codetarget.CName(rule)
	case targetJS:
		return "valid" + codegen.GoName(rule)
	}
	return "Valid" + codegen.GoName(rule)
}

// check checks the name of the output file, and flags that the language does not support.
func (t target) check(flags *pflag.FlagSet, out string) error {
	for _, name := range []string{"standalone", "pkg", "part", "span", "prefer"} {
		has := t == targetGo || t != targetRE && (name == "span" || name == "prefer")
		if !has && flags.Changed(name) {
			return cli.Usagef("--%s is not for %s", name, t.title())
		}
	}
	switch {
	case t != targetRE && strings.HasSuffix(baseName(out), "_test"):
		return cli.Usagef("--output %s: the file cannot be called *_test%s", out, filepath.Ext(out))
	case t == targetC && !identifier.MatchString(codetarget.Prefix(baseName(out))):
		return cli.Usagef("--output %s: names in C cannot begin with %q", out, codetarget.Prefix(baseName(out)))
	}
	return nil
}

func (t target) title() string {
	if t == targetRE {
		return "regular expressions"
	}
	return string(t)
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func baseName(out string) string { return strings.TrimSuffix(filepath.Base(out), filepath.Ext(out)) }

func (t target) files(f *codegen.File, out string) ([]file, error) {
	ending := filepath.Ext(out)
	base := strings.TrimSuffix(out, ending)
	switch t {
	case targetC:
		source, header, test, err := codetarget.C(f, baseName(out))
		return []file{{out, source}, {base + ".h", header}, {base + "_test.c", test}}, err
	case targetJS:
		source, types, test, err := codetarget.JavaScript(f, filepath.Base(out))
		if ending == ".cjs" {
			return []file{{out, source}, {base + "_test.cjs", test}}, err
		}
		return []file{{out, source}, {base + ".d" + strings.Replace(ending, "js", "ts", 1), types}, {base + "_test" + ending, test}}, err
	}
	var source, test bytes.Buffer
	if err := codegen.Write(&source, f); err != nil {
		return nil, err
	}
	err := codegen.WriteTest(&test, f)
	return []file{{out, source.Bytes()}, {base + "_test.go", test.Bytes()}}, err
}
