package explanation

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
)

const (
	indent     = "    "
	maxColumns = 76 // of a text with marks below; a longer one is shown component by component
)

// Append appends an explanation for people.
func Append(dst []byte, x *Explanation, color bool) []byte {
	if x.Err != nil {
		return appendMistake(dst, x, color)
	}
	parts := x.Reference.Parts()
	if r := newRuler(x.Text, parts, color); r.columns <= maxColumns {
		dst = r.append(dst, indent, color)
	} else {
		for _, c := range notEmpty(components(parts)) {
			part := show.Safe(c.in(x.Text))
			if color {
				part = c.color + part + plain
			}
			dst = appendLine(dst, c.name, part)
		}
	}
	if host, ok := x.Reference.Host(); ok && host != "" {
		dst = appendLine(dst, "host is", x.Reference.HostKind().String())
	}
	dst = appendLine(dst, "is", strings.Join(names(x.Languages), ", "))
	for _, m := range x.Missed {
		dst = appendLine(dst, "is not", strings.Join(names(m.Languages), ", ")+": "+show.Safe(m.Message))
	}
	return dst
}

func appendMistake(dst []byte, x *Explanation, color bool) []byte {
	red, end := "", ""
	if color {
		red, end = "\x1b[1;31m", plain
	}
	dst = show.Around([]byte(x.Text), x.Err.Span.Start, x.Err.Span.End).Append(dst, red, end)
	dst = appendLine(dst, "wrong", show.Safe(x.Err.Message()))
	dst = appendLine(dst, "reason", x.Err.Reason.String())
	dst = appendLine(dst, "see", Section(x.Err))
	if x.Repair.IsZero() {
		return appendLine(dst, "repair", "no suggested fix")
	}
	return appendLine(dst, "repair", show.Safe(x.Repair.String())+" ("+steps(x.Steps)+")")
}

// appendLine appends a line of the list below a text.
func appendLine(dst []byte, name, value string) []byte {
	const width = len("fragment  ")
	return append(dst, indent+name+strings.Repeat(" ", width-len(name))+value+"\n"...)
}

// names returns the names of rules.
func names(rules []rule.Rule) []string {
	list := make([]string, len(rules))
	for i, r := range rules {
		list[i] = r.String()
	}
	return list
}

// steps lists what was done to repair a text.
func steps(list []fix.Kind) string {
	words := make([]string, len(list))
	for i, k := range list {
		words[i] = k.String()
	}
	return strings.Join(words, ", ")
}

// A quoted text is a string of JSON in which all can be seen.
type quoted string

func (q quoted) MarshalJSON() ([]byte, error) { return show.AppendJSON(nil, string(q)), nil }

// AppendJSON appends an explanation as an object on a line, with text (base64 if it is not UTF-8),
// languages, the components that are there, hostKind, or error, reason, component, byte, end, section
// and repair.
func AppendJSON(dst []byte, x *Explanation) []byte {
	members := make(map[string]any)
	if utf8.ValidString(x.Text) {
		members["text"] = quoted(x.Text)
	} else {
		members["base64"] = []byte(x.Text)
	}
	if x.Err == nil {
		describe(members, x)
	} else {
		accuse(members, x)
	}
	line, err := json.Marshal(members)
	if err != nil {
		panic(err) // none of the values has no form in JSON
	}
	return append(append(dst, line...), '\n')
}

// describe adds members about a reference.
func describe(members map[string]any, x *Explanation) {
	members["languages"] = names(x.Languages)
	for _, c := range components(x.Reference.Parts()) {
		members[c.name] = quoted(c.in(x.Text))
	}
	if kind := x.Reference.HostKind(); kind != iri.NoHost {
		members["hostKind"] = kind.String()
	}
}

// accuse adds members about a text that is no reference.
func accuse(members map[string]any, x *Explanation) {
	members["error"] = quoted(x.Err.Message())
	members["reason"] = x.Err.Reason.String()
	members["component"] = x.Err.Component().String()
	members["byte"], members["end"] = x.Err.Span.Start, x.Err.Span.End
	members["section"] = Section(x.Err)
	if !x.Repair.IsZero() {
		members["repair"] = quoted(x.Repair.String())
	}
}

// A component is one that a reference has.
type component struct {
	name  string
	span  iri.Span
	color string // of it on a terminal
}

// components returns the components of a reference that are there, in their order. A path always is.
func components(p iri.Parts) (list []component) {
	add := func(name, color string) func(iri.Span, bool) {
		return func(s iri.Span, present bool) {
			if present {
				list = append(list, component{name, s, color})
			}
		}
	}
	add("scheme", "\x1b[35m")(p.Scheme())       // magenta
	add("userinfo", "\x1b[31m")(p.Userinfo())   // red
	add("host", "\x1b[1;32m")(p.Host())         // bold, green
	add("port", "\x1b[33m")(p.Port())           // yellow
	add("path", "\x1b[34m")(p.Path(), true)     // blue
	add("query", "\x1b[36m")(p.Query())         // cyan
	add("fragment", "\x1b[1;33m")(p.Fragment()) // bold, yellow
	return list
}

// notEmpty returns the components that people see.
func notEmpty(list []component) []component {
	return slices.DeleteFunc(list, func(c component) bool { return c.span.Start == c.span.End })
}

// in returns the component of a text.
func (c *component) in(text string) string { return text[c.span.Start:c.span.End] }

const plain = "\x1b[0m"
