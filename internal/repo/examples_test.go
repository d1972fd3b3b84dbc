//go:build !386 && !purego

package repo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unshown is what no example shows, and why.
var unshown = map[string]string{
	"Style":  "the type of Unix and Windows, which are shown",
	"Each":   "only generated packages call it",
	"Record": "only generated packages call it",
}

// byInterface is the methods that fmt, errors, encoding/json, log/slog, database/sql, io and net/http
// call, and that of abnf.Node.
var byInterface = strings.Fields("Error Unwrap String GoString AppendText MarshalText UnmarshalText MarshalJSON " +
	"UnmarshalJSON LogValue Scan Value ServeHTTP Write WriteString Position")

// TestExamples: the name of every exported function, method and type is in an example of a public package, or in the
// packages that internal/codegen writes; or, of a type, in a declaration whose name is.
func TestExamples(t *testing.T) {
	used := make(map[string]bool)
	for _, file := range glob(t, "internal/codegen/*.go") {
		for _, m := range regexp.MustCompile(`\bdfa\.([A-Z]\w*)`).FindAllStringSubmatch(read(t, file), -1) {
			used[m[1]] = true
		}
	}
	for _, dir := range public {
		for _, file := range glob(t, filepath.Join(dir, "*example_test.go")) {
			names(parse(t, file), used)
		}
	}
	shown := make(map[string]bool)
	for range 2 { // a type may be that of a field of one that a function returns
		eachDeclaration(t, func(name string, node ast.Node, _ bool) {
			if used[name] {
				names(node, used)
			}
		})
	}
	eachDeclaration(t, func(name string, _ ast.Node, isFunc bool) {
		shown[name] = true
		switch {
		case used[name] && unshown[name] != "":
			t.Errorf("%s is used in an example: it needs no reason not to be", name)
		case !used[name] && unshown[name] == "" && !(isFunc && slices.Contains(byInterface, name)):
			t.Errorf("no example uses %s", name)
		}
	})
	for name := range unshown {
		if !shown[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// eachDeclaration calls a function with the exported functions, methods and types of the public packages.
func eachDeclaration(t *testing.T, do func(name string, node ast.Node, isFunc bool)) {
	for _, dir := range public {
		for _, file := range glob(t, filepath.Join(dir, "*.go")) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f := parse(t, file)
			ast.FileExports(f)
			for _, decl := range f.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					do(d.Name.Name, d.Type, true)
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						if s, is := spec.(*ast.TypeSpec); is {
							do(s.Name.Name, s, false)
						}
					}
				}
			}
		}
	}
}

// names adds all names in a tree.
func names(node ast.Node, to map[string]bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if x, is := n.(*ast.Ident); is {
			to[x.Name] = true
		}
		return true
	})
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
