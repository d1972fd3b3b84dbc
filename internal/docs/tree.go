package docs

import (
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"example.org/iri"
)

// A Tree is the pages of a project and the files around them.
type Tree struct {
	files fs.FS
	pages []*Page
	page  map[string]*Page
}

// Read reads the pages of these names.
func Read(files fs.FS, names ...string) (*Tree, error) {
	t := &Tree{files: files, page: make(map[string]*Page)}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		p := Parse(name, string(text))
		t.pages = append(t.pages, p)
		t.page[name] = p
	}
	return t, nil
}

// Pages returns all pages.
func (t *Tree) Pages() []*Page { return t.pages }

// has reports whether there is a file or folder.
func (t *Tree) has(name string) bool {
	_, err := fs.Stat(t.files, name)
	return err == nil
}

// Links finds links that lead nowhere: to no file, no heading, or by what is no URI.
func (t *Tree) Links(p *Page) (list []Problem) {
	for _, l := range p.Links {
		if strings.Contains(l.Target, ":") {
			if _, err := iri.Parse(l.Target); err != nil {
				list = append(list, p.problemf(l.Line, "%v", err))
			}
			continue
		}
		name, fragment, _ := strings.Cut(l.Target, "#")
		name, err := url.PathUnescape(name)
		to := p.Path
		if name != "" {
			to = path.Join(path.Dir(p.Path), name)
		}
		switch target := t.page[to]; {
		case err != nil || !t.has(to):
			list = append(list, p.problemf(l.Line, "link to %s: no such file", l.Target))
		case fragment != "" && target == nil:
			list = append(list, p.problemf(l.Line, "link to %s: %s is no page", l.Target, to))
		case fragment != "" && !target.hasAnchor(fragment):
			list = append(list, p.problemf(l.Line, "link to %s: no such heading", l.Target))
		}
	}
	return list
}

func (p *Page) hasAnchor(name string) bool {
	return slices.ContainsFunc(p.Headings, func(h Heading) bool { return h.Anchor == name }) ||
		strings.Contains(p.Text, ` id="`+name+`"`)
}

// Unreachable returns the pages to which no path of links leads from one.
func (t *Tree) Unreachable(from string) (list []Problem) {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		p := t.page[queue[0]]
		if p == nil {
			continue
		}
		for _, l := range p.Links {
			name, _, _ := strings.Cut(l.Target, "#")
			if to := path.Join(path.Dir(p.Path), name); name != "" && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	for _, p := range t.pages {
		if !seen[p.Path] {
			list = append(list, p.problemf(1, "no link leads here from %s", from))
		}
	}
	return list
}
