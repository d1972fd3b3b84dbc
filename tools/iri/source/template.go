package source

import (
	"bytes"
	"regexp"
	"sync"
)

// templates are the marks around what is replaced in templates of Jinja, Liquid, Mustache, shells and ERB.
var templates = [...]struct{ open, end string }{{"{{", "}}"}, {"{%", "%}"}, {"${", "}"}, {"<%", "%>"}}

// uriTemplate is an expression of a URI template (RFC 6570, section 2.2). A number in it has one digit, since {2,3} is
// rather from a regular expression.
var uriTemplate = sync.OnceValue(func() *regexp.Regexp {
	const (
		encoded = `%[0-9A-Fa-f]{2}`
		name    = `(?:[A-Za-z_]|` + encoded + `)(?:[A-Za-z0-9_.-]|` + encoded + `)*(?::[0-9]{1,4}|\*)?`
	)
	return regexp.MustCompile(`\{(?:[0-9]|[+#./;?&]?` + name + `(?:,` + name + `)*)\}`)
})

// guid is a GUID in braces.
var guid = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}$`)
})

// IsTemplate reports whether a string becomes a URL only when a program replaces a part of it: {{ x }}, {% x %}, ${x},
// <% x %> or an expression of a URI template (RFC 6570) such as {x}.
func IsTemplate(text []byte) bool {
	if bytes.IndexByte(text, '{') < 0 && bytes.IndexByte(text, '<') < 0 {
		return false
	}
	for _, t := range templates {
		if _, after, ok := bytes.Cut(text, []byte(t.open)); ok && bytes.Contains(after, []byte(t.end)) {
			return true
		}
	}
	for rest := text; ; {
		at := uriTemplate().FindIndex(rest)
		if at == nil {
			return false
		}
		if !guid().Match(rest[at[0]:at[1]]) {
			return true
		}
		rest = rest[at[1]:]
	}
}

// templateEnd returns the offset after the template that begins here, which may have white space in it, or 0 if none
// does.
func (e *ending) templateEnd() int {
	if c := e.text[e.at]; c != '{' && c != '$' && c != '<' {
		return 0
	}
	for i, t := range templates {
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
