package explanation

import (
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
)

const (
	indent     = "    "
	maxColumns = 76 // of a string with marks; components of longer ones are shown one by one
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
	dst = appendLine(dst, "invalid", show.Safe(x.Err.Message()))
	dst = appendLine(dst, "reason", x.Err.Reason.String())
	dst = appendLine(dst, "see", Section(x.Err.Reason))
	if x.Repair.IsZero() {
		return appendLine(dst, "repair", "no suggested fix")
	}
	return appendLine(dst, "repair", show.Safe(x.Repair.String())+" ("+steps(x.Steps)+")")
}

// appendLine appends a line of the list below the string.
func appendLine(dst []byte, name, value string) []byte {
	const width = len("fragment  ")
	return append(dst, indent+name+strings.Repeat(" ", width-len(name))+value+"\n"...)
}

func names(rules []rule.Rule) []string {
	list := make([]string, len(rules))
	for i, r := range rules {
		list[i] = r.String()
	}
	return list
}

func steps(list []fix.Kind) string {
	words := make([]string, len(list))
	for i, k := range list {
		words[i] = k.String()
	}
	return strings.Join(words, ", ")
}

// A component is a component of a reference, with its color.
type component struct {
	name  string
	span  iri.Span
	color string // of it on a terminal
}

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

func notEmpty(list []component) []component {
	return slices.DeleteFunc(list, func(c component) bool { return c.span.Start == c.span.End })
}

func (c *component) in(text string) string { return text[c.span.Start:c.span.End] }

const plain = "\x1b[0m"

// reasons are descriptions of reasons, and the section of the RFC that a string with the error violates.
var reasons = [...]struct{ help, section string }{
	rule.ReasonNoScheme:     {"the scheme is missing", "RFC 3986, section 3.1"},
	rule.ReasonScheme:       {"a character not allowed in a scheme", "RFC 3986, section 3.1"},
	rule.ReasonAuthority:    {"a character that is not allowed in a userinfo or host, or that follows the bracket which closes a host", "RFC 3986, section 3.2"},
	rule.ReasonPort:         {"a port that is not a number", "RFC 3986, section 3.2.3"},
	rule.ReasonPath:         {"a character not allowed in a path", "RFC 3986, section 3.3"},
	rule.ReasonQuery:        {"a character not allowed in a query", "RFC 3986, section 3.4"},
	rule.ReasonFragment:     {"a character not allowed in a fragment, such as a second `#`", "RFC 3986, section 3.5"},
	rule.ReasonFirstSegment: {"a colon in the first segment of a relative reference", "RFC 3986, section 4.2"},
	rule.ReasonBracket:      {"a bracket that is not around an IP address", "RFC 3986, section 3.2.2"},
	rule.ReasonUnclosed:     {"an IP address without its closing bracket", "RFC 3986, section 3.2.2"},
	rule.ReasonAddress:      {"not a valid IP address", "RFC 3986, section 3.2.2"},
	rule.ReasonZone:         {"a zone identifier in a rule without them, or one that does not begin with `%25`", "RFC 6874, section 2"},
	rule.ReasonPercent:      {"a percent sign without two hexadecimal digits", "RFC 3986, section 2.1"},
	rule.ReasonIllFormed:    {"bytes that are not UTF-8", "RFC 3629, section 4"},
	rule.ReasonNonASCII:     {"a non-ASCII character in a URI", "RFC 3987, section 2.2"},
	rule.ReasonPrivateUse:   {"a private-use character, which only queries of IRIs have", "RFC 3987, section 2.2"},
	rule.ReasonFormatting:   {"a bidirectional formatting character in a strict rule", "RFC 3987, section 4.1"},
	rule.ReasonTooShort:     {"the string ends too early, in a rule for a part of IRIs", "RFC 3987, section 2.2"},
	rule.ReasonNotInRule:    {"a character that a rule for single characters does not allow", "RFC 3987, section 2.2"},
}

// Help returns a description of a reason.
func Help(r rule.Reason) string { return reasons[r].help }

// Section returns the section of the RFC that a string with the error violates.
func Section(r rule.Reason) string { return reasons[r].section }
