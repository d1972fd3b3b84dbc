package docs

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
)

// Blocks finds code that is none in its language. What no function here reads, Go as well, has to be
// held by a test: see [Mark].
func (t *Tree) Blocks(p *Page) (list []Problem) {
	for _, line := range p.indented() {
		list = append(list, p.problemf(line, "code without a fence, of which nobody knows the language"))
	}
	for _, b := range p.Blocks {
		problems := t.marks(p, b)
		held := t.held(p, b) && len(problems) == 0
		if held && shells[b.Language] {
			continue // what runs them knows better
		}
		switch b.Language {
		case "", "text", "console":
			for i, line := range strings.Split(b.Text, "\n") {
				if command, is := strings.CutPrefix(line, "$ "); is {
					problems = append(problems, t.commands(p, b.Line+i, command)...)
				}
			}
		case "sh", "bash":
			problems = append(problems, t.commands(p, b.Line, b.Text)...)
		default:
			read, known := readers[b.Language]
			if !known && !held {
				problems = append(problems, p.problemf(b.Line, "no test holds this %s: it needs a comment in front, <!-- in FILE --> or <!-- held by FILE -->", b.Language))
			}
			if known {
				if err := read(b.Text); err != nil {
					problems = append(problems, p.problemf(b.Line, "%s: %v", b.Language, err))
				}
			}
		}
		list = append(list, problems...)
	}
	return list
}

// shells are the languages of blocks that may have commands.
var shells = map[string]bool{"": true, "text": true, "console": true, "sh": true, "bash": true}

// readers tell why a text is not in a language.
var readers = map[string]func(text string) error{
	"json": func(text string) error { return json.Unmarshal([]byte(text), new(any)) },
	"jsonl": func(text string) error {
		for line := range strings.Lines(text) {
			if err := json.Unmarshal([]byte(line), new(any)); err != nil {
				return err
			}
		}
		return nil
	},
	"xml": func(text string) error {
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	},
	"abnf": func(text string) error {
		_, err := abnf.Parse([]byte(text))
		return err
	},
}

// held reports whether a test reads a block.
func (t *Tree) held(p *Page, b Block) bool {
	return len(p.held) > 0 || len(rests(b.Marks, "in")) > 0 || len(rests(b.Marks, "held by")) > 0
}

// marks finds marks that promise what is not so: a file that is not there, does not have the code,
// or does not speak of the page.
func (t *Tree) marks(p *Page, b Block) (list []Problem) {
	for _, name := range rests(b.Marks, "in") {
		text, err := fs.ReadFile(t.files, name)
		switch {
		case err != nil:
			list = append(list, p.problemf(b.Line, "%s: %v", name, bare(err)))
		case !strings.Contains(unindented(string(text)), unindented(b.Text)):
			list = append(list, p.problemf(b.Line, "these lines are not in %s", name))
		}
	}
	for _, name := range append(rests(b.Marks, "held by"), p.held...) {
		text, err := fs.ReadFile(t.files, name)
		switch {
		case err != nil:
			list = append(list, p.problemf(b.Line, "%s: %v", name, bare(err)))
		case !speaksOf(string(text), p.Path):
			list = append(list, p.problemf(b.Line, "%s does not name %s", name, path.Base(p.Path)))
		}
	}
	return list
}

// speaksOf reports whether a test names a page, or reads all pages of its folder.
func speaksOf(test, page string) bool {
	return strings.Contains(test, path.Base(page)) || strings.Contains(test, path.Dir(page)+"/*.md")
}

// bare is an error without the name of the file.
func bare(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

var blanks = regexp.MustCompile(`(?m)^[ \t]+|[ \t]+$`)

// unindented returns a text without blanks at the begin and at the end of lines.
func unindented(text string) string { return blanks.ReplaceAllString(text, "") }
