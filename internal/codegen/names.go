package codegen

import (
	"errors"
	"fmt"
	"go/token"
	"iter"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
)

// GoName converts the name of a rule to an exported Go name. A word ends at a hyphen, and before an upper-case letter
// that follows a lower-case one. In the result, each word begins with an upper-case letter, and initialisms keep their
// usual spelling, such as URI and IPv4. So ihier-part becomes IhierPart, and uri-host becomes URIHost.
func GoName(rule string) string {
	var b strings.Builder
	for word := range words(rule) {
		b.WriteString(goWord(word))
	}
	return b.String()
}

// CamelName converts the name of a rule to a name that begins with a lower-case letter: NID becomes nid, and
// IPv4address becomes ipv4Address.
func CamelName(rule string) string {
	var b strings.Builder
	for word := range words(rule) {
		if b.Len() > 0 {
			b.WriteString(strings.ToUpper(word[:1]))
			word = word[1:]
		}
		b.WriteString(strings.ToLower(word))
	}
	return b.String()
}

func words(rule string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(rule, "-") {
			for part != "" {
				n := wordLength(part)
				if !yield(part[:n]) {
					return
				}
				part = part[n:]
			}
		}
	}
}

// wordLength returns the length of the first word of a name without hyphens. IPv4 and IPv6 are words.
func wordLength(name string) int {
	const ipv = "IPv"
	if n := len(ipv) + 1; len(name) >= n && strings.EqualFold(name[:n-1], ipv) && (name[n-1] == '4' || name[n-1] == '6') {
		return n
	}
	for i := 1; i < len(name); i++ {
		if isLower(name[i-1]) && isUpper(name[i]) {
			return i
		}
	}
	return len(name)
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func goWord(word string) string {
	for _, known := range initialisms {
		if strings.EqualFold(word, known) {
			return known
		}
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// initialisms are those of staticcheck (ST1003), and IPv4 and IPv6.
var initialisms = [...]string{
	"ACL", "AMQP", "API", "ASCII", "CPU", "CSS", "DB", "DNS", "EOF", "GID", "GUID", "HTML", "HTTP",
	"HTTPS", "ID", "IP", "IPv4", "IPv6", "JSON", "QPS", "RAM", "RPC", "RTP", "SIP", "SLA", "SMTP", "SQL",
	"SSH", "TCP", "TLS", "TS", "TTL", "UDP", "UI", "UID", "URI", "URL", "UTF8", "UUID", "VM", "XML", "XMPP",
	"XSRF", "XSS",
}

// NameError reports that Rule, at Pos, and Other, at OtherPos, would share Name in Language. An unknown position is
// zero.
type NameError struct {
	abnf.Pos
	OtherPos                    abnf.Pos
	Rule, Other, Name, Language string
	Span                        bool // both are spans of one rule
}

func (e *NameError) Error() string {
	prefix, other := "abnf", e.Other
	if e.Line > 0 {
		prefix += ": " + e.Pos.String()
	}
	if e.OtherPos.Line > 0 {
		other += fmt.Sprintf(" (%v)", e.OtherPos)
	}
	remedy := "rename one of them (abnfc compile --rename)"
	if e.Span {
		remedy = "call one by another name (--span NAME=" + e.Rule + ")"
	}
	return fmt.Sprintf("%s: %s and %s would both be called %s in %s: %s", prefix, e.Rule, other, e.Name, e.Language, remedy)
}

// names are the Go names for a rule. Names that are not needed are empty.
type names struct {
	Name    string
	Go      string // GoName of the rule, which the names below contain
	Table   string
	Compare string // function of the generated test that compares spans with the expected ones
	Ends    string // table of accepting states with a tag at an unusual place, if there are any

	parts   string   // the type of the result of a parse
	methods []string // of parts, for each span
	spans   string   // the table for spans: a dfa.Tagged if spans repeat, otherwise only a dfa.Automaton
	tagged  string   // an expression for the automaton: spans, or a field of it
}

// names returns the names for each rule. Exported names follow from the rule name alone, so that users can predict them;
// a collision is an error. Other names get a number in a collision.
func (f *File) names() ([]names, error) {
	s := &scope{pos: f.Pos, owner: make(map[string]string)}
	list := make([]names, 0, len(f.Rules))
	for _, r := range f.Rules {
		list = append(list, s.rule(&r))
	}
	if err := errors.Join(s.errs...); err != nil {
		return nil, err
	}
	for i := range list {
		n := &list[i]
		n.Table = s.free(n.Name, "table"+n.Go)
	}
	for i := range f.Rules {
		s.settleSpans(&list[i], f.Rules[i].Spans)
	}
	return list, nil
}

func (s *scope) rule(r *Rule) names {
	n := names{Name: r.Name, Go: GoName(r.Name)}
	exported := []string{"Valid" + n.Go, "Check" + n.Go, "Prefix" + n.Go, n.Go + "Matcher"}
	if r.Spans != nil {
		n.parts, n.methods = n.Go+"Parts", s.methods(r)
		exported = append(exported, "Parse"+n.Go, n.parts)
	}
	s.claim(r.Name, exported...)
	return n
}

// A scope has the names taken in a package and its test, or in the method set of a type.
type scope struct {
	pos   map[string]abnf.Pos
	owner map[string]string // rule or span that has taken a Go name
	errs  []error

	ofSpans bool
}

// claim claims exported names for a rule. It appends an error for the first one that is taken or not a Go name.
func (s *scope) claim(rule string, names ...string) {
	for _, name := range names {
		if !token.IsIdentifier(name) || !token.IsExported(name) {
			s.errs = append(s.errs, fmt.Errorf("abnf: %q is not an exported Go name", name))
			return
		}
		if other, taken := s.owner[name]; taken {
			s.errs = append(s.errs, &NameError{s.pos[rule], s.pos[other], rule, other, name, "Go", s.ofSpans})
			return
		}
		s.owner[name] = rule
	}
}

// methods claims the names of the methods for spans, in a scope of their own. It returns the Go name of each span.
func (s *scope) methods(r *Rule) (list []string) {
	of := &scope{pos: s.pos, owner: make(map[string]string), ofSpans: true}
	for k, entry := range r.Spans.Names {
		rule := naming.SpanName(entry)
		name := GoName(rule)
		all := []string{name, name + "Text"}
		if r.Spans.Repeats>>k&1 != 0 {
			all = append(all, "All"+name, "All"+name+"By")
		}
		if r.digits(k) > 0 {
			all = append(all, name+"Int")
		}
		of.claim(rule, all...)
		list = append(list, name)
	}
	s.errs = append(s.errs, of.errs...)
	return list
}

// settleSpans sets the unexported names for a rule with spans.
func (s *scope) settleSpans(n *names, t *dfa.Tagged) {
	if t == nil {
		return
	}
	n.spans = s.free(n.Name, "spans"+n.Go)
	n.tagged = n.spans
	if t.Repeats != 0 {
		n.tagged += ".Automaton"
	}
	n.Compare = s.free(n.Name, "compareParts"+n.Go)
	if list, _ := (&Decoder{Tagged: t}).Exceptions(); len(list) > 0 {
		n.Ends = s.free(n.Name, "ends"+n.Go)
	}
}

// free claims a name, or the first of name2, name3, ... that is free.
func (s *scope) free(rule, name string) string {
	free := name
	for i := 2; ; i++ {
		if _, taken := s.owner[free]; !taken {
			s.owner[free] = rule
			return free
		}
		free = name + strconv.Itoa(i)
	}
}
