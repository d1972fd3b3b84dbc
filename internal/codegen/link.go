package codegen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// linker finds out which declarations of several packages are needed.
type linker struct {
	fset     *token.FileSet
	info     types.Info
	packages map[string]*loaded
	owner    map[types.Object]*decl // of functions, methods, types, constants, variables and fields
	needed   map[*decl]bool
	missing  []string // imported packages that are not loaded
}

// loaded is a package with its declarations in their order.
type loaded struct {
	*types.Package
	decls []*decl
}

// decl is a declaration that can be there or not: a function, a method, one of the lines of const,
// var or type, or a field of a struct.
type decl struct {
	node   ast.Node // *ast.FuncDecl, ast.Spec or *ast.Field
	tok    token.Token
	doc    *ast.CommentGroup
	text   []byte
	base   token.Pos // where text begins
	fields []*decl   // of a struct
}

func newLinker() *linker {
	return &linker{
		fset:     token.NewFileSet(),
		info:     types.Info{Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)},
		packages: make(map[string]*loaded),
		owner:    make(map[types.Object]*decl),
		needed:   make(map[*decl]bool),
	}
}

// Import returns a package that was loaded. For others go/types makes one up, and goes on.
func (l *linker) Import(path string) (*types.Package, error) {
	if p := l.packages[path]; p != nil {
		return p.Package, nil
	}
	return nil, &types.Error{Msg: path}
}

// load reads a package, files by name. It may refer to packages that are not loaded in declarations
// that turn out not to be needed, and so faults of types are not reported.
func (l *linker) load(path string, texts map[string][]byte) (*loaded, error) {
	p := new(loaded)
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		file, err := parser.ParseFile(l.fset, name, texts[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		for _, d := range file.Decls {
			p.decls = append(p.decls, declarations(d, texts[name], file.FileStart)...)
		}
	}
	config := types.Config{Importer: l, Error: func(error) {}}
	p.Package, _ = config.Check(path, l.fset, files, &l.info)
	for _, d := range p.decls {
		l.own(d)
	}
	l.packages[path] = p
	return p, nil
}

// declarations takes a declaration apart; imports are left out.
func declarations(d ast.Decl, text []byte, base token.Pos) (list []*decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []*decl{{node: d, doc: d.Doc, text: text, base: base}}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			made := &decl{node: s, tok: d.Tok, doc: d.Doc, text: text, base: base}
			switch s := s.(type) {
			case *ast.ImportSpec:
				continue
			case *ast.ValueSpec:
				if d.Lparen.IsValid() {
					made.doc = s.Doc
				}
			case *ast.TypeSpec:
				if t, is := s.Type.(*ast.StructType); is {
					for _, f := range t.Fields.List {
						made.fields = append(made.fields, &decl{node: f, doc: f.Doc, text: text, base: base})
					}
				}
			}
			list = append(list, made)
		}
	}
	return list
}

// own notes which objects a declaration declares.
func (l *linker) own(d *decl) {
	for _, name := range declared(d.node) {
		if o := l.info.Defs[name]; o != nil {
			l.owner[o] = d
		}
	}
	for _, f := range d.fields {
		l.own(f)
	}
}

func declared(n ast.Node) []*ast.Ident {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.Field:
		return n.Names
	}
	return nil
}

// need notes that a declaration is needed, and all that it refers to. Fields of structs are needed
// only where something names them.
func (l *linker) need(d *decl) {
	if d == nil || l.needed[d] {
		return
	}
	l.needed[d] = true
	if t, is := d.node.(*ast.TypeSpec); is {
		l.needType(d, t)
	}
	inFields := make(map[ast.Node]bool)
	for _, f := range d.fields {
		inFields[f.node] = true
	}
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			l.needObject(l.info.Uses[n])
		case *ast.CompositeLit:
			l.needAllFields(n)
		}
		return !inFields[n]
	})
}

// needType needs what users see of a published type.
func (l *linker) needType(d *decl, t *ast.TypeSpec) {
	methods, is := published[t.Name.Name]
	if !is {
		return
	}
	for _, f := range d.fields {
		l.need(f)
	}
	named := l.info.Defs[t.Name].Type().(*types.Named)
	for m := range named.Methods() {
		if slices.Contains(methods, m.Name()) {
			l.need(l.owner[m])
		}
	}
}

// needAllFields needs the fields of a struct that are set without their names.
func (l *linker) needAllFields(lit *ast.CompositeLit) {
	t := l.info.TypeOf(lit)
	if t == nil || len(lit.Elts) == 0 {
		return
	}
	if _, named := lit.Elts[0].(*ast.KeyValueExpr); named {
		return
	}
	if s, is := t.Underlying().(*types.Struct); is {
		for f := range s.Fields() {
			l.need(l.owner[f])
		}
	}
}

func (l *linker) needObject(o types.Object) {
	if p, is := o.(*types.PkgName); is {
		if path := p.Imported().Path(); l.packages[path] == nil && !slices.Contains(l.missing, path) {
			l.missing = append(l.missing, path)
		}
		return
	}
	if f, is := o.(*types.Func); is {
		o = f.Origin()
	}
	l.need(l.owner[o])
}
