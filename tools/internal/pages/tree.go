package pages

import (
	"encoding/json"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"mvdan.cc/sh/v3/syntax"
)

// A Tree holds the Markdown pages of a project and gives access to its other files.
type Tree struct {
	Pages []*Page

	files  fs.FS
	byName map[string]*Page
}

// Read reads the pages, except those in hidden folders, in node_modules and in folders testdata below the root.
func Read(files fs.FS) (*Tree, error) {
	t := &Tree{files: files, byName: make(map[string]*Page)}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (base[0] == '.' || base == "node_modules" || base == "testdata" && name != base):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".md":
			return nil
		}
		source, err := fs.ReadFile(files, name)
		p := Parse(name, string(source))
		t.Pages = append(t.Pages, p)
		t.byName[name] = p
		return err
	})
	return t, err
}

func (t *Tree) has(name string) bool {
	_, err := fs.Stat(t.files, name)
	return err == nil
}

// Problems returns what is wrong with a page.
func (t *Tree) Problems(p *Page) []Problem {
	return slices.Concat(t.links(p), t.blocks(p), t.paths(p))
}

// links reports invalid URLs and links to files and headings that do not exist.
func (t *Tree) links(p *Page) (list []Problem) {
	for _, link := range p.Links {
		if strings.Contains(link.Text, ":") {
			if _, err := iri.Parse(link.Text); err != nil {
				list = append(list, p.problemf(link.Line, "%v", err))
			}
			continue
		}
		to, fragment, err := p.target(link.Text)
		switch target := t.byName[to]; {
		case err != nil || !t.has(to):
			list = append(list, p.problemf(link.Line, "link to %s: no such file", link.Text))
		case fragment != "" && (target == nil || !target.anchors[fragment]):
			list = append(list, p.problemf(link.Line, "link to %s: no such heading", link.Text))
		}
	}
	return list
}

func (p *Page) target(link string) (name, fragment string, err error) {
	name, fragment, _ = strings.Cut(link, "#")
	if name == "" {
		return p.Name, fragment, nil
	}
	name, err = url.PathUnescape(name)
	return path.Join(path.Dir(p.Name), name), fragment, err
}

// Unreachable returns a problem for each page that cannot be reached by links from a page.
func (t *Tree) Unreachable(from string) (list []Problem) {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		p := t.byName[queue[0]]
		if p == nil {
			continue
		}
		for _, link := range p.Links {
			if to, _, err := p.target(link.Text); err == nil && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	for _, p := range t.Pages {
		if !seen[p.Name] {
			list = append(list, p.problemf(1, "no links lead here from %s", from))
		}
	}
	return list
}

// readers validate code by language. Code in other languages needs a test that runs or reads it.
var readers = map[string]func(code string) error{
	"":     func(string) error { return nil },
	"text": func(string) error { return nil },
	"sh": func(code string) error {
		_, err := script(code)
		return err
	},
	"json": func(code string) error { return json.Unmarshal([]byte(code), new(any)) },
	"jsonl": func(code string) error {
		for line := range strings.Lines(code) {
			if err := json.Unmarshal([]byte(line), new(any)); err != nil {
				return err
			}
		}
		return nil
	},
	"abnf": func(code string) error {
		_, err := abnf.Parse([]byte(code))
		return err
	},
}

// blocks reports code that does not parse in its language, and code without a test.
func (t *Tree) blocks(p *Page) (list []Problem) {
	for _, b := range p.Blocks {
		for _, problem := range t.claims(p, b) {
			list = append(list, p.problemf(b.Line, "%s", problem))
		}
		read, known := readers[b.Language]
		switch {
		case !b.Fenced && len(p.tests) == 0:
			list = append(list, p.problemf(b.Line, "code without a fence, whose language is not known"))
		case known:
			if err := read(b.Text); err != nil {
				list = append(list, p.problemf(b.Line, "%s: %v", b.Language, err))
			}
		case len(b.sources)+len(b.tests)+len(p.tests) == 0:
			list = append(list, p.problemf(b.Line, "no test for this %s: it needs <!-- in FILE --> or <!-- tested by FILE --> before it", b.Language))
		}
	}
	return list
}

var indent = regexp.MustCompile(`(?m)^[ \t]+|[ \t]+$`)

// claims checks the comments before a block: the named file must contain the code, and the named test must mention
// the page.
func (t *Tree) claims(p *Page, b Block) (problems []string) {
	for _, name := range b.sources {
		source, _ := fs.ReadFile(t.files, name)
		if !strings.Contains(indent.ReplaceAllString(string(source), ""), indent.ReplaceAllString(b.Text, "")) {
			problems = append(problems, "these lines are not in "+name)
		}
	}
	for _, name := range slices.Concat(b.tests, p.tests) {
		test, _ := fs.ReadFile(t.files, name)
		if !strings.Contains(string(test), path.Base(p.Name)) {
			problems = append(problems, name+" does not name "+path.Base(p.Name))
		}
	}
	return problems
}

// filePath matches the path of a file or folder below a folder, with slashes.
var filePath = regexp.MustCompile(`^(?:\./)?((?:[\w-]+/)+[\w.-]*)$`)

// placeholder matches names that readers replace.
var placeholder = regexp.MustCompile(`/(NAME|FILE|FOLDER|vX\.Y\.Z)\b`)

// paths reports words of code that look like files of the project and do not exist. It skips the changelog, which
// mentions removed files, and commands of pages that a test runs.
func (t *Tree) paths(p *Page) (list []Problem) {
	if p.Name == "CHANGELOG.md" {
		return nil
	}
	var words []Reference
	for _, span := range p.Spans {
		for word := range strings.FieldsSeq(span.Text) {
			words = append(words, Reference{span.Line, word})
		}
	}
	for _, b := range p.Blocks {
		if b.Language == "sh" && len(p.tests) == 0 {
			words = append(words, operands(b)...)
		}
	}
	for _, w := range words {
		if !t.leads(p, w.Text) {
			list = append(list, p.problemf(w.Line, "no such file: %s", w.Text))
		}
	}
	return list
}

// leads reports whether a word is an existing file of the project or the page, or not a path at all.
func (t *Tree) leads(p *Page, word string) bool {
	m := filePath.FindStringSubmatch(strings.TrimSuffix(word, "/..."))
	if m == nil || placeholder.MatchString(word) || slices.ContainsFunc(p.Blocks, func(b Block) bool { return b.File == m[1] }) {
		return true
	}
	top, _, _ := strings.Cut(m[1], "/")
	return !t.has(top) || t.has(path.Clean(m[1])) || t.has(path.Join(path.Dir(p.Name), m[1]))
}

// operands returns the words of commands that have no quotes, variables or other expansions.
func operands(b Block) (list []Reference) {
	file, err := script(b.Text)
	if err != nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if w, is := n.(*syntax.Word); is && w.Lit() != "" {
			list = append(list, Reference{b.Line + int(w.Pos().Line()) - 1, w.Lit()})
		}
		return true
	})
	return list
}

func script(code string) (*syntax.File, error) {
	return syntax.NewParser(syntax.KeepComments(true)).Parse(strings.NewReader(code), "")
}
