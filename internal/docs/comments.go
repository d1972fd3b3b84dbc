package docs

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Comments finds what is wrong with the documentation of packages: lines of package comments that
// are too long, and names in brackets that nothing has. Files are those of Go, less tests. The
// module is in the root of the tree, those nested in it have its path in front of theirs. Packages
// of the standard library are below std; without it they are taken at their word.
func Comments(module string, files fs.FS, names []string, std fs.FS) (list []Problem, err error) {
	folders := make(map[string][]string)
	for _, name := range names {
		folders[path.Dir(name)] = append(folders[path.Dir(name)], name)
	}
	c := &commented{module: module, sources: []source{{module, files}, {"", std}}, packages: make(map[string]*doc.Package)}
	for folder, names := range folders {
		problems, err := c.folder(files, folder, names)
		if err != nil {
			return nil, err
		}
		list = append(list, problems...)
	}
	slices.SortFunc(list, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	return list, nil
}

// commented looks up what packages have.
type commented struct {
	module   string
	sources  []source
	packages map[string]*doc.Package // by import path; nil if there is none
}

// A source has packages whose paths begin with a prefix.
type source struct {
	prefix string
	files  fs.FS
}

// folder finds what is wrong with one package.
func (c *commented) folder(files fs.FS, folder string, names []string) (list []Problem, err error) {
	fset := token.NewFileSet()
	p, err := parsed(fset, files, path.Join(c.module, folder), names)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		list = append(list, longComments(c.module, name, string(text))...)
	}
	for _, text := range texts(p) {
		for _, name := range c.unresolved(p, text) {
			list = append(list, Problem{names[0], 1, "nothing is called [" + name + "], in a comment of package " + p.Name})
		}
	}
	return list, nil
}

// longComments finds long lines in the comment of a package. Where code begins, there are others.
func longComments(module, name, text string) (list []Problem) {
	before, _, _ := strings.Cut("\n"+text, "\npackage ")
	for i, line := range strings.Split(before, "\n") {
		if width(module, line) > proseWidth && !strings.HasPrefix(line, "// Code generated") && !strings.HasPrefix(line, "//go:") {
			list = append(list, Problem{name, i, "a package comment with a line of more than 100 characters"})
		}
	}
	return list
}

// parsed returns the documentation of a package, unexported names included.
func parsed(fset *token.FileSet, files fs.FS, importPath string, names []string) (*doc.Package, error) {
	var list []*ast.File
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 || f.Name.Name == list[0].Name.Name {
			list = append(list, f)
		}
	}
	return doc.NewFromFiles(fset, list, importPath, doc.AllDecls|doc.PreserveAST)
}

// texts returns all comments that documentation has.
func texts(p *doc.Package) (list []string) {
	values := func(all []*doc.Value) {
		for _, v := range all {
			list = append(list, v.Doc)
		}
	}
	functions := func(all []*doc.Func) {
		for _, f := range all {
			list = append(list, f.Doc)
		}
	}
	list = append(list, p.Doc)
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, t := range p.Types {
		list = append(list, t.Doc)
		values(t.Consts)
		values(t.Vars)
		functions(t.Funcs)
		functions(t.Methods)
	}
	return list
}

// bracketed is what would be a link if there was something of that name.
var bracketed = regexp.MustCompile(`(?:^|[\s("'])\[(\*?[A-Za-z_][\w./-]*)\](?:$|[\s)"'.,;:!?-])`)

// unresolved returns the names in brackets that do not lead anywhere.
func (c *commented) unresolved(p *doc.Package, text string) (names []string) {
	d := p.Parser().Parse(text)
	d.Content = slices.DeleteFunc(d.Content, func(b comment.Block) bool { _, is := b.(*comment.Code); return is })
	printer := comment.Printer{DocLinkURL: func(l *comment.DocLink) string {
		if l.ImportPath != "" && !c.has(l) {
			names = append(names, l.ImportPath+"."+l.Name)
		}
		return ""
	}}
	printer.HTML(d)                                                                  // asks for the place of each link
	for _, m := range bracketed.FindAllStringSubmatch(string(printer.Text(d)), -1) { // where links have no brackets
		if !hasField(p, m[1]) && !declared(p, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// declared reports whether a package has an unexported name, which is no link to package doc.
func declared(p *doc.Package, name string) bool {
	for _, f := range p.Funcs {
		if f.Name == name {
			return true
		}
	}
	for _, t := range p.Types {
		if t.Name == name || slices.ContainsFunc(t.Funcs, func(f *doc.Func) bool { return f.Name == name }) {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(p.Vars, p.Consts), func(v *doc.Value) bool { return slices.Contains(v.Names, name) })
}

// hasField reports whether a name is that of a type and one of its fields, which package doc does
// not know.
func hasField(p *doc.Package, name string) bool {
	typeName, field, is := strings.Cut(name, ".")
	if !is {
		return false
	}
	for _, t := range p.Types {
		if t.Name != typeName {
			continue
		}
		found := false
		ast.Inspect(t.Decl, func(n ast.Node) bool {
			f, is := n.(*ast.Field)
			found = found || is && slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == field })
			return true
		})
		return found
	}
	return false
}

// has reports whether a package has what a link names. What is of somebody else is taken at its
// word.
func (c *commented) has(l *comment.DocLink) bool {
	p, known := c.lookup(l.ImportPath)
	if !known {
		return strings.Contains(l.ImportPath, ".") && l.ImportPath != c.module && !strings.HasPrefix(l.ImportPath, c.module+"/")
	}
	if l.Name == "" || p == nil {
		return true
	}
	name := l.Name
	if l.Recv != "" {
		name = strings.TrimPrefix(l.Recv, "*") + "." + name
		if hasField(p, name) {
			return true
		}
	}
	first, second, _ := strings.Cut(name, ".")
	if second == "" {
		second = first
		first = ""
	}
	parser := p.Parser()
	return parser.LookupSym != nil && parser.LookupSym(first, second)
}

// lookup returns the documentation of a package, and whether there is such a package. It is nil if
// that is not at hand.
func (c *commented) lookup(importPath string) (*doc.Package, bool) {
	if p, known := c.packages[importPath]; known {
		return p, p != nil
	}
	for _, s := range c.sources {
		folder, is := strings.CutPrefix(importPath, s.prefix)
		if !is || s.prefix == "" && strings.Contains(strings.Split(importPath, "/")[0], ".") {
			continue
		}
		if s.files == nil {
			return nil, true
		}
		folder = path.Join(".", strings.TrimPrefix(folder, "/"))
		names, _ := fs.Glob(s.files, path.Join(folder, "*.go"))
		names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		if len(names) == 0 {
			continue
		}
		p, err := parsed(token.NewFileSet(), s.files, importPath, names)
		if err != nil {
			continue
		}
		c.packages[importPath] = p
		return p, true
	}
	c.packages[importPath] = nil
	return nil, false
}
