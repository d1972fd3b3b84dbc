//go:build !386 && !purego

package repo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocComments checks that a doc comment of a function, method or type begins with its name, possibly after an
// article, unless it is only a directive.
func TestDocComments(t *testing.T) {
	files := goFiles(t)
	for _, pattern := range []string{"internal/uri/scan/_asm/*.go", "internal/uri/scan/_asm/*/*.go"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	checked := 0
	for _, name := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if ast.IsGenerated(f) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for name, doc := range documented(f) {
			checked++
			if !beginsWith(doc.Text(), name) {
				t.Errorf("%s: the comment of %s begins %.40q", fset.Position(doc.Pos()), name, doc.Text())
			}
		}
	}
	if checked < 1000 {
		t.Errorf("%d comments: too few to be all", checked)
	}
}

// documented yields the functions, methods and types of a file with doc comments.
func documented(f *ast.File) func(yield func(string, *ast.CommentGroup) bool) {
	return func(yield func(string, *ast.CommentGroup) bool) {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Doc != nil && !yield(d.Name.Name, d.Doc) {
					return
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					s, is := spec.(*ast.TypeSpec)
					if !is {
						continue
					}
					doc := s.Doc
					if doc == nil && !d.Lparen.IsValid() {
						doc = d.Doc
					}
					if doc != nil && !yield(s.Name.Name, doc) {
						return
					}
				}
			}
		}
	}
}

func beginsWith(text, name string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return true // a directive
	}
	if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
		words = words[1:]
	}
	return strings.TrimRight(strings.TrimSuffix(words[0], "'s"), ",.:;") == name
}

func TestBeginsWith(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"f returns nothing.", true},
		{"A f is a function.", true},
		{"f's result is nothing.", true},
		{"g returns nothing.", false},
		{"fs returns nothing.", false},
		{"returns f.", false},
		{"", true},
	} {
		if got := beginsWith(c.text, "f"); got != c.want {
			t.Errorf("beginsWith(%q) = %v", c.text, got)
		}
	}
}
