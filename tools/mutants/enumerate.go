package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
)

// enumerate returns all mutants of the packages in some folders, by file and place.
func enumerate(folders []string) ([]*mutant, error) {
	var list []*mutant
	for _, folder := range folders {
		p, err := build.ImportDir(folder, 0)
		if err != nil {
			return nil, err
		}
		for _, name := range p.GoFiles { // those of this platform, tests aside
			found, err := enumerateFile(path.Join(folder, name))
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	return list, nil
}

// enumerateFile returns the mutants of a file, none if it is generated.
func enumerateFile(name string) ([]*mutant, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list, err := mutantsOf(&source{name, string(text)})
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, m := range list {
		if seen[m.id()] {
			return nil, fmt.Errorf("two mutants are called %s", m.id())
		}
		seen[m.id()] = true
	}
	return list, nil
}

// mutantsOf walks the syntax tree of a file.
func mutantsOf(s *source) ([]*mutant, error) {
	w := &walker{source: s, files: token.NewFileSet()}
	f, err := parser.ParseFile(w.files, s.name, s.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(f) {
		return nil, nil
	}
	var above []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		below := w.visit(n, above)
		if below {
			above = append(above, n)
		}
		return below
	})
	slices.SortStableFunc(w.found, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column), cmp.Compare(a.operator, b.operator))
	})
	return w.found, nil
}

// walker collects the mutants of a file.
type walker struct {
	*source
	files *token.FileSet
	found []*mutant
}

// visit hands a node to the operators that know its kind. It reports whether the
// nodes below are to be visited: not in types and imports, where a change makes
// no program or the same one.
func (w *walker) visit(n ast.Node, above []ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncType, *ast.TypeSpec, *ast.ImportSpec:
		return false
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.UnaryExpr:
		w.unary(n)
	case *ast.BasicLit:
		w.literal(n, above[len(above)-1])
	case *ast.Ident:
		w.identifier(n)
	case *ast.SliceExpr:
		w.slice(n)
	case *ast.IfStmt:
		w.condition(n.Cond)
		w.constant(n.Cond, "true")
		w.constant(n.Cond, "false")
	case *ast.ForStmt:
		if n.Cond != nil {
			w.condition(n.Cond)
			w.constant(n.Cond, "false") // true would only try patience
		}
	case *ast.SwitchStmt:
		w.cases(n)
	case *ast.BranchStmt:
		w.branch(n)
	}
	if s, ok := n.(ast.Stmt); ok {
		w.statement(s, above)
	}
	return true
}

// add notes a mutant that is called after the place at, in which the text from
// begin to end is replaced.
func (w *walker) add(operator string, at, begin, end token.Pos, with string) {
	p := w.files.Position(at)
	w.found = append(w.found, &mutant{
		source: w.source, line: p.Line, column: p.Column, operator: operator,
		begin: w.files.Position(begin).Offset, end: w.files.Position(end).Offset, with: with,
	})
}

// replace notes a mutant in which a node is replaced.
func (w *walker) replace(operator string, n ast.Node, with string) {
	w.add(operator, n.Pos(), n.Pos(), n.End(), with)
}

// code returns the text of a node.
func (w *walker) code(n ast.Node) string {
	return w.text[w.files.Position(n.Pos()).Offset:w.files.Position(n.End()).Offset]
}
