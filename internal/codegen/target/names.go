package target

import (
	"errors"
	"slices"
	"strings"

	"example.org/iri/internal/codegen"
)

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
