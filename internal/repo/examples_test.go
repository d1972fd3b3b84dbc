//go:build !386 && !purego

package repo

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unshown is what no example shows, and why.
var unshown = map[string]string{
	"NewSyntaxError": "for package rule: nobody else has a fault",
	"SyntaxErrorIn":  "likewise",
	"dfa.Commit":     "for programs that make tables, as package compile does, or prove them",
	"dfa.Place":      "likewise",
	"dfa.Fixed":      "likewise",
	"dfa.None":       "likewise",
	"dfa.Walk":       "for fast paths, which take over in the middle of a text",
}

// byInterface is the methods that fmt, errors, encoding/json, log/slog, database/sql, io and net/http
// call, and that of abnf.Node. They are in use where their types are.
var byInterface = strings.Fields("Error Unwrap String GoString AppendText MarshalText UnmarshalText MarshalJSON " +
	"UnmarshalJSON LogValue Scan Value ServeHTTP Write WriteByte WriteString Position")

// TestExamples: every exported function, type, method and untyped constant is used in an example
// of a public package, or written by package codegen into the packages that it makes.
func TestExamples(t *testing.T) {
	c := newChecker(t)
	used := generatedNames(t)
	for _, dir := range public {
		c.examples(dir, used)
	}
	known := make(map[string]bool)
	for _, dir := range public {
		for _, name := range c.declared(dir) {
			known[name] = true
			method := name[strings.LastIndexByte(name, '.')+1:]
			of := strings.TrimSuffix(name, "."+method)
			switch {
			case used[name] && unshown[name] != "":
				t.Errorf("%s is used in an example: it needs no reason not to be", name)
			case used[name], unshown[name] != "":
			case slices.Contains(byInterface, method) && (used[of] || !ast.IsExported(of)):
			default:
				t.Errorf("no example uses %s", name)
			}
		}
	}
	for name := range unshown {
		if !known[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// generatedNames is the names that the text of generated packages has.
func generatedNames(t *testing.T) map[string]bool {
	used := make(map[string]bool)
	files, err := filepath.Glob("internal/codegen/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no generator: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, literal := range regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"").FindAllString(string(text), -1) {
			for _, m := range regexp.MustCompile(`\bdfa\.[A-Z]\w*`).FindAllString(literal, -1) {
				used[m] = true
			}
		}
	}
	return used
}

// checker type-checks examples by what the compiler exported of the packages that they import.
type checker struct {
	*testing.T
	fset    *token.FileSet
	imports types.Importer
}

func newChecker(t *testing.T) *checker {
	args := []string{"list", "-export", "-deps", "-test", "-f", "{{if not .ForTest}}{{.ImportPath}}={{.Export}}{{end}}"}
	for _, dir := range public {
		args = append(args, "./"+dir)
	}
	out, err := goCommand(".", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	file := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		name, export, _ := strings.Cut(strings.TrimSpace(line), "=")
		file[name] = export
	}
	fset := token.NewFileSet()
	lookup := func(name string) (io.ReadCloser, error) { return os.Open(file[name]) }
	return &checker{t, fset, importer.ForCompiler(fset, "gc", lookup)}
}

// examples adds what the examples of a package use.
func (c *checker) examples(dir string, used map[string]bool) {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		c.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if base := filepath.Base(name); !strings.HasSuffix(base, "example_test.go") && base != "programs_test.go" {
			continue
		}
		f, err := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			c.Fatal(err)
		}
		files = append(files, f)
	}
	info := types.Info{Uses: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)}
	config := types.Config{Importer: c.imports}
	if _, err := config.Check("examples of "+dir, c.fset, files, &info); err != nil {
		c.Fatal(err)
	}
	for _, object := range info.Uses {
		used[nameOf(object)] = true
	}
	for _, expr := range info.Types {
		addTypes(expr.Type, used)
	}
}

// addTypes adds the types that a value has in it.
func addTypes(t types.Type, used map[string]bool) {
	switch t := t.(type) {
	case *types.Named:
		used[nameOf(t.Obj())] = true
	case *types.Pointer:
		addTypes(t.Elem(), used)
	case *types.Slice:
		addTypes(t.Elem(), used)
	case *types.Tuple:
		for v := range t.Variables() {
			addTypes(v.Type(), used)
		}
	}
}

// declared lists what a package exports.
func (c *checker) declared(dir string) (list []string) {
	pkg, err := c.imports.Import(path.Join(module, dir))
	if err != nil {
		c.Fatal(err)
	}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		switch object := object.(type) {
		case *types.TypeName:
			if object.Exported() && !object.IsAlias() {
				list = append(list, nameOf(object))
			}
			if named, is := object.Type().(*types.Named); is && !object.IsAlias() {
				for m := range named.Methods() {
					if m.Exported() {
						list = append(list, nameOf(m))
					}
				}
			}
		case *types.Func:
			if object.Exported() {
				list = append(list, nameOf(object))
			}
		case *types.Const:
			if basic, is := object.Type().(*types.Basic); is && object.Exported() && basic.Info()&types.IsUntyped != 0 {
				list = append(list, nameOf(object))
			}
		}
	}
	return list
}

// nameOf returns Name or Type.Method, behind the folder of the package if that is not the root.
func nameOf(object types.Object) string {
	if object.Pkg() == nil {
		return object.Name()
	}
	name := object.Name()
	if f, is := object.(*types.Func); is && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if p, is := t.(*types.Pointer); is {
			t = p.Elem()
		}
		name = strings.TrimPrefix(types.TypeString(t, func(*types.Package) string { return "" }), ".") + "." + name
	}
	dir := strings.TrimPrefix(strings.TrimPrefix(object.Pkg().Path(), module), "/")
	if dir == "" {
		return name
	}
	return fmt.Sprintf("%s.%s", dir, name)
}
