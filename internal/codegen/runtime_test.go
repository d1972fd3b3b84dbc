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

// TestRuntime writes runtime.go.txt from package dfa and the packages that it imports, or tests that it is up to date.
func TestRuntime(t *testing.T) {
	s := &sources{
		Importer: importer.Default(), fset: token.NewFileSet(), known: make(map[string]*types.Package),
		declared: make(map[string]bool), standard: make(map[string]bool),
	}
	for _, folder := range []string{"internal/bytescan", "internal/char", "dfa"} { // in the order of imports
		s.add(t, folder)
	}
	names := make(map[string]bool)
	for name := range strings.FieldsSeq("dfaRun dfaDiagnose dfaPrefix dfaRecord dfaTagged dfaClassify .Accepts .Each") {
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

// sources has the declarations of several packages, under the names of a standalone package.
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
		if name := p.GoFiles[i]; name != "find.go" && name != "string.go" { // generated code does not call these
			s.addFile(t, file, texts[i], pkg, info)
		}
	}
}

// addFile adds the declarations of a file.
func (s *sources) addFile(t *testing.T, file *ast.File, text string, pkg *types.Package, info *types.Info) {
	for _, d := range file.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
			continue
		}
		edits := append(s.renameIdentifiers(t, d, info), renameInComments(file, d, pkg)...)
		slices.SortFunc(edits, func(a, b edit) int { return int(a.begin - b.begin) })
		last := begin(d)
		s.body.WriteString("\n")
		for _, e := range edits {
			s.body.WriteString(text[last-file.FileStart:e.begin-file.FileStart] + e.text)
			last = e.end
		}
		s.body.WriteString(text[last-file.FileStart:d.End()-file.FileStart] + "\n")
	}
}

// An edit replaces a part of a file.
type edit struct {
	begin, end token.Pos
	text       string
}

// renameIdentifiers returns edits that rename references to the packages in a declaration, and remove qualifiers.
func (s *sources) renameIdentifiers(t *testing.T, d ast.Decl, info *types.Info) (edits []edit) {
	ast.Inspect(d, func(n ast.Node) bool {
		x, is := n.(*ast.Ident)
		if !is {
			return true
		}
		object := info.ObjectOf(x)
		if of, is := object.(*types.PkgName); is && s.known[of.Imported().Path()] != nil {
			edits = append(edits, edit{x.Pos(), x.End() + 1, ""}) // including the period
		} else if object != nil && object.Pkg() != nil && s.known[object.Pkg().Path()] != nil && object.Parent() == object.Pkg().Scope() {
			own := ownName(x.Name)
			edits = append(edits, edit{x.Pos(), x.End(), own})
			if info.Defs[x] != nil && s.declared[own] {
				t.Errorf("two packages declare %s", own)
			}
			s.declared[own] = s.declared[own] || info.Defs[x] != nil
		}
		return true
	})
	return edits
}

// docName matches the first word of a comment, and the beginnings of links.
var docName = regexp.MustCompile(`(?:^// (?:An? )?|\[\*?)(\w+)`)

// renameInComments returns edits that rename declarations in links and at the start of doc comments.
func renameInComments(file *ast.File, d ast.Decl, pkg *types.Package) (edits []edit) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < begin(d) || c.End() > d.End() {
				continue
			}
			for _, m := range docName.FindAllStringSubmatchIndex(c.Text, -1) {
				name := c.Text[m[2]:m[3]]
				if pkg.Scope().Lookup(name) != nil && (m[0] > 0 || c.Pos() == begin(d)) {
					edits = append(edits, edit{c.Pos() + token.Pos(m[2]), c.Pos() + token.Pos(m[3]), ownName(name)})
				}
			}
		}
	}
	return edits
}
