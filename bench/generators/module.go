package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
)

//go:embed race/race.go
var raceSource string

var errDisagree = errors.New("contestants disagree")

// module is a Go module with the code of all contestants.
type module struct {
	root, folder string
	imports      []string // of its main package
	races        []string // its list of races
}

// add writes the code of the contestants of a contest.
func (m *module) add(c *contest) error {
	g, err := m.read(c)
	if err != nil {
		return err
	}
	if err := m.ours(c); err != nil {
		return err
	}
	for _, t := range tools {
		if err := m.tool(t, c, g); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	m.races = append(m.races, m.race(c))
	return nil
}

// read reads the grammar of a contest.
func (m *module) read(c *contest) (*abnf.Grammar, error) {
	var all *abnf.Grammar
	for _, name := range append([]string{c.grammar}, c.imports...) {
		text, err := os.ReadFile(filepath.Join(m.root, name))
		if err != nil {
			return nil, err
		}
		g, err := abnf.ParseFile(name, text)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = g
		} else {
			all.Import(g)
		}
	}
	if c.octets {
		all.Encoding = abnf.Octets
	}
	return all, nil
}

// ours writes the package that abnfc makes.
func (m *module) ours(c *contest) error {
	args := []string{"run", ".", "compile", "--notest", "-o", filepath.Join(m.folder, "ours", c.name, c.name+".go"), "--rule", c.rule, "--span", strings.Join(c.spans, ",")}
	if c.octets {
		args = append(args, "--octets")
	}
	for _, i := range c.imports {
		args = append(args, "--import", filepath.Join(m.root, i))
	}
	return m.command(filepath.Join(m.root, "tools", "abnfc"), "go", append(args, filepath.Join(m.root, c.grammar))...)
}

// tool writes the source for another tool, and has it make a package.
func (m *module) tool(t tool, c *contest, g *abnf.Grammar) error {
	folder := filepath.Join(m.folder, t.name, c.name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	source, err := t.source(c, g)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "source"), []byte(source), 0o666); err != nil {
		return err
	}
	return m.command(folder, t.command[0], append(t.command[1:len(t.command):len(t.command)], "-o", c.name+".go", "source")...)
}

// command runs a program; what it prints is for the error only.
func (m *module) command(folder, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// race returns the entry of a contest in the list of races.
func (m *module) race(c *contest) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t{%q, texts(%q), []race.Contestant{\n", c.rule, c.name)
	name := codegen.GoName(c.rule)
	m.imports = append(m.imports, fmt.Sprintf("ours%s %q", c.name, "race/ours/"+c.name))
	fmt.Fprintf(&b, "\t\t{\"ValidX\", ours%s.Valid%s[string]},\n", c.name, name)
	fmt.Fprintf(&b, "\t\t{\"ParseX\", func(s string) bool { _, err := ours%s.Parse%s(s); return err == nil }},\n", c.name, name)
	for _, t := range tools {
		m.imports = append(m.imports, fmt.Sprintf("%s%s %q", t.name, c.name, "race/"+t.name+"/"+c.name))
		fmt.Fprintf(&b, "\t\t{%q, %s%s.Judge},\n", t.title, t.name, c.name)
	}
	b.WriteString("\t}},\n")
	return b.String()
}

// run writes what is left of the module, and runs it.
func (m *module) run(rounds int) error {
	var texts strings.Builder
	for i := range contests {
		fmt.Fprintf(&texts, "\t%q: %#v,\n", contests[i].name, newTexts(&contests[i]))
	}
	for name, text := range map[string]string{
		"go.mod":       "module race\n\ngo 1.24.0\n\nrequire example.org/iri v0.0.0\n\nreplace example.org/iri => " + m.root + "\n",
		"race/race.go": raceSource,
		"texts.go":     "package main\n\nvar all = map[string][]string{\n" + texts.String() + "}\n\nfunc texts(name string) []string { return all[name] }\n",
		"main.go": "package main\n\nimport (\n\t\"os\"\n\n\t\"race/race\"\n\t" + strings.Join(m.imports, "\n\t") + "\n)\n\n" +
			"func main() { os.Exit(race.Run(" + fmt.Sprint(rounds) + ", races)) }\n\nvar races = []race.Race{\n" + strings.Join(m.races, "") + "}\n",
	} {
		file := filepath.Join(m.folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	if err := m.command(m.folder, "go", "build", "-o", "racer", "."); err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(m.folder, "racer"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return errDisagree
	}
	return err
}
