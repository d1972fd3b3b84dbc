//go:build !386 && !purego

package repo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unshown lists the types without an example, with the reason.
var unshown = map[string]string{
	"Style": "the type of Unix and Windows, which are shown",
}

// TestExamples checks that every exported type is named in an example of a public package, in a declaration that is
// used there, or in packages that internal/codegen writes.
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
	for range 2 { // a function that is used may return a type with a field of another type
		eachDeclaration(t, func(name string, node ast.Node) {
			if used[name] {
				names(node, used)
			}
		})
	}
	shown := make(map[string]bool)
	eachDeclaration(t, func(name string, node ast.Node) {
		if _, isType := node.(*ast.TypeSpec); !isType {
			return
		}
		shown[name] = true
		if used[name] == (unshown[name] != "") {
			t.Errorf("%s: used in an example %v, reason not to be %q", name, used[name], unshown[name])
		}
	})
	for name := range unshown {
		if !shown[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// eachDeclaration calls do for the exported functions, methods and types of the public packages.
func eachDeclaration(t *testing.T, do func(name string, node ast.Node)) {
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
					do(d.Name.Name, d.Type)
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						if s, is := spec.(*ast.TypeSpec); is {
							do(s.Name.Name, s)
						}
					}
				}
			}
		}
	}
}

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
