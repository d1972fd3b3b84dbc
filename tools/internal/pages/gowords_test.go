package pages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// refusedNames are words that no declared name has as a part.
var refusedNames = []string{"abreast", "ask", "asks", "asked", "doubt", "doubtful", "judge", "judges", "rung", "rungs", "stranger", "strangers", "track", "tracks", "twin", "twins", "verdict", "verdicts"}

// refusedBelow are words that no declared name of a folder, or below it, has as a part.
var refusedBelow = map[string][]string{"internal/uri": {"letter", "letters"}}

// trackFolder draws the tracks of railroad diagrams.
const trackFolder = "tools/internal/railroad"

// TestGoWords: no comment, message or name of a Go file has a refused word. A folder can be tested alone:
//
//	go test -run 'TestGoWords/^httpguard$' ./tools/internal/pages
func TestGoWords(t *testing.T) {
	folders := make(map[string][]string)
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && (base == "testdata" || name == "internal/language" || len(base) > 1 && base[0] == '.'):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && base != "words.go" && base != "gowords_test.go" && base != "words_test.go":
			folders[path.Dir(name)] = append(folders[path.Dir(name)], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, files := range folders {
		t.Run(strings.ReplaceAll(folder, "/", "."), func(t *testing.T) {
			for _, name := range files {
				for _, problem := range goWords(t, name) {
					t.Error(problem)
				}
			}
		})
	}
}

// goWords returns the refused words of a Go file.
func goWords(t *testing.T, name string) (list []string) {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, filepath.Join(root, name), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(file) {
		return nil
	}
	names := slices.Clone(refusedNames)
	if path.Dir(name) == trackFolder {
		names = slices.DeleteFunc(names, func(w string) bool { return strings.HasPrefix(w, "track") })
	}
	for folder, more := range refusedBelow {
		if strings.HasPrefix(name, folder+"/") {
			names = append(names, more...)
		}
	}
	check := func(at token.Pos, prose string) {
		for _, w := range refused {
			for _, found := range pattern(w.expression).FindAllStringIndex(prose, -1) {
				line := positions.Position(at).Line + strings.Count(prose[:found[0]], "\n")
				list = append(list, name+":"+strconv.Itoa(line)+": "+strconv.Quote(prose[found[0]:found[1]])+": write "+w.instead)
			}
		}
	}
	for _, group := range file.Comments {
		var lines []string
		for _, comment := range group.List {
			lines = append(lines, strings.TrimPrefix(comment.Text, "//"))
		}
		check(group.Pos(), quotation.ReplaceAllStringFunc(strings.Join(lines, "\n"), blank))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.Contains(n.Value, " ") && !strings.HasSuffix(name, "_test.go") {
				check(n.Pos(), n.Value)
			}
		case *ast.Ident:
			for _, part := range parts(n.Name) {
				if !n.IsExported() && slices.Contains(names, part) {
					list = append(list, positions.Position(n.Pos()).String()+": name "+n.Name)
				}
			}
		}
		return true
	})
	return list
}

// parts returns the words of a name in lower case.
func parts(name string) []string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) || r == '_' {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return r == ' ' || r == '_' })
}
