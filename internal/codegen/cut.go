package codegen

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// edit puts a text in place of another.
type edit struct {
	from, to token.Pos
	text     string
}

// print writes the declarations of a package that are needed, with the names that they have in a
// package without imports. The texts are those of the source, comments included.
func (l *linker) print(b *bytes.Buffer, p *loaded) {
	for _, d := range p.decls {
		if !l.needed[d] {
			continue
		}
		b.WriteString("\n")
		if d.doc != nil {
			b.WriteString(l.rename(d, d.doc, l.comment(d)) + "\n")
		}
		if d.tok != token.ILLEGAL {
			b.WriteString(d.tok.String() + " ")
		}
		b.WriteString(l.rename(d, d.node, l.edits(d)) + "\n")
	}
}

// rename returns the text of a node with edits.
func (l *linker) rename(d *decl, n ast.Node, edits []edit) string {
	var b bytes.Buffer
	slices.SortFunc(edits, func(x, y edit) int { return cmp.Compare(x.from, y.from) })
	begin := nodeStart(n)
	for _, e := range edits {
		b.Write(d.text[begin-d.base : e.from-d.base])
		b.WriteString(e.text)
		begin = e.to
	}
	b.Write(d.text[begin-d.base : n.End()-d.base])
	return b.String()
}

// nodeStart returns where a node begins behind its comment.
func nodeStart(n ast.Node) token.Pos {
	if f, is := n.(*ast.FuncDecl); is {
		return f.Type.Pos()
	}
	return n.Pos()
}

// edits lists the changes of a declaration: names, and fields that nobody needs.
func (l *linker) edits(d *decl) (list []edit) {
	out := make(map[ast.Node]bool)
	for _, f := range d.fields {
		if !l.needed[f] {
			out[f.node] = true
			list = append(list, without(f.node.(*ast.Field)))
		}
	}
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // of a package
			if x, is := n.X.(*ast.Ident); is {
				if _, is := l.info.Uses[x].(*types.PkgName); is {
					list = append(list, edit{n.Pos(), n.End(), newName(l.info.Uses[n.Sel])})
					return false
				}
			}
		case *ast.Ident:
			if o := l.global(n); o != nil {
				list = append(list, edit{n.Pos(), n.End(), newName(o)})
			}
		case *ast.CommentGroup:
			return false
		}
		return !out[n]
	})
	return list
}

// global returns the object of a package that a name stands for, nil for others.
func (l *linker) global(n *ast.Ident) types.Object {
	o := l.info.Uses[n]
	if o == nil {
		o = l.info.Defs[n]
	}
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return nil
	}
	return o
}

// without leaves a field out, with its comments.
func without(f *ast.Field) edit {
	e := edit{from: f.Pos(), to: f.End()}
	if f.Doc != nil {
		e.from = f.Doc.Pos()
	}
	if f.Comment != nil {
		e.to = f.Comment.End()
	}
	return e
}

// comment lists the changes of a declaration's comment, which begins with its name and may speak of
// published types of dfa.
func (l *linker) comment(d *decl) (list []edit) {
	for _, name := range declared(d.node) {
		o := l.global(name)
		begin := d.doc.Pos() + token.Pos(len("// "))
		if o != nil && bytes.HasPrefix(d.text[begin-d.base:], []byte(name.Name+" ")) {
			list = append(list, edit{begin, begin + token.Pos(len(name.Name)), newName(o)})
		}
	}
	const qualified = "*dfa."
	text := d.text[d.doc.Pos()-d.base : d.doc.End()-d.base]
	if i := bytes.Index(text, []byte(qualified)); i >= 0 {
		from := d.doc.Pos() + token.Pos(i)
		list = append(list, edit{from, from + token.Pos(len(qualified)), "*"})
	}
	return list
}
