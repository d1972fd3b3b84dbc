package codegen

import (
	"errors"
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa/table"
)

// GoName turns the name of a rule into an exported one of Go: its words, each with a capital, so
// that ihier-part becomes IhierPart. Initialisms are all capitals: uri-host becomes URIHost.
// Hyphens separate words, and so does a capital behind a small letter.
func GoName(rule string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(rule, "-") {
		for word != "" {
			n := wordLength(word)
			b.WriteString(goWord(word[:n]))
			word = word[n:]
		}
	}
	return b.String()
}

// wordLength returns how many bytes of a name without hyphens are its first word. IPv4 and IPv6
// are words, as in IPv4address.
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

// goWord writes a word as names in Go have it.
func goWord(word string) string {
	for _, known := range initialisms {
		if strings.EqualFold(word, known) {
			return known
		}
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// initialisms are those that staticcheck (ST1003) knows, and two that are as usual.
var initialisms = [...]string{
	"ACL", "AMQP", "API", "ASCII", "CPU", "CSS", "DB", "DNS", "EOF", "GID", "GUID", "HTML", "HTTP",
	"HTTPS", "ID", "IP", "IPv4", "IPv6", "JSON", "QPS", "RAM", "RPC", "RTP", "SIP", "SLA", "SMTP", "SQL",
	"SSH", "TCP", "TLS", "TS", "TTL", "UDP", "UI", "UID", "URI", "URL", "UTF8", "UUID", "VM", "XML", "XMPP",
	"XSRF", "XSS",
}

// NameError says that Rule, at Pos, and Other, at OtherPos, would both be called Name in Go. A
// position that is not known is zero.
type NameError struct {
	abnf.Pos
	OtherPos          abnf.Pos
	Rule, Other, Name string
}

func (e *NameError) Error() string {
	prefix, other := "abnf", e.Other
	if e.Line > 0 {
		prefix += ": " + e.Pos.String()
	}
	if e.OtherPos.Line > 0 {
		other += fmt.Sprintf(" (%v)", e.OtherPos)
	}
	return fmt.Sprintf("%s: %s and %s would both be called %s in Go", prefix, e.Rule, other, e.Name)
}

// names are the names in Go of what is made for a rule or a classifier. What is not made has an
// empty name.
type names struct {
	rule         string
	valid, check string
	parse, parts string
	methods      []string // of parts, one for each span
	classify     string
	getTable     string // a function that returns the table
	table, spans string
	decode       string // what finds the places of spans
	ends         string // of states, if it is needed

	comparePlaces string // in the test file
}

// names returns the names for each rule, and behind them those for each classifier. Exported names
// follow from those of the rules, so that users know them: two that are the same are an error. All
// others give way.
func (f *File) names() ([]names, error) {
	s := &scope{pos: f.Pos, owner: make(map[string]string)}
	list := make([]names, 0, len(f.Rules)+len(f.Classifiers))
	for _, r := range f.Rules {
		list = append(list, s.rule(&r))
	}
	for _, c := range f.Classifiers {
		n := names{rule: c.Name, classify: "Classify" + GoName(c.Name)}
		s.claim(c.Name, n.classify)
		list = append(list, n)
	}
	for i := range list {
		if n := &list[i]; f.Tables {
			n.getTable = "Table" + GoName(n.rule)
			s.claim(n.rule, n.getTable)
		}
	}
	if err := errors.Join(s.errs...); err != nil {
		return nil, err
	}
	for i := range list {
		s.settle(&list[i])
	}
	for i := range f.Rules {
		s.settleSpans(&list[i], f.Rules[i].Spans)
	}
	return list, nil
}

// rule takes the names that a rule must have.
func (s *scope) rule(r *Rule) names {
	name := GoName(r.Name)
	n := names{rule: r.Name, valid: "Valid" + name, check: "Check" + name}
	exported := []string{n.valid, n.check}
	if r.Spans != nil {
		n.parse, n.parts = "Parse"+name, name+"Parts"
		exported = append(exported, n.parse, n.parts)
		n.methods = s.methods(r.Spans)
	}
	s.claim(r.Name, exported...)
	return n
}

// scope holds the names that are taken: in a package, its test included, or as methods of a type.
type scope struct {
	pos   map[string]abnf.Pos
	owner map[string]string // rule by name
	errs  []error
}

// claim takes names that a rule must have. The first of them that is taken already is an error.
func (s *scope) claim(rule string, names ...string) {
	for _, name := range names {
		if !token.IsIdentifier(name) || !token.IsExported(name) {
			s.errs = append(s.errs, fmt.Errorf("abnf: %q is no exported name in Go", name))
			return
		}
		if other, taken := s.owner[name]; taken {
			s.errs = append(s.errs, &NameError{s.pos[rule], s.pos[other], rule, other, name})
			return
		}
		s.owner[name] = rule
	}
}

// methods returns the names of the methods for spans, which are a scope of their own.
func (s *scope) methods(t *table.Tagged) (list []string) {
	of := &scope{pos: s.pos, owner: make(map[string]string)}
	for _, rule := range t.Names {
		name := GoName(rule)
		of.claim(rule, name)
		list = append(list, name)
	}
	s.errs = append(s.errs, of.errs...)
	return list
}

// settle fills in the names that may be any.
func (s *scope) settle(n *names) {
	name := GoName(n.rule)
	n.table = s.free(n.rule, "table"+name)
}

// settleSpans does so for a rule with spans.
func (s *scope) settleSpans(n *names, t *table.Tagged) {
	if t == nil {
		return
	}
	name := GoName(n.rule)
	n.spans = s.free(n.rule, "spans"+name)
	n.decode = s.free(n.rule, "decode"+name)
	n.comparePlaces = s.free(n.rule, "comparePlaces"+name)
	if len((&decoder{t: t}).exceptions(-1)) > 0 {
		n.ends = s.free(n.rule, "ends"+name)
	}
}

// free takes the name, or the first of name2, name3, ... that is not taken.
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
