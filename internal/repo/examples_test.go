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

	"example.org/iri"
	"example.org/iri/internal/testkit"
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

// rows returns the rows of the table of a page of docs/guide whose first column has a name.
func rows(t *testing.T, page, column string) [][]string {
	t.Helper()
	return testkit.Table(t, "docs/guide/"+page, column)[1:]
}

// spans returns the code spans in a cell.
func spans(cell string) (list []string) {
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestLevelTables checks that the constants of levels and steps have the names of the command, and that each step
// changes its example as the row shows.
func TestLevelTables(t *testing.T) {
	constants := map[string]iri.Normalization{
		"iri.SyntaxBased": iri.SyntaxBased, "iri.SyntaxBased \\| iri.DecodeUTF8": iri.SyntaxBased | iri.DecodeUTF8,
		"iri.SchemeBased": iri.SchemeBased, "iri.SchemeBased \\| iri.DecodeUTF8": iri.SchemeBased | iri.DecodeUTF8,
		"iri.ForComparison": iri.ForComparison, "iri.CaseNormalization": iri.CaseNormalization, "iri.PercentNormalization": iri.PercentNormalization,
		"iri.DotSegments": iri.DotSegments, "iri.SchemeRules": iri.SchemeRules, "iri.DecodeUTF8": iri.DecodeUTF8, "iri.IPv6Text": iri.IPv6Text,
	}
	check := func(constant, name string) iri.Normalization {
		t.Helper()
		steps, known := constants[constant]
		var got iri.Normalization
		if err := got.UnmarshalText([]byte(name)); !known || got != steps || err != nil {
			t.Errorf("%s is %s, %v", constant, name, err)
		}
		delete(constants, constant)
		return steps
	}
	const page = "compare-and-normalize.md"
	for _, row := range rows(t, page, "section of the RFC")[1:] { // the first has no steps
		check(spans(row[1])[0], spans(row[2])[0])
	}
	for _, row := range rows(t, page, "step") {
		steps, from := check(spans(row[0])[0], spans(row[1])[0]), spans(row[2])[0]
		if got := iri.MustParse(from).Normalize(steps); got.String() != spans(row[3])[0] {
			t.Errorf("%s becomes %s, not %s", from, got, row[3])
		}
	}
	if len(constants) > 0 {
		t.Errorf("the tables do not have %v", constants)
	}
}
