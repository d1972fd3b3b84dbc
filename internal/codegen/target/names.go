package target

import (
	"errors"
	"slices"
	"strings"

	"example.org/iri/internal/codegen"
)

// Prefix returns what names in C begin with in a file of a name.
func Prefix(name string) string { return strings.ReplaceAll(name, "-", "_") }

// CName returns the name of a rule as names in C have it.
func CName(rule string) string { return strings.ToLower(strings.ReplaceAll(rule, "-", "_")) }

// A style makes the names of a language.
type style struct {
	language string
	rule     func(string) string          // what functions for a rule have in their names
	member   func(string) string          // what holds a span
	names    func(*codegen.Rule) []string // what a rule is called at file level
	members  func(span string) []string   // what a span is called
}

// styleC is that of a file in which names begin with a prefix.
func styleC(prefix string) *style {
	names := func(r *codegen.Rule) (list []string) {
		name := CName(r.Name)
		list = append(list, prefix+"_valid_"+name, prefix+"_check_"+name)
		if r.Spans != nil {
			list = append(list, prefix+"_parse_"+name, prefix+"_"+name)
		}
		return list
	}
	return &style{"C", CName, memberC, names, func(span string) []string { return []string{memberC(span)} }}
}

var styleJavaScript = &style{
	"JavaScript", codegen.GoName, codegen.CamelName,
	func(r *codegen.Rule) []string { return []string{"valid" + codegen.GoName(r.Name)} },
	func(span string) []string { return []string{codegen.CamelName(span), allName(span)} },
}

// allName returns the name of the property that has all occurrences of a rule.
func allName(span string) string { return codegen.CamelName("all-" + span) }

// memberC returns the name of a member of a struct.
func memberC(span string) string {
	name := CName(span)
	if slices.Contains(keywords, name) {
		return name + "_"
	}
	return name
}

// keywords are what no member may be called in C, in C++ or by a compiler that defines names of systems.
var keywords = strings.Fields(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char
	char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval
	constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export
	extern false float for friend goto i386 if inline int linux long mutable namespace new noexcept not
	not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
	return short signed sizeof static static_assert static_cast struct switch template this thread_local
	throw true try typedef typeid typename typeof union unix unsigned using virtual void volatile wchar_t
	while xor xor_eq`)

// check returns a [*codegen.NameError] for each pair of rules that would have a name in common.
func (y *style) check(f *codegen.File, taken ...string) error {
	file := &scope{f, y.language, make(map[string]string)}
	for _, name := range taken {
		file.owner[name] = "what every file has"
	}
	var errs []error
	for i := range f.Rules {
		r := &f.Rules[i]
		errs = append(errs, file.claim(r.Name, y.names(r)...))
		if r.Spans == nil {
			continue
		}
		members := &scope{f, y.language, make(map[string]string)}
		for _, span := range r.Spans.Names {
			errs = append(errs, members.claim(span, y.members(span)...))
		}
	}
	return errors.Join(errs...)
}

// scope holds the names that are taken, each with the rule that it is made of.
type scope struct {
	*codegen.File
	language string
	owner    map[string]string
}

// claim takes names for a rule. It returns an error for the first of them that is taken already.
func (s *scope) claim(rule string, names ...string) error {
	for _, name := range names {
		if other, taken := s.owner[name]; taken {
			return &codegen.NameError{Pos: s.Pos[rule], OtherPos: s.Pos[other], Rule: rule, Other: other, Name: name, Language: s.language}
		}
		s.owner[name] = rule
	}
	return nil
}
