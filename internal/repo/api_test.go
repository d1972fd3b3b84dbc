//go:build !386 && !purego

package repo

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// public lists the folders of the packages that others may import.
var public = []string{".", "file", "fix", "httpguard", "lint", "neturl", "rule", "ssrf", "stream", "dfa", "compile", "compile/abnf", "compile/proof", "compile/suite"}

// TestAPI compares the exported declarations of the public packages with testdata/api.txt. A change is a line in
// CHANGELOG.md.
func TestAPI(t *testing.T) {
	var b strings.Builder
	for _, dir := range public {
		b.WriteString("package " + dir + "\n\n")
		for _, line := range exported(t, dir) {
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	testkit.Golden(t, "testdata/api.txt", b.String())
}

// exported lists the exported declarations of the package in a folder, sorted, without comments and bodies.
func exported(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, decl := range f.Decls {
			list = append(list, declarations(t, fset, decl)...)
		}
	}
	slices.Sort(list)
	return list
}

// declarations formats a declaration; it splits a group.
func declarations(t *testing.T, fset *token.FileSet, decl ast.Decl) []string {
	var list []string
	switch d := decl.(type) {
	case *ast.FuncDecl:
		d.Body = nil
		list = append(list, source(t, fset, d))
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					list = append(list, d.Tok.String()+" "+name.Name)
				}
			case *ast.TypeSpec:
				list = append(list, "type "+source(t, fset, s))
			}
		}
	}
	return list
}

func source(t *testing.T, fset *token.FileSet, node any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, node); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
