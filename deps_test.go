package iri_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

const module = "example.org/iri"

// imports is the floor plan: what each package of the root module may import of
// this module and, for the runtime, of the standard library. Loosening it is a
// decision, not a repair.
var imports = map[string]string{
	"":                                  "dfa internal/char internal/fault internal/language internal/uri internal/uri/normal internal/uri/percent internal/uri/ref internal/uri/scan cmp bytes database/sql/driver encoding errors fmt hash/maphash iter log/slog math net/netip slices strconv strings unicode/utf8",
	"lint":                              "dfa example.org/iri internal/inet internal/language internal/uri/normal internal/uri/percent cmp fmt iter slices strconv strings unicode/utf8",
	"fix":                               "dfa file internal/fault internal/language internal/uri internal/uri/percent example.org/iri strconv strings unicode unicode/utf8",
	"file":                              "dfa internal/language internal/uri/percent example.org/iri strconv strings unicode/utf8",
	"fetch":                             "dfa internal/inet internal/language internal/uri/normal example.org/iri net net/http net/netip net/url slices strconv strings syscall time",
	"httpguard":                         "dfa example.org/iri internal/char internal/fault internal/language internal/uri internal/uri/percent internal/uri/scan bytes encoding/json errors io log/slog math math/bits net/http net/http/httputil net/url slices strconv strings sync/atomic unicode/utf8",
	"neturl":                            "example.org/iri errors net/url strings",
	"rule":                              "dfa internal/char internal/fault internal/language internal/uri internal/uri/scan errors example.org/iri iter math strings unicode/utf8",
	"stream":                            "internal/lines internal/ordered internal/uri/scan rule context errors io iter runtime",
	"tables":                            "",
	"tables/generate":                   "compile compile/abnf dfa internal/codegen internal/explain internal/uri internal/uri/plan tables/internal/recipe",
	"tables/internal/recipe":            "compile compile/abnf dfa",
	"dfa":                               "internal/bytescan internal/char errors iter math/bits strconv strings",
	"compile":                           "compile/abnf compile/internal/capture compile/internal/exact compile/internal/machine compile/internal/subset compile/internal/table dfa internal/naming internal/nfa",
	"compile/abnf":                      "",
	"compile/internal/capture":          "compile/internal/machine dfa",
	"compile/internal/exact":            "compile/internal/machine internal/nfa",
	"compile/internal/machine":          "dfa",
	"compile/internal/subset":           "compile/internal/capture compile/internal/machine dfa internal/nfa",
	"compile/internal/table":            "compile/internal/capture compile/internal/machine dfa internal/bytescan",
	"certificate":                       "compile/abnf dfa internal/language",
	"compile/proof":                     "compile/abnf dfa",
	"compile/suite":                     "dfa",
	"grammars":                          "",
	"internal/abnftest":                 "compile/abnf dfa internal/naming", // tests only
	"internal/codegen":                  "compile/abnf dfa golang.org/x/exp/constraints",
	"internal/codegen/runtime/generate": "",
	"internal/codegen/standin/char":     "",
	"internal/codegen/standin/iter":     "",
	"internal/codegen/standin/strconv":  "",
	"internal/codegen/standin/strings":  "",
	"internal/testkit":                  "", // tests only
	"internal/abnflint":                 "compile compile/abnf dfa",
	"internal/docs":                     "compile/abnf example.org/iri", // tests, and what writes pages
	"internal/draw":                     "compile compile/abnf dfa internal/naming internal/svg internal/unicodeclass",
	"internal/railroad":                 "compile/abnf internal/svg",
	"internal/svg":                      "",
	"internal/statistics":               "example.org/iri",
	"internal/explanation":              "example.org/iri fix rule errors",
	"internal/expression":               "compile/abnf", // tools only
	"internal/explain":                  "compile compile/abnf dfa internal/char internal/nfa",
	"internal/bytescan":                 "unsafe",
	"internal/char":                     "strconv strings unicode/utf8",
	"internal/fault":                    "dfa internal/char internal/language internal/uri internal/uri/scan bytes math/bits strconv strings unicode/utf8",
	"internal/foreign":                  "example.org/iri rule errors math slices",
	"internal/inet":                     "dfa internal/language encoding/binary net/netip strconv",
	"internal/language":                 "dfa internal/uri",
	"internal/testkit/fence":            "",
	"internal/testkit/corpus":           "",
	"internal/lines":                    "bytes fmt io",
	"internal/walkthrough":              "internal/docs", // tests only
	"docs":                              "",              // tests only
	"internal/naming":                   "compile/abnf",
	"internal/nfa":                      "compile/abnf dfa internal/unicodeclass",
	"internal/ordered":                  "context sync",
	"internal/sample":                   "compile/abnf",
	"internal/uri":                      "dfa",
	"internal/uri/batch":                "internal/uri internal/uri/tracks encoding/binary math/bits",
	"internal/uri/tracks":               "math/bits",
	"internal/uri/plan":                 "dfa internal/uri internal/uri/batch internal/uri/tracks",
	"internal/uri/ref":                  "dfa internal/language internal/uri/scan bytes math",
	"internal/uri/normal":               "dfa internal/language internal/uri/percent internal/uri/ref internal/uri/scan hash/maphash math/bits unicode/utf8",
	"internal/uri/percent":              "dfa internal/language internal/uri/scan math/bits strings unicode/utf8",
	"internal/uri/scan":                 "dfa internal/uri internal/uri/batch internal/uri/tracks bytes encoding/binary math math/bits slices unsafe",
	"internal/unicodeclass":             "",
}

// runtime packages may not even import more of the standard library than listed.
var runtimePackages = []string{"", "rule", "dfa", "fetch", "file", "fix", "httpguard", "lint", "neturl", "stream", "internal/bytescan", "internal/char", "internal/fault", "internal/foreign", "internal/inet", "internal/language", "internal/lines", "internal/ordered", "internal/uri", "internal/uri/batch", "internal/uri/normal", "internal/uri/percent", "internal/uri/ref", "internal/uri/scan", "internal/uri/tracks"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestFloorPlan(t *testing.T) {
	for _, p := range listPackages(t) {
		name := strings.Trim(strings.TrimPrefix(p.ImportPath, module), "/")
		allowed, known := imports[name]
		if !known {
			t.Errorf("package %s has no place in the floor plan", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			local := strings.Contains(strings.Split(imported, "/")[0], ".")
			if !local && !slices.Contains(runtimePackages, name) {
				continue // the standard library is open to the compiler and the tools
			}
			if !slices.Contains(strings.Fields(allowed), strings.TrimPrefix(imported, module+"/")) {
				t.Errorf("%s must not import %s", p.ImportPath, imported)
			}
		}
	}
}

// listPackages returns the packages of the root module, test files aside. Those that git does not
// track belong to the reader of the clone, who may make packages as the README shows.
func listPackages(t *testing.T) []goPackage {
	tracked, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skipf("not a clone: git ls-files: %v", err)
	}
	ours := make(map[string]bool)
	for file := range strings.Lines(string(tracked)) {
		ours[path.Join(module, path.Dir(file))] = true
	}
	out, err := goCommand(".", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		if ours[p.ImportPath] {
			list = append(list, p)
		}
	}
}

func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	return cmd
}

// TestNoUnsafe: unsafe and assembly belong to the packages with kernels.
func TestNoUnsafe(t *testing.T) {
	for _, p := range listPackages(t) {
		if slices.Contains(p.Imports, "unsafe") && p.ImportPath != module+"/internal/uri/scan" && p.ImportPath != module+"/internal/bytescan" {
			t.Errorf("%s imports unsafe", p.ImportPath)
		}
	}
}

// TestRequirements: two modules, and go.sum has four lines.
func TestRequirements(t *testing.T) {
	out, err := goCommand(".", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatalf("go mod edit: %v", err)
	}
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range mod.Require {
		got = append(got, r.Path)
	}
	if want := []string{"github.com/leanovate/gopter", "golang.org/x/exp"}; !slices.Equal(got, want) {
		t.Errorf("go.mod requires %v, want %v", got, want)
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(sum, []byte("\n")); n != 4 {
		t.Errorf("go.sum has %d lines, want 4", n)
	}
}

// TestLinked builds programs and looks at their symbols: one that calls only
// Valid links one automaton and nothing of errors, marks of init or the compiler.
func TestLinked(t *testing.T) {
	for _, x := range []struct{ call, tables string }{
		{`iri.Valid(p)`, "IRI"},
		{`iri.ValidReferenceString(string(p))`, "IRIReference"},
		{`rule.Scheme.Valid(p)`, "Scheme"},
		{`rule.IRIStrict.Valid(p)`, "IRIStrict"},
		{`rule.Classify(p).Has(rule.InIRI)`, "Languages"},
		{`rule.IPv6Address.Prefix(p) > 0`, "IPv6Address"},
		{`func() bool { _, err := iri.Split(p); return err != nil }()`, "FirstSets GenDelims IPrivate IPv6Address IRI UCSChar"}, // 9 KB for errors
	} {
		if !*testkit.Long && x.tables != "IRI" {
			continue
		}
		symbols, _ := link(t, x.call)
		var tables []string
		for _, s := range symbols {
			if name, ok := strings.CutPrefix(s, module+"/internal/language."); ok && !strings.HasPrefix(name, ".") {
				tables = append(tables, name)
			}
			if strings.HasPrefix(s, module) && strings.Contains(s, ".init") || strings.HasPrefix(s, module+"/compile") {
				t.Errorf("%s links %s", x.call, s)
			}
		}
		slices.Sort(tables)
		if strings.Join(tables, " ") != x.tables {
			t.Errorf("%s links the tables %v, want %s", x.call, tables, x.tables)
		}
	}
}

// TestSizeOfValid: a program that calls Valid is some 80 KB larger, if it imports the packages whose
// types the methods of values name: nothing of them is called. The limit has room for a longer
// module path, as names are part of a program.
func TestSizeOfValid(t *testing.T) {
	_, with := link(t, `iri.Valid(p)`, "log/slog", "database/sql/driver", "net/netip")
	_, without := link(t, `len(p) == 0`, "log/slog", "database/sql/driver", "net/netip")
	t.Logf("%d bytes", with-without)
	if with-without > 88<<10 {
		t.Errorf("Valid takes %d bytes", with-without)
	}
}

// link returns the names of the symbols in a program that makes a call, and how
// many bytes the program has.
func link(t *testing.T, call string, imports ...string) (names []string, size int64) {
	var lines strings.Builder
	for _, path := range imports {
		lines.WriteString("\t_ \"" + path + "\"\n")
	}
	for name, path := range map[string]string{"iri": module, "rule": module + "/rule"} {
		if strings.Contains(call, name+".") {
			lines.WriteString("\t" + name + " \"" + path + "\"\n")
		}
	}
	dir := program(t, "package main\n\nimport (\n\t\"os\"\n"+lines.String()+")\n\n"+
		"func main() {\n\tp := []byte(os.Args[0])\n\tif "+call+" {\n\t\tos.Exit(1)\n\t}\n}\n")
	if out, err := goCommand(dir, "build", "-o", "linked", ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := goCommand(dir, "tool", "nm", "linked").Output()
	if err != nil {
		t.Fatalf("go tool nm: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) >= 3 {
			names = append(names, f[2])
		}
	}
	info, err := os.Stat(filepath.Join(dir, "linked"))
	if err != nil {
		t.Fatal(err)
	}
	return names, info.Size()
}

// isModule reports whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// TestVariablesAreForOthers: nothing in the module reads the exported variables of
// package rule, so a program that assigns to one changes its own meaning of it and no
// verdict of this module.
func TestVariablesAreForOthers(t *testing.T) {
	variables := make(map[string]bool)
	for _, line := range exported(t, "rule") {
		if name, is := strings.CutPrefix(line, "var "); is {
			variables[name] = true
		}
	}
	if len(variables) < 60 {
		t.Fatalf("package rule has %d variables", len(variables))
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != "." && isModule(path) {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		inside := filepath.Dir(path) == "rule" && filepath.Base(path) != "rules.go" // which declares them
		imported := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(module+"/rule") })
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if inside && variables[n.Name] {
					t.Errorf("%s reads %s", path, n.Name)
				}
			case *ast.SelectorExpr:
				pkg, is := n.X.(*ast.Ident)
				if is && imported && pkg.Name == "rule" && variables[n.Sel.Name] {
					t.Errorf("%s reads rule.%s", path, n.Sel.Name)
				}
				ast.Inspect(n.X, func(n ast.Node) bool {
					if x, is := n.(*ast.Ident); is && inside && variables[x.Name] {
						t.Errorf("%s reads %s", path, x.Name)
					}
					return true
				})
				return false
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// program makes a folder with a program that is in a module of its own and sees this one.
func program(t *testing.T, source string) (dir string) {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module try\n\ngo 1.24.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + root + "\n",
		"main.go": source,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestGoroutines: the runtime starts goroutines in one place.
func TestGoroutines(t *testing.T) {
	for _, name := range runtimePackages {
		files, err := filepath.Glob(filepath.Join(name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if name == "internal/ordered" || strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if _, is := n.(*ast.GoStmt); is {
					t.Errorf("%s starts a goroutine", path)
				}
				return true
			})
		}
	}
}
