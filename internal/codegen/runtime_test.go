package codegen

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestRuntime: runtime.go.txt is made from the source of package dfa and of the packages that it imports. It has
// what generated packages may refer to.
func TestRuntime(t *testing.T) {
	s := &sources{
		Importer: importer.Default(), fset: token.NewFileSet(), known: make(map[string]*types.Package),
		declared: make(map[string]bool), standard: make(map[string]bool),
	}
	for _, folder := range []string{"internal/bytescan", "internal/char", "dfa"} { // what is imported first
		s.add(t, folder)
	}
	names := make(map[string]bool)
	for _, name := range strings.Fields("dfaRun dfaDiagnose dfaPrefix dfaRecord dfaTagged dfaClassify .Accepts .Each") {
		names[name] = true
	}
	head := "// Code generated from packages dfa, internal/bytescan and internal/char by go generate; DO NOT EDIT.\n\npackage runtime\n"
	all := head + s.imports() + s.body.String()
	file := parseRuntime(all)
	body := selectRuntime(file, all, names)
	text, err := format.Source([]byte(head + imports(file, names) + body))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "runtime.go.txt", string(text))
}

// sources has the declarations of several packages under the names of a standalone package.
type sources struct {
	types.Importer // of the standard library
	fset           *token.FileSet
	known          map[string]*types.Package
	standard       map[string]bool // packages of the standard library that are imported
	declared       map[string]bool // names
	body           strings.Builder
}

// Import returns the package with a path.
func (s *sources) Import(path string) (*types.Package, error) {
	if p, known := s.known[path]; known {
		return p, nil
	}
	s.standard[path] = true
	return s.Importer.Import(path)
}

// imports returns declarations that import the packages of the standard library.
func (s *sources) imports() string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(s.standard)) {
		fmt.Fprintf(&b, "import %q\n", path)
	}
	return b.String()
}

// add adds the declarations of the package in a folder, without assembly.
func (s *sources) add(t *testing.T, folder string) {
	t.Helper()
	context := build.Default
	context.BuildTags = []string{"purego"}
	p, err := context.ImportDir(filepath.Join("../..", folder), 0)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	var texts []string
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files, texts = append(files, file), append(texts, string(text))
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	path := "example.org/iri/" + folder
	pkg, err := (&types.Config{Importer: s}).Check(path, s.fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	s.known[path] = pkg
	for i, file := range files {
		if name := p.GoFiles[i]; name != "find.go" && name != "string.go" { // which generated code does not call
			s.addFile(t, file, texts[i], pkg, info)
		}
	}
}

// docName matches the first word of a comment, and links to declarations.
var docName = regexp.MustCompile(`(?:^// (?:An? )?|\[\*?)(\w+)`)

// addFile adds the declarations of a file.
func (s *sources) addFile(t *testing.T, file *ast.File, text string, pkg *types.Package, info *types.Info) {
	for _, d := range file.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
			continue
		}
		from, edits := begin(d), []edit(nil)
		replace := func(begin, end token.Pos, text string) {
			edits = append(edits, edit{int(begin - from), int(end - from), text})
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if x, is := n.(*ast.Ident); !is {
				return true
			} else if of, is := info.Uses[x].(*types.PkgName); is && s.known[of.Imported().Path()] != nil {
				replace(x.Pos(), x.End()+1, "") // with the period
			} else if object := info.ObjectOf(x); object != nil && object.Pkg() != nil && object.Parent() == object.Pkg().Scope() && s.known[object.Pkg().Path()] != nil {
				replace(x.Pos(), x.End(), ownName(x.Name))
				if info.Defs[x] != nil && s.declared[ownName(x.Name)] {
					t.Errorf("two packages declare %s", ownName(x.Name))
				}
				s.declared[ownName(x.Name)] = s.declared[ownName(x.Name)] || info.Defs[x] != nil
			}
			return true
		})
		for _, c := range comments(file, d) {
			for _, m := range docName.FindAllStringSubmatchIndex(c.Text, -1) {
				if name := c.Text[m[2]:m[3]]; pkg.Scope().Lookup(name) != nil && (m[0] > 0 || c.Pos() == from) {
					replace(c.Pos()+token.Pos(m[2]), c.Pos()+token.Pos(m[3]), ownName(name))
				}
			}
		}
		slices.SortFunc(edits, func(a, b edit) int { return a.begin - b.begin })
		s.body.WriteString("\n" + apply(text[from-file.FileStart:d.End()-file.FileStart], edits) + "\n")
	}
}

// comments returns those in a declaration.
func comments(file *ast.File, d ast.Decl) (list []*ast.Comment) {
	for _, group := range file.Comments {
		if begin(d) <= group.Pos() && group.End() <= d.End() {
			list = append(list, group.List...)
		}
	}
	return list
}

// An edit replaces a part of a text.
type edit struct {
	begin, end int
	text       string
}

// apply makes edits, which are in the order of their places.
func apply(text string, edits []edit) string {
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(text[last:e.begin] + e.text)
		last = e.end
	}
	return b.String() + text[last:]
}
