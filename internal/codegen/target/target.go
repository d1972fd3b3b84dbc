// Package target writes automata as C and JavaScript, as package codegen writes them as Go. Rules of a file share
// tables; see [Tables].
package target

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/naming"
)

//go:embed template/*.tmpl
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"bytes": Numbers[uint8], "words": Numbers[uint16], "ints": Numbers[int],
	"quotedC": quotedC, "packedWords": Packed[uint16],
}).ParseFS(templateFiles, "template/*.tmpl"))

// data is the data of a file for the templates.
type data struct {
	*codegen.File
	Name     string // of the file, without its extension
	Prefix   string
	CommonJS bool
	Rules    []rule
	Tables   []Table
}

type rule struct {
	*codegen.Rule
	Start
	Named    string // name of the rule in functions
	Spans    []span
	Captures *captures
	Head     *dfa.Head // with states of the table; nil without a head
}

// span is the data of a span of a rule for the templates. All is the function, or the member, for all occurrences of a
// rule that repeats.
type span struct {
	Name, Member, All string
	At                int // index, in rows, of the list of its begins, if it repeats
	Repeats           bool
	Valid             string // name of its rule in functions, if the file has that rule
}

// EndAt returns the index, in rows, of the list of its ends, if it repeats.
func (s span) EndAt() int { return s.At + 1 }

// C returns a file as C source, its header and a test, to be called name.c, name.h and name_test.c. Names in them begin
// with [Prefix] of name. Equal files have equal results. The error wraps a [*codegen.NameError] for each pair of rules
// that would share a name.
func C(f *codegen.File, name string) (source, header, test []byte, err error) {
	d, err := newC(f, name)
	if err != nil {
		return nil, nil, nil, err
	}
	return d.execute("source"), d.execute("header"), d.execute("source test"), nil
}

func newC(f *codegen.File, name string) (*data, error) {
	d := &data{File: f, Name: name, Prefix: Prefix(name)}
	names := newScope(f, "C")
	for _, always := range []string{"_span", "_error"} {
		names.claim("what every file has", d.Prefix+always)
	}
	for i := range f.Rules {
		r := d.add(&f.Rules[i], CName, memberC)
		names.claim(r.Name, d.Prefix+"_valid_"+r.Named)
		names.claim(r.Name, d.Prefix+"_check_"+r.Named)
		arrays := []string{"head_", "words_", "forks_", "match_", "differ_"}
		if r.Captures != nil {
			arrays = append(arrays, "begins_", "commits_", "ends_", "lists_", "spans_")
		}
		for _, array := range arrays {
			names.claim("what every file has", array+r.Named)
		}
		if r.Captures == nil {
			continue
		}
		names.claim(r.Name, d.Prefix+"_parse_"+r.Named)
		names.claim(r.Name, d.Prefix+"_"+r.Named)
		for k, s := range r.Spans {
			names.claim(s.Name, r.Named+"."+s.Member)
			r.Spans[k].All = d.Prefix + "_each_" + r.Named + "_" + CName(s.Name)
			if s.Repeats {
				names.claim(r.Name, r.Spans[k].All)
			}
		}
	}
	return d, d.finish(names)
}

// add adds a rule, given functions for the names of rules in functions and of spans in members.
func (d *data) add(r *codegen.Rule, function, member func(string) string) *rule {
	made := rule{Rule: r, Named: function(r.Name)}
	if t := r.Spans; t != nil {
		made.Captures = newCaptures(t)
		for k, entry := range t.Names {
			name := naming.SpanName(entry)
			made.Spans = append(made.Spans, span{Name: name, Member: member(name), All: codegen.CamelName("all-" + name), At: made.Captures.column(k), Repeats: t.Repeats>>k&1 != 0})
			if rule := naming.SpanRule(entry); slices.ContainsFunc(d.File.Rules, func(r codegen.Rule) bool { return strings.EqualFold(r.Name, rule) }) {
				made.Spans[k].Valid = function(rule)
			}
		}
	}
	d.Rules = append(d.Rules, made)
	return &d.Rules[len(d.Rules)-1]
}

// finish sets the tables and the starts of rules, unless names collide.
func (d *data) finish(names *scope) error {
	if err := names.err(); err != nil {
		return err
	}
	var list []*dfa.Automaton
	for _, r := range d.Rules {
		if r.Captures != nil {
			list = append(list, &r.Captures.Automaton)
		} else {
			list = append(list, r.Automaton)
		}
	}
	all := outputs{0}
	tables, starts, err := Tables(list, func(i int, s dfa.State) uint16 { return all.of(d.Rules[i].Captures, s) })
	if err != nil {
		return err
	}
	d.Tables = tables
	for i, s := range starts {
		d.Rules[i].Start = s
		d.Rules[i].Head = tables[s.Table].head(list[i], s.State)
		if d.Rules[i].Captures != nil {
			all.split(&tables[s.Table])
		}
	}
	return nil
}

// execute executes a template on d. An error is a bug in the template.
func (d *data) execute(name string) []byte {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, d); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Numbers formats a list of numbers for a literal, with line breaks.
func Numbers[T uint8 | uint16 | int](list []T) string {
	const perLine = 24
	var b strings.Builder
	for i, x := range list {
		switch {
		case i == 0:
		case i%perLine == 0:
			b.WriteString(",\n\t")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, x)
	}
	return b.String()
}

func quotedC(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString("\n\t{\"")
		for _, c := range []byte(s) {
			if ' ' <= c && c <= '~' && !strings.ContainsRune("\"\\?", rune(c)) { // ? begins trigraphs
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		fmt.Fprintf(&b, "\", %d},", len(s))
	}
	return b.String()
}

// Guard returns the name of the include guard.
func (d *data) Guard() string { return strings.ToUpper(d.Prefix) + "_H" }

// Parses reports whether a rule has spans.
func (d *data) Parses() bool {
	return slices.ContainsFunc(d.Rules, func(r rule) bool { return r.Captures != nil })
}

// Repeats reports whether a span of the file may occur more than once.
func (d *data) Repeats() bool {
	return slices.ContainsFunc(d.Rules, func(r rule) bool { return r.Captures != nil && r.Captures.Repeats != 0 })
}

// Prefix returns the prefix of C names in a file.
func Prefix(name string) string { return strings.ReplaceAll(name, "-", "_") }

// CName returns the name of a rule as part of C names.
func CName(rule string) string { return strings.ToLower(strings.ReplaceAll(rule, "-", "_")) }

func memberC(span string) string {
	name := CName(span)
	if slices.Contains(keywords, name) {
		return name + "_"
	}
	return name
}

// keywords are names that no member may have in C, in C++ or with compilers that define names of systems.
var keywords = strings.Fields(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char
	char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval
	constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export
	extern false float for friend goto i386 if inline int linux long mutable namespace new noexcept not
	not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
	return short signed sizeof static static_assert static_cast struct switch template this thread_local
	throw true try typedef typeid typename typeof union unix unsigned using virtual void volatile wchar_t
	while xor xor_eq`)

// A scope has the names that are taken, with their rules. The name of a member of a struct follows that of the struct
// and a period.
type scope struct {
	*codegen.File
	language string
	owner    map[string]string
	errs     []error
}

func newScope(f *codegen.File, language string) *scope {
	return &scope{f, language, make(map[string]string), nil}
}

func (s *scope) claim(rule, name string) {
	other, taken := s.owner[name]
	if !taken {
		s.owner[name] = rule
		return
	}
	_, member, isMember := strings.Cut(name, ".")
	if isMember {
		name = member
	}
	s.errs = append(s.errs, &codegen.NameError{Pos: s.Pos[rule], OtherPos: s.Pos[other], Rule: rule, Other: other, Name: name, Language: s.language, Span: isMember})
}

func (s *scope) err() error { return errors.Join(s.errs...) }
