package codegen

import (
	_ "embed"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// runtimeText is a Go file with declarations of package dfa and of packages that it imports, under the names that
// standalone packages use. It is written by a test, because its generator needs the tables; see go generate ./tables.
//
//go:embed runtime.go.txt
var runtimeText string

var runtime = sync.OnceValue(func() *ast.File {
	return parseRuntime(runtimeText)
})

func parseRuntime(text string) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), "runtime.go.txt", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	return file
}

// ownName returns the name of a declaration in standalone packages. Types of their API keep their names.
func ownName(name string) string {
	switch name {
	case "Span", "SyntaxError", "ByteSet", "ByteRange":
		return name
	}
	return "dfa" + strings.ToUpper(name[:1]) + name[1:]
}

// dfaLink matches the beginning of a link to package dfa in a comment.
var dfaLink = regexp.MustCompile(`\[\*?dfa\.\w+`)

// withOwnNames replaces the names of package dfa in generated source by names of standalone packages. It also returns
// the set of names in the source, with a period before names of fields and methods.
func withOwnNames(source string) (own string, names map[string]bool) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	var b strings.Builder
	names = make(map[string]bool)
	last, period := 0, ""
	replace := func(begin, end int, text string) {
		b.WriteString(source[last:begin] + text)
		last = end
	}
	for {
		pos, tok, text := s.Scan()
		begin := file.Offset(pos)
		switch {
		case tok == token.EOF:
			return b.String() + source[last:], names
		case tok == token.COMMENT:
			for _, m := range dfaLink.FindAllStringIndex(text, -1) {
				link, name, _ := strings.Cut(text[m[0]:m[1]], "dfa.")
				replace(begin+m[0], begin+m[1], link+ownName(name))
			}
		case tok == token.IDENT && strings.HasPrefix(source[begin:], "dfa."):
			s.Scan()
			_, _, name := s.Scan()
			names[ownName(name)] = true
			replace(begin, begin+len("dfa."+name), ownName(name))
		case tok == token.IDENT:
			names[period+text] = true
		}
		if period = ""; tok == token.PERIOD {
			period = "."
		}
	}
}

// standalone returns generated source without package dfa. It adds the declarations that the source needs if it is a
// package, and not a test of one.
func (f *File) standalone(source string, isPackage bool) string {
	source, names := withOwnNames(source)
	if !isPackage {
		return source
	}
	declarations := selectRuntime(runtime(), runtimeText, names)
	clause := "\npackage " + f.Package + "\n"
	before, after, _ := strings.Cut(source, clause)
	return before + clause + imports(runtime(), names) + after + declarations
}

func imports(runtime *ast.File, names map[string]bool) string {
	var b strings.Builder
	for _, i := range runtime.Imports {
		if name, _ := strconv.Unquote(i.Path.Value); names[path.Base(name)] {
			b.WriteString("\t" + i.Path.Value + "\n")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\nimport (\n" + b.String() + ")\n"
}

// selectRuntime returns the declarations of a runtime that a package with some names needs, directly or indirectly. It
// adds the names in them.
func selectRuntime(runtime *ast.File, text string, names map[string]bool) string {
	selected := make(map[ast.Decl]bool)
	for before := -1; before < len(selected); {
		before = len(selected)
		for _, d := range runtime.Decls {
			if !selected[d] && isNeeded(d, names) {
				selected[d] = true
				addNames(d, names)
			}
		}
	}
	var b strings.Builder
	for _, d := range runtime.Decls {
		if selected[d] {
			b.WriteString("\n" + text[begin(d)-runtime.FileStart:d.End()-runtime.FileStart] + "\n")
		}
	}
	return b.String()
}

// isNeeded reports whether d has a needed name. All exported methods of an exported type are needed.
func isNeeded(d ast.Decl, names map[string]bool) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		of := receiver(d)
		if of == "" {
			return names[d.Name.Name]
		}
		return names[of] && (names["."+d.Name.Name] || ast.IsExported(of) && d.Name.IsExported())
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				return names[s.Name.Name]
			case *ast.ValueSpec:
				if names[s.Names[0].Name] {
					return true
				}
			}
		}
	}
	return false
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, is := of.(*ast.StarExpr); is {
		of = pointer.X
	}
	return of.(*ast.Ident).Name
}

func addNames(d ast.Decl, names map[string]bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			names["."+n.Sel.Name] = true
		case *ast.Ident:
			names[n.Name] = true
		}
		return true
	})
}

// begin returns the position of a declaration, including its comment.
func begin(d ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		doc = d.Doc
	case *ast.GenDecl:
		doc = d.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return d.Pos()
}
