package docs

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Go finds Go that does not compile, or that go vet warns of. A block is a file, declarations, or
// statements, with or without imports in front; what it takes as declared is told by a mark. A
// block that a test holds is for that test. The module is in the folder root; temp is an empty one.
func (t *Tree) Go(module, root, temp string) (list []Problem, err error) {
	mod := "module try\n\ngo 1.24.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + root + "\n"
	if err := os.WriteFile(filepath.Join(temp, "go.mod"), []byte(mod), 0o666); err != nil {
		return nil, err
	}
	n := 0
	for _, p := range t.pages {
		for _, b := range p.Blocks {
			n++
			if b.Language != "go" || t.held(p, b) {
				continue
			}
			source, err := goFile(module, p.Path, b)
			if err != nil {
				list = append(list, p.problemf(b.Line, "go: %v", err))
				continue
			}
			dir := filepath.Join(temp, fmt.Sprintf("block-%d", n))
			if err := os.Mkdir(dir, 0o777); err != nil {
				return nil, err
			}
			if err := os.WriteFile(filepath.Join(dir, "block.go"), []byte(source), 0o666); err != nil {
				return nil, err
			}
		}
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = temp
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err == nil || bytes.Contains(out, []byte("matched no packages")) {
		return list, nil
	}
	found := vetLine.FindAllSubmatch(out, -1)
	for _, m := range found {
		line, _ := strconv.Atoi(string(m[2]))
		list = append(list, Problem{filepath.ToSlash(string(m[1])), line, string(m[3])})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("go vet: %v\n%s", err, out)
	}
	return list, nil
}

// vetLine is what go vet says of a page, whose name //line puts behind that of the folder.
var vetLine = regexp.MustCompile(`(?m)^(?:vet: )?\S*block-\d+/(\S+\.md):(\d+):(?:\d+:)? (.*)$`)

// goFile returns a block as a file of Go whose lines are those of the page.
func goFile(module, page string, b Block) (string, error) {
	position := fmt.Sprintf("//line %s:%d\n", page, b.Line)
	if packageClause.MatchString(b.Text) {
		return position + b.Text, known(module, b.Text)
	}
	imports, rest := cutImports(b.Text)
	if err := known(module, "package p\n"+imports); err != nil {
		return "", err
	}
	position = fmt.Sprintf("//line %s:%d\n", page, b.Line+strings.Count(imports, "\n"))
	head, tail := "package p\n"+imports, rest
	given := ""
	for _, g := range rests(b.Marks, "given") {
		given = g
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", head+position+tail, parser.ParseComments)
	if err != nil || given != "" {
		tail = "func _(" + given + ") {\n" + position + rest
		file, err = parser.ParseFile(token.NewFileSet(), "", head+tail+"\n}\n", 0)
		if err != nil {
			return "", err
		}
		tail += "\n" + used(file) + "}\n"
	} else {
		tail = position + tail
	}
	return "package p\n" + imports + missing(module, file) + tail, nil
}

// known tells if imports are of other modules, which a test of that module has to hold.
func known(module, source string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ImportsOnly)
	if err != nil {
		return nil // told by what compiles it
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && path != module && !strings.HasPrefix(path, module+"/") {
			return fmt.Errorf("%s is of another module: a test there has to hold this", path)
		}
	}
	return nil
}

var (
	packageClause = regexp.MustCompile(`(?m)^package \w+$`)
	importClause  = regexp.MustCompile(`^(?:import (?:\((?s:.*?)\n\)|[^\n(]*)\n+)+`)
)

func cutImports(text string) (imports, rest string) {
	n := len(importClause.FindString(text))
	return text[:n], text[n:]
}

// used makes use of all variables that the statements of the last function declare: a piece of a
// program need not.
func used(file *ast.File) string {
	var b strings.Builder
	body := file.Decls[len(file.Decls)-1].(*ast.FuncDecl).Body
	for _, s := range body.List {
		var names []ast.Expr
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				names = s.Lhs
			}
		case *ast.DeclStmt:
			if d := s.Decl.(*ast.GenDecl); d.Tok == token.VAR {
				for _, spec := range d.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						names = append(names, name)
					}
				}
			}
		}
		for _, name := range names {
			if id := name.(*ast.Ident); id.Name != "_" {
				b.WriteString("_ = " + id.Name + "\n")
			}
		}
	}
	return b.String()
}

// standard has the packages of the standard library that pieces of programs name without importing
// them, as godoc shows examples.
var standard = strings.Fields("bufio bytes cmp context database/sql encoding/json errors flag fmt io io/fs iter log log/slog maps net " +
	"net/http net/http/httputil net/netip net/url os os/exec path path/filepath reflect regexp slices strconv strings sync testing time")

// own has the packages of this project.
var own = strings.Fields("compile compile/abnf compile/proof compile/suite dfa fetch file fix httpguard lint neturl rule stream")

// missing returns imports for the packages that a file names and does not import.
func missing(module string, file *ast.File) string {
	known := map[string]string{"iri": module}
	for _, name := range standard {
		known[name[strings.LastIndexByte(name, '/')+1:]] = name
	}
	for _, name := range own {
		known[name[strings.LastIndexByte(name, '/')+1:]] = module + "/" + name
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		delete(known, path[strings.LastIndexByte(path, '/')+1:])
	}
	var list []string
	for _, id := range file.Unresolved {
		if path, ok := known[id.Name]; ok {
			list = append(list, "import "+strconv.Quote(path)+"\n")
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "")
}
