// Command generators writes a Go module with code that abnfc and re2c generate for the same rules, and a test that
// compares it:
//
//	go -C bench run ./generators FOLDER
//	GOWORK=off go -C FOLDER test -run Ratios -v -rounds 1000
//
// The test runs all functions of a rule, interleaved, many times, and prints medians of ratios. The sources for re2c
// are made from the grammars. If re2c is not installed (on Debian, apt-get install re2c), its code is left out.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"

	"example.org/iri/internal/codegen"
)

const root = ".."

func main() {
	err := errors.New("usage: go -C bench run ./generators FOLDER")
	if len(os.Args) == 2 {
		err = write(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generators:", err)
		os.Exit(1)
	}
}

// A code is a function generated for a rule, in its own package, and a statement that increments n if string s matches.
type code struct{ Rule, Name, Package, Count string }

//go:embed benchmarks.tmpl
var benchmarks string

func write(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	module, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	data := struct {
		Rules   []string
		Inputs  map[string][]string
		Codes   []code
		Strings int
	}{Strings: numStrings}
	data.Inputs = make(map[string][]string)
	for i := range rules {
		r := &rules[i]
		codes, err := r.generate(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		data.Rules, data.Inputs[r.name], data.Codes = append(data.Rules, r.name), r.strings(), append(data.Codes, codes...)
	}
	var b strings.Builder
	if err := template.Must(template.New("").Parse(benchmarks)).Execute(&b, data); err != nil {
		return err
	}
	mod := "module generated\n\ngo 1.24.0\n\nrequire example.org/iri v0.0.0\n\nreplace example.org/iri => " + module + "\n"
	return errors.Join(writeFile(filepath.Join(folder, "go.mod"), mod), writeFile(filepath.Join(folder, "generated_test.go"), b.String()))
}

func (r *rule) generate(folder string) ([]code, error) {
	codes, err := r.ours(folder)
	if err != nil {
		return nil, err
	}
	theirs, err := r.re2c(folder)
	return append(codes, theirs...), err
}

// ours generates a package with abnfc: ValidX, and ParseX, which also returns spans.
func (r *rule) ours(folder string) ([]code, error) {
	name, x := "abnfc"+r.identifier(), codegen.GoName(r.name)
	args := []string{"run", "./tools/abnfc", "compile", "--rule", r.name, "--span", r.spans, "-o", filepath.Join(folder, name, "code.go"), r.grammar}
	if r.imports != "" {
		args = append(args, "--import", r.imports)
	}
	err := command("go", args...)
	return []code{
		{r.name, "ValidX", name, "if " + name + ".Valid" + x + "(s) { n++ }"},
		{r.name, "ParseX", "", "if _, err := " + name + ".Parse" + x + "(s); err == nil { n++ }"},
	}, err
}

func command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return nil
}

func writeFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}
