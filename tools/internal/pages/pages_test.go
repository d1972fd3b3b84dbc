package pages

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the root folder of the project.
const root = "../../.."

const module = "example.org/iri"

// TestPages requires that links and paths exist, that README.md leads to every page, and that code is valid or tested.
// A page can be tested alone:
//
//	go test -run TestPages/docs/faq.md ./tools/internal/pages
func TestPages(t *testing.T) {
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	unreachable := make(map[string]Problem)
	for _, problem := range tree.Unreachable("README.md") {
		unreachable[problem.Page] = problem
	}
	for _, p := range tree.Pages {
		t.Run(p.Name, func(t *testing.T) {
			problems := tree.Problems(p)
			if problem, is := unreachable[p.Name]; is {
				problems = append(problems, problem)
			}
			for _, problem := range problems {
				t.Error(problem)
			}
		})
	}
}

func read(t *testing.T, name string) *Page {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return Parse(name, string(source))
}

// goModule writes files as a module that requires the library, and returns its folder.
func goModule(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	clone, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	files["go.mod"] = "module recipe\n\ngo 1.24.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + strconv.Quote(clone) + "\n"
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goCommand returns a go command that runs in a folder outside of any workspace.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	return cmd
}

// needModules are pages whose programs need other modules; they run in tests tagged nightly.
var needModules = map[string]bool{
	"docs/security/ssrf.md": true, "docs/recipes/json-schema.md": true, "docs/grammars/own-grammar.md": true, "docs/grammars/abnf.md": true, "docs/guide/json-sql-config.md": true, "docs/grammars/standards.md": true,
}

// TestPrograms compiles the Go programs of the pages. Tests tagged nightly also run them.
func TestPrograms(t *testing.T) {
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, p := range tree.Pages {
		for _, b := range p.Blocks {
			if b.Language == "go" && b.File != "" && !needModules[p.Name] {
				files[path.Join(strings.TrimSuffix(path.Base(p.Name), ".md"), b.File)] = b.Text
			}
		}
	}
	if len(files) < 5 {
		t.Errorf("%d programs", len(files))
	}
	if out, err := goCommand(goModule(t, files), "vet", "./...").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestMasks compares the masks in docs/explanation/kernels.md with computed ones.
func TestMasks(t *testing.T) {
	const text = "http://me@h:80/a?b#c"
	mask := func(bytes string) (m uint64) {
		for i := range len(text) {
			if strings.IndexByte(bytes, text[i]) >= 0 {
				m |= 1 << i
			}
		}
		return m
	}
	const letters = "abcdefghijklmnopqrstuvwxyz"
	scheme, colon, slash, tail := mask(letters+"0123456789+-."), mask(":"), mask("/"), mask("?#")
	first, end := mask(letters)&1, uint64(1)<<len(text)
	after := (scheme + first) &^ scheme
	second := ((after & colon) << 1 & slash) << 1 & slash
	ends := slash | tail | end
	stop := (second<<1 - 1 - ends) & ends
	page := read(t, "docs/explanation/kernels.md")
	for _, row := range []struct {
		name string
		mask uint64
	}{
		{"scheme", scheme}, {"colon", colon}, {"slash", slash}, {"tail", tail}, {"after", after},
		{"slashes", second}, {"ends", ends}, {"stop", stop}, {"authority", stop - second<<1},
	} {
		line := []byte(row.name + strings.Repeat(" ", 11-len(row.name)) + strings.Repeat(".", len(text)+1) + "\n")
		for i := range len(text) + 1 {
			if row.mask>>i&1 == 1 {
				line[11+i] = '1'
			}
		}
		if !strings.Contains(page.Source, "\n"+string(line)) {
			t.Errorf("the page does not have %s", line)
		}
	}
}

// TestPair requires that two pages explain the grammar of docs/pictures.
func TestPair(t *testing.T) {
	grammar, err := os.ReadFile(filepath.Join(root, "docs/pictures/pair.abnf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"docs/explanation/how-it-works.md", "docs/explanation/captures.md"} {
		if !strings.Contains(read(t, name).Source, "\n"+string(grammar)+"```\n") {
			t.Errorf("%s has another grammar", name)
		}
	}
}
