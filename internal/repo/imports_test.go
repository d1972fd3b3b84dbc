//go:build !386 && !purego

package repo

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// The imports that packages of the root module may have: from this module and, for packages linked into programs of
// users, from the standard library. Extending a list is a decision, not a repair.
var (
	// everywhere is allowed in all runtime packages. None of it formats, reflects or starts anything.
	everywhere = strings.Fields("bytes cmp encoding/binary errors hash/maphash iter math math/bits slices strconv strings unicode/utf8")

	runtime = map[string]string{
		"iri":                  "dfa internal/char internal/fault internal/inet internal/language internal/uri internal/uri/normal internal/uri/percent internal/uri/ref internal/uri/find internal/uri/scan rule database/sql/driver encoding fmt log/slog net/netip",
		"lint":                 "dfa iri internal/char internal/inet internal/language internal/uri/find internal/uri/normal internal/uri internal/uri/percent internal/uri/ref internal/typo fmt",
		"fix":                  "dfa file internal/char internal/inet internal/language internal/toplevel internal/uri internal/uri/percent internal/uri/ref internal/uri/scan iri rule unicode",
		"file":                 "dfa internal/char internal/language internal/uri/percent iri",
		"ssrf":                 "dfa internal/inet internal/language internal/uri/percent iri net net/http net/netip net/url syscall time",
		"httpguard":            "dfa iri internal/char internal/fault internal/inet internal/language internal/uri internal/uri/percent internal/uri/find internal/uri/scan rule encoding/json fmt io log/slog net/http net/http/httputil net/url sync/atomic",
		"neturl":               "iri net/url fmt",
		"rule":                 "dfa internal/char internal/fault internal/language internal/uri internal/uri/ref internal/uri/find internal/uri/scan",
		"stream":               "internal/uri/scan rule context io runtime sync",
		"dfa":                  "internal/bytescan internal/char",
		"internal/bytescan":    "unsafe",
		"internal/char":        "",
		"internal/fault":       "dfa internal/char internal/language internal/uri internal/uri/percent internal/walk",
		"internal/inet":        "dfa internal/char internal/language net/netip",
		"internal/language":    "dfa internal/uri",
		"internal/toplevel":    "embed internal/typo",
		"internal/typo":        "",
		"internal/uri":         "dfa internal/char",
		"internal/uri/batch":   "internal/uri internal/uri/bitmap",
		"internal/uri/bitmap":  "",
		"internal/uri/find":    "internal/uri",
		"internal/uri/ref":     "dfa internal/char internal/uri internal/uri/find internal/uri/percent unicode",
		"internal/uri/normal":  "dfa internal/char internal/language internal/uri internal/uri/percent internal/uri/ref internal/uri/find net/netip",
		"internal/uri/percent": "dfa internal/char internal/language",
		"internal/uri/scan":    "dfa internal/char internal/uri internal/uri/batch internal/uri/find internal/uri/bitmap unsafe",
		"internal/walk":        "dfa",
	}

	// offline packages may import all of the standard library.
	offline = map[string]string{
		"tables":                    "",
		"tables/generate":           "compile compile/abnf compile/proof dfa internal/codegen internal/explain internal/uri internal/uri/plan tables/internal/recipe internal/walk",
		"tables/internal/recipe":    "compile compile/abnf dfa internal/uri",
		"compile":                   "compile/abnf internal/compiler/capture internal/compiler/machine internal/compiler/subset internal/compiler/layout dfa internal/naming internal/nfa",
		"compile/abnf":              "",
		"bindings/generate":         "compile compile/abnf dfa internal/codegen/target internal/fault internal/language internal/uri",
		"internal/compiler/capture": "internal/compiler/machine dfa",
		"internal/compiler/machine": "dfa",
		"internal/compiler/subset":  "internal/compiler/capture internal/compiler/machine dfa internal/nfa",
		"internal/compiler/layout":  "internal/compiler/capture internal/compiler/machine dfa internal/bytescan",
		"certificate":               "compile/abnf dfa internal/abnftree internal/language",
		"compile/proof":             "compile/abnf dfa internal/abnftree internal/naming",
		"compile/suite":             "dfa internal/walk",
		"grammars":                  "",
		"internal/codegen":          "compile/abnf dfa golang.org/x/exp/constraints internal/naming internal/walk",
		"internal/codegen/target":   "dfa internal/codegen internal/compiler/layout internal/compiler/machine internal/naming",
		"internal/testkit":          "internal/uri internal/uri/find", // tests only
		"internal/abnftree":         "compile/abnf",
		"internal/values":           "compile/abnf",
		"internal/expression":       "compile/abnf internal/abnftree internal/unicodeclass",
		"internal/explain":          "compile compile/abnf dfa internal/char internal/nfa internal/values internal/walk",
		"internal/testkit/fence":    "",
		"internal/testkit/corpus":   "",
		"internal/testkit/loopback": "",
		"internal/testkit/suites":   "compile/suite",                                                                            // tests only
		"internal/testkit/mutant":   "compile dfa internal/testkit/matcher internal/uri internal/walk",                          // tests only
		"internal/testkit/matcher":  "compile compile/abnf dfa internal/abnftree internal/naming internal/values internal/walk", // tests only
		"internal/naming":           "compile/abnf",
		"internal/nfa":              "compile/abnf dfa internal/abnftree internal/unicodeclass",
		"internal/sample":           "compile/abnf internal/unicodeclass internal/values",
		"internal/uri/plan":         "dfa internal/uri internal/uri/batch internal/uri/find internal/uri/bitmap internal/walk",
		"internal/unicodeclass":     "",
	}
)

// imported returns the imports of each package of the root module, for all processors and tags.
func imported(t *testing.T) map[string][]string {
	packages := make(map[string][]string)
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") || moduleOf(name) != "." {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		dir := strings.Replace(path.Dir(name), ".", "iri", 1)
		if packages[dir] == nil {
			packages[dir] = []string{}
		}
		for _, spec := range file.Imports {
			packages[dir] = append(packages[dir], strings.Trim(spec.Path.Value, `"`))
		}
	}
	return packages
}

func TestImports(t *testing.T) {
	packages := imported(t)
	for _, rules := range []map[string]string{runtime, offline} {
		for name, allowed := range rules {
			for _, path := range append(strings.Fields(allowed), name) {
				if (path == name || strings.HasPrefix(path, "internal/")) && packages[path] == nil {
					t.Errorf("rule of %s: there is no package %s", name, path)
				}
			}
		}
	}
	for name, list := range packages {
		rule, isRuntime := runtime[name]
		allowed := append(strings.Fields(rule), everywhere...)
		if !isRuntime {
			rule, known := offline[name]
			if !known {
				t.Errorf("there is no rule for package %s", name)
			}
			allowed = strings.Fields(rule)
		}
		for _, path := range list {
			first, _, _ := strings.Cut(path, "/")
			local := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(path, module), "/"), "iri")
			if (isRuntime || strings.Contains(first, ".")) && !slices.Contains(allowed, local) {
				t.Errorf("%s must not import %s", name, path)
			}
			if path == "unsafe" && name != "internal/uri/scan" && name != "internal/bytescan" {
				t.Errorf("%s imports unsafe: it belongs to the packages with kernels", name)
			}
		}
	}
}

// TestCommandImports checks that the command iri only imports public packages of the library and packages of its own
// module, so that other programs can do the same. Programs that generate code, and tests, may import more.
func TestCommandImports(t *testing.T) {
	packages := make(map[string]bool)
	for _, name := range goFiles(t) {
		if !strings.HasPrefix(name, "tools/iri/") || strings.HasSuffix(name, "_test.go") || path.Base(path.Dir(name)) == "generate" {
			continue
		}
		packages[path.Dir(name)] = true
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			if local, is := strings.CutPrefix(imported, module+"/"); is && !strings.HasPrefix(local, "tools/") && slices.Contains(strings.Split(local, "/"), "internal") {
				t.Errorf("%s imports %s, which is not public", name, imported)
			}
		}
	}
	if !packages["tools/iri"] || !packages["tools/iri/source/internal/rdf"] || len(packages) < 10 {
		t.Errorf("the command has only the packages %v", packages)
	}
}

// TestRequirements checks that the root module requires only two others, for tests and for the compiler.
func TestRequirements(t *testing.T) {
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\s*(\S+) v\S+`).FindAllStringSubmatch(read(t, "go.mod"), -1) {
		got = append(got, m[1])
	}
	if want := []string{"github.com/leanovate/gopter", "golang.org/x/exp"}; !slices.Equal(got, want) {
		t.Errorf("go.mod requires %v, want %v", got, want)
	}
	if n := strings.Count(read(t, "go.sum"), "\n"); n != 4 {
		t.Errorf("go.sum has %d lines, want 4", n)
	}
}

// TestVersions requires the same versions of golang.org/x/net, sys and text in modules for the same Go. Module intl has
// the newest that Go 1.24 builds.
func TestVersions(t *testing.T) {
	versions := make(map[string]string) // by version of Go and path
	compared := 0
	for _, file := range goModFiles(t) {
		text := read(t, file)
		goVersion := regexp.MustCompile(`(?m)^go (1\.\d+)`).FindStringSubmatch(text)[1]
		for _, m := range regexp.MustCompile(`(?m)^(?:require )?\s*(golang\.org/x/(?:net|sys|text)) (v\S+)`).FindAllStringSubmatch(text, -1) {
			key := m[1] + ", Go " + goVersion
			if known := versions[key]; known != "" && known != m[2] {
				t.Errorf("%s: %s %s, elsewhere %s", file, m[1], m[2], known)
			}
			versions[key] = m[2]
			compared++
		}
	}
	if compared <= len(versions) {
		t.Errorf("%d versions, and no two to compare", compared)
	}
}

// goModFiles returns the go.mod files of all modules.
func goModFiles(t *testing.T) (files []string) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.Name() == "go.mod" {
			files = append(files, name)
		}
		if d != nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestLinked checks the symbols of built programs. One that calls only Valid links one automaton, no init function, and
// neither errors nor the compiler. Without -long, only that one is built.
func TestLinked(t *testing.T) {
	for _, x := range []struct{ call, tables string }{
		{`iri.Valid(p)`, "IRI"},
		{`iri.ValidReferenceString(string(p))`, "IRIReference"},
		{`rule.Scheme.Valid(p)`, "Scheme"},
		{`rule.IRIStrict.Valid(p)`, "IRIStrict"},
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

// TestSizeOfValid checks that calling Valid adds about 80 KB to a program that imports the packages of the types in
// methods of values. The limit leaves room for a longer module path, because programs contain names.
func TestSizeOfValid(t *testing.T) {
	_, with := link(t, `iri.Valid(p)`, "log/slog", "database/sql/driver", "net/netip")
	_, without := link(t, `len(p) == 0`, "log/slog", "database/sql/driver", "net/netip")
	t.Logf("%d bytes", with-without)
	if with-without > 88<<10 {
		t.Errorf("Valid takes %d bytes", with-without)
	}
}

// link builds a program with a call, and returns the names of its symbols and its size.
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

// TestVariablesStay checks that nothing in the module assigns to a variable of package rule, or takes its address,
// because packages iri and fix use them.
func TestVariablesStay(t *testing.T) {
	variables := make(map[string]bool)
	for _, line := range exported(t, "rule") {
		if name, is := strings.CutPrefix(line, "var "); is {
			variables[name] = true
		}
	}
	if len(variables) < 60 {
		t.Fatalf("package rule has %d variables", len(variables))
	}
	for _, path := range goFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		inside := filepath.Dir(path) == "rule"
		isVariable := func(x ast.Expr) bool {
			switch x := x.(type) {
			case *ast.Ident:
				return inside && variables[x.Name]
			case *ast.SelectorExpr:
				pkg, is := x.X.(*ast.Ident)
				return is && pkg.Name == "rule" && variables[x.Sel.Name]
			}
			return false
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if slices.ContainsFunc(n.Lhs, isVariable) {
					t.Errorf("%s assigns to a variable of package rule", path)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND && isVariable(n.X) {
					t.Errorf("%s takes the address of a variable of package rule", path)
				}
			}
			return true
		})
	}
}

// program writes a program in its own module that can import this one.
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

// TestGoroutines checks that the runtime starts goroutines in one place only.
func TestGoroutines(t *testing.T) {
	for name := range runtime {
		files, err := filepath.Glob(filepath.Join(strings.TrimPrefix(name, "iri"), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if name == "stream" || strings.HasSuffix(path, "_test.go") {
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
