package source

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.org/iri/rule"
)

// documents are the formats whose templates are left out. In lists, tables and RDF, a template is an invalid string.
var documents = []Format{JSONL, JSON, YAML, XML, HTML, Markdown, Text}

// A templateReader leaves out and counts templates.
type templateReader struct{ Reader }

func (r templateReader) Read(b *Block) error {
	err := r.Reader.Read(b)
	if mayHaveTemplate(b.Data) {
		b.Templates = b.LeaveOut(true, IsTemplate)
	}
	return err
}

type BrokenError struct {
	Format   string
	Err      error
	Template bool // the error is inside a template tag, such as of Helm and Jekyll
}

func (e *BrokenError) Error() string { return "broken " + e.Format + ": " + e.Err.Error() }
func (e *BrokenError) Unwrap() error { return e.Err }

// frontMatter matches the YAML header of a Jekyll file.
var frontMatter = expression(`^---[ \t]*\r?\n(?s:.*\n)?---[ \t]*\r?\n`)

// An afterFrontMatter reader reads JSON or XML with front matter, which is a template if it is broken.
type afterFrontMatter struct{ Reader }

func (r afterFrontMatter) Read(b *Block) error {
	err := r.Reader.Read(b)
	if e, is := err.(*Error); is {
		if broken := new(BrokenError); errors.As(e.Err, &broken) {
			e.Err = &BrokenError{broken.Format, broken.Err, true}
		}
	}
	return err
}

func isInTemplate(text []byte, at int) bool {
	for _, t := range templateTags[:dataTags] {
		begin := bytes.LastIndex(text[:min(at+len(t.open), len(text))], []byte(t.open))
		if begin < 0 {
			continue
		}
		if end := bytes.Index(text[begin:], []byte(t.end)); end >= 0 && begin+end+len(t.end) >= at {
			return true
		}
	}
	return false
}

func beginsTemplate(text []byte) bool {
	for _, t := range templateTags[:dataTags] {
		if bytes.Contains(text, []byte(t.open)) {
			return true
		}
	}
	return false
}

// endsTemplate reports whether text has a closing template tag before an opening one.
func endsTemplate(text []byte) bool {
	for _, t := range templateTags[:dataTags] {
		if before, _, is := bytes.Cut(text, []byte(t.end)); is && !bytes.Contains(before, []byte(t.open)) {
			return true
		}
	}
	return false
}

func leavesOutTemplates(f Format, o Options) bool {
	return !o.Templates && slices.Contains(documents, f)
}

// templateTags are the delimiters of template tags: Jinja, Liquid, Mustache and ERB, which also occur in data files;
// shells and JavaScript; PHP; Ruby and Pug; Smarty; newsletters; server-side includes.
var templateTags = [...]struct{ open, end string }{{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"${", "}"}, {"<?", "?>"}, {"#{", "}"}, {"{$", "}"}, {"*|", "|*"}, {"<!--#", "-->"}}

// dataTags is the number of template tags that occur in data files.
const dataTags = 3

func mayHaveTemplate(text []byte) bool {
	const marks = `{<%$[*\'|`
	return bytes.ContainsAny(text, marks) || slices.ContainsFunc(portWords, func(word []byte) bool { return bytes.Contains(text, word) })
}

var portWords = [][]byte{[]byte("port"), []byte("PORT"), []byte("xxxx"), []byte("XXXX")}

// An open template has no end in the string: its end follows a quotation mark or a line break.
var (
	openTemplate   = expression(`(?:\{\{[-%<]?|\{%-?|<%[=-]?|<\?(?:php|=))[ \t]*[A-Za-z.$]|^(?:\{\{|\{%|<%)|\{\$ `)
	closedTemplate = expression(`\}\}|%\}|%>|\?>|\$\}`)
)

// expressions match templates without such tags.
var expressions = sync.OnceValue(func() []*regexp.Regexp {
	const (
		encoded = `%[0-9A-Fa-f]{2}`
		name    = `(?:[A-Za-z_]|` + encoded + `)(?:[A-Za-z0-9_.-]|` + encoded + `)*`
		varspec = name + `(?::[0-9]{1,4}|\*)?`
		rest    = `(?s:.*)`
		port    = `(?:\$[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_]*(?:port|PORT)[A-Za-z0-9_]*|x{4,5}|X{4,5}|[0-9]*\*)` // a variable, a word, all ports
	)
	return []*regexp.Regexp{
		regexp.MustCompile(`\{[+#./;?&]?` + varspec + `(?:,` + varspec + `)*\}`),        // RFC 6570, section 2.2
		regexp.MustCompile(`(?:^|[^A-Za-z)\]\\]|(?:^|[^\\])[A-Za-z])\{[0-9]\}`),         // not the {2} of [a-z]{2}
		regexp.MustCompile(`\{[$@*]?[A-Za-z_][A-Za-z0-9_. -]*(?:\+|\.\.\.|:[a-z]+)?\}`), // {your name}, {path...}, {id:int}
		regexp.MustCompile(`\{[0-9]+\.{2,3}[0-9]+\}`),                                   // a range of shells
		regexp.MustCompile(`\{[A-Za-z_]+\([A-Za-z_, ]*\)\}`),                            // {f(a)}
		regexp.MustCompile(`%[A-F]?[G-Z_][A-Z0-9_]*%`),                                  // %NAME%
		regexp.MustCompile(`^\$[a-z]+\^`),                                               // of Doxygen
		regexp.MustCompile(`%%[A-Za-z_]+%%`),                                            // %%NAME%%
		regexp.MustCompile(`%[a-z_]+(?:\.[a-z_]+)+%`),                                   // %a.b%
		regexp.MustCompile(`^\?P?<[A-Za-z_]+>` + rest),                                  // a group of a regular expression
		regexp.MustCompile(`^%[=-]? .* %$`),                                             // of ERB, without its brackets
		regexp.MustCompile(`%(?:[0-9]\$)?[dqsv](?:[^0-9A-Za-z]|$)|%\([A-Za-z_]+\)[ds]`), // of printf
		regexp.MustCompile(`(?s)^.*(?:' *\+ *[A-Za-z(]|[A-Za-z)] *\+ *').*$`),           // 'a' + b + 'c'
		regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*:` + port + `(?:[/?#{]|$)`),
		regexp.MustCompile(`(?:^|[/#?=-])%[A-Fa-f]?[G-Zg-z_][A-Za-z_]+%(?:[/?#&-]|$)`), // %name%
		regexp.MustCompile(`\{[A-Za-z_]+\[[A-Za-z_]+\]\}`),                             // {a[b]}
		regexp.MustCompile("(?s)^\\{`.*`\\}$"),                                         // {`a`} of JSX
		regexp.MustCompile(`[(\[]\.?[a-z0-9]+(?:\|\.?[a-z0-9]+)+[)\]]`),                // (ttl|rdf), [.ttl|.rdf]
		regexp.MustCompile(`//\[/` + rest),                                             // [/path]
		regexp.MustCompile(`\{[^{}":]*,[^{}":]*\}\*`),                                  // {a,b}* of shells
		regexp.MustCompile(`//\[[A-Za-z][A-Za-z_ -]+(?::[A-Za-z_-]+)?\]`),              // [host], [host:port]
		regexp.MustCompile(`\[?\[[A-Z][A-Z_]+\][:@\]]`),                                // [NAME]
		regexp.MustCompile(`[=/]\[(?:\.\.\.)?[A-Za-z][A-Za-z0-9_ -]+\](?:[/?&#]|$)`),   // /[id], =[your key]
		regexp.MustCompile(`^.*(?:[A-Za-z0-9*+)]\\\.[A-Za-z]|\\[1-9](?:/|$))` + rest),  // a regular expression
	}
})

var placeholder = expression(`<([A-Za-z][A-Za-z0-9_.| -]+)>`)

func placeholders(text []byte) [][]int {
	const tags = " big br code del div em font hr img ins kbd li mark pre small span strong sub sup tt wbr "
	name := placeholder().FindSubmatch(text)
	if name == nil || bytes.Contains(text, []byte("</")) || strings.Contains(tags, " "+string(bytes.ToLower(name[1]))+" ") {
		return nil
	}
	return placeholder().FindAllIndex(text, -1)
}

var guid = expression(`^\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}$`)

var brackets = regexp.MustCompile(`[\[\]]`)

// IsTemplate reports whether a program has to replace a part of a string to make a URL: {{ x }}, {% x %}, ${x}, #{x},
// <% x %>, <? x ?>, <x>, /[x], %NAME%, %s, a port such as $PORT, port or *, or {x}, which may be an expression of a URI
// template (RFC 6570). It finds the span from the first to the last template, and replaces it by a letter and by a
// digit. The string is a template if it is invalid, but valid after one of these replacements.
func IsTemplate(text []byte) bool {
	if !mayHaveTemplate(text) || rule.IRIReference.Valid(text) {
		return false
	}
	s := span{len(text), 0}
	add := func(all [][]int) {
		for _, at := range all {
			if !guid().Match(text[at[0]:at[1]]) {
				s.start, s.end = min(s.start, at[0]), max(s.end, at[1])
			}
		}
	}
	for _, t := range templateTags {
		open, end := bytes.Index(text, []byte(t.open)), bytes.LastIndex(text, []byte(t.end))
		if open >= 0 && open+len(t.open) <= end {
			add([][]int{{open, end + len(t.end)}})
		}
	}
	if all := openTemplate().FindAllIndex(text, -1); len(all) > 0 && !closedTemplate().Match(text[all[len(all)-1][0]:]) {
		add([][]int{{all[len(all)-1][0], len(text)}})
	}
	for _, x := range expressions() {
		add(x.FindAllIndex(text, -1))
	}
	if add(placeholders(text)); s.start >= s.end {
		return false
	}
	before, after := bytes.TrimLeft(text[:s.start], spaces), text[s.end:]
	if len(bytes.Trim(after, spaces+`"`)) == 0 { // Hugo adds quotation marks
		after = nil
	}
	if bytes.IndexByte(before, '?') >= 0 { // names in queries contain square brackets
		before, after = brackets.ReplaceAll(before, []byte("-")), brackets.ReplaceAll(after, []byte("-"))
	}
	with := func(text string) bool { return rule.IRIReference.Valid(slices.Concat(before, []byte(text), after)) }
	return with("a") || with("1") // the digit for a port
}

// templateEnd returns the end of the template at the current offset, which may contain white space, or 0.
func (e *ending) templateEnd() int {
	if c := e.text[e.at]; c != '{' && c != '$' && c != '<' {
		return 0
	}
	for i, t := range templateTags {
		if !bytes.HasPrefix(e.text[e.at:], []byte(t.open)) {
			continue
		}
		if from := e.at + len(t.open); e.nexts[i] < from {
			e.nexts[i] = len(e.text)
			if n := bytes.Index(e.text[from:], []byte(t.end)); n >= 0 {
				e.nexts[i] = from + n
			}
		}
		if e.nexts[i] < len(e.text) {
			return e.nexts[i] + len(t.end)
		}
	}
	return 0
}
