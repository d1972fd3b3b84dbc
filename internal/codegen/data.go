package codegen

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
)

// fileData is the data of a file for the templates.
type fileData struct {
	*File
	Rules  []ruleData
	Suffix string
}

type ruleData struct {
	*Rule
	*names
	Spans  []spanData
	Tags   *dfa.Tagged // nil without spans
	TagsAs string      // name of Tags, or of its automaton if the package needs nothing else
	Tagged string
}

type spanData struct {
	Name, Go string
	What     string // Name, followed by the path in parentheses if it differs
	Number   int
	Repeats  bool // it may occur more than once
	Parts    string
	Tags     string
	Digits   int
	Valid    string // function that validates the rule of the span, if the file has it
	Suffix   string
}

// data returns the data for the templates. The error wraps a [*NameError] for each pair of rules that would share a
// name.
func (f *File) data() (*fileData, error) {
	all, err := f.names()
	if err != nil {
		return nil, err
	}
	d := &fileData{File: f, Suffix: GoName(strings.Map(letterOrDigit, f.Name))}
	for i := range f.Rules {
		d.Rules = append(d.Rules, d.rule(&f.Rules[i], &all[i]))
	}
	return d, nil
}

func (d *fileData) rule(r *Rule, n *names) ruleData {
	data := ruleData{Rule: r, names: n, Tags: r.Spans, TagsAs: n.spans, Tagged: n.tagged}
	for k, method := range n.methods {
		span := spanData{
			Name: naming.SpanName(r.Spans.Names[k]), Go: method, Number: k, Repeats: r.Spans.Repeats>>k&1 != 0,
			Parts: n.parts, Tags: n.spans, Digits: r.digits(k), Suffix: d.Suffix,
		}
		path := naming.SpanPath(r.Spans.Names[k])
		rule := naming.SpanRule(r.Spans.Names[k])
		span.What = span.Name
		if len(path) > 1 || rule != span.Name {
			span.What += " (" + strings.Join(path, ".") + ")"
		}
		if slices.ContainsFunc(d.File.Rules, func(r Rule) bool { return strings.EqualFold(r.Name, rule) }) {
			span.Valid = "Valid" + GoName(rule)
		}
		data.Spans = append(data.Spans, span)
	}
	return data
}

// Noted returns the number of notes on lists in the result of a parse: eight for each event that changes lists, but at
// most 16 for each rule that repeats, and so few that the result has at most 512 bytes.
func (r *ruleData) Noted() int {
	const most, other, perSpan, perNote, few = 512, 48, 8, 8, 4
	lists := bits.OnesCount32(r.Tags.Repeats)
	kinds := int(slices.Max(append(slices.Clone(r.Tags.Automaton.Outputs), 0))) + 1 - int(r.Tags.FirstList)
	return min(8*min(2*lists, max(kinds, 1)), (most-other-perSpan*(len(r.Spans)-lists))/perNote-16-few)
}

// Repeats reports whether a span of the file repeats.
func (d *fileData) Repeats() bool {
	return slices.ContainsFunc(d.Rules, func(r ruleData) bool { return r.Tags != nil && r.Tags.Repeats != 0 })
}

func letterOrDigit(r rune) rune {
	if r < 0x80 && (isLower(byte(r)) || isUpper(byte(r)) || '0' <= r && r <= '9') {
		return r
	}
	return '-'
}

// Grammars returns the names of the files that the package is made from.
func (f *File) Grammars() string {
	var names []string
	for _, s := range f.Sources {
		names = append(names, s.Base())
	}
	return strings.Join(names, ", ")
}

// Parses reports whether a rule has spans.
func (d *fileData) Parses() bool {
	return slices.ContainsFunc(d.Rules, func(r ruleData) bool { return r.Tags != nil })
}

// HasInteger reports whether a span is an integer.
func (d *fileData) HasInteger() bool {
	return slices.ContainsFunc(d.Rules, func(r ruleData) bool {
		return slices.ContainsFunc(r.Spans, func(s spanData) bool { return s.Digits > 0 })
	})
}

// Base returns the name of the file for comments, without its folder, which differs between machines.
func (s Source) Base() string { return inComment(path.Base(s.Name)) }

// CommandLine returns the command for comments.
func (f *File) CommandLine() string { return inComment(f.Command) }

// inComment returns an untrusted string in a form for comments of all languages: on one line, printable, and without
// delimiters of comments.
func inComment(s string) string {
	quoted := strconv.Quote(s)
	return unquotedPairs.Replace(quoted[1 : len(quoted)-1])
}

var unquotedPairs = strings.NewReplacer(`\\`, `\\`, `\"`, `"`, "*/", `*\/`, "/*", `/\*`)

// Sum returns the SHA-256 of the text.
func (s Source) Sum() string { return fmt.Sprintf("%x", sha256.Sum256(s.Text)) }

func (s Source) IsOctets() bool { return s.Encoding == abnf.Octets }

// Events returns the number of last notes in a log.
func (r *ruleData) Events() int {
	if a := &r.Rule.Spans.Automaton; len(a.Outputs) > 0 && !a.InState {
		return 256
	}
	return 16
}

func (r *ruleData) decoder() *Decoder {
	log := "log"
	if r.Tags.Repeats != 0 {
		log = "at"
	}
	return &Decoder{Tagged: r.Tags, Language: &Language{
		Let: "%s := %s\n", Set: "if %s {\n%s = %s\n}\n", Note: "uint32(" + log + "[%[1]d])", Max: "max",
		Place: "uint32(%s)", Wide: "uint64(%s)", Present: "%s != 0", Absent: "%s == 0",
		Before:   fmt.Sprintf("ends := &%s[(state-%s.AcceptMin)>>%d]\n", r.names.Ends, r.Tagged, r.Tags.Automaton.Shift),
		OnEnd:    func(i int) string { return fmt.Sprintf("ends[%d]&%#x != 0", i/64, uint64(1)<<(i%64)) },
		Variable: func(place string, k int) string { return place + r.methods[k] },
	}}
}

// Decoding returns code that computes the places of spans, beginning with the variables it needs.
func (r *ruleData) Decoding() string {
	text := r.decoder().Decode()
	if r.Tags.Repeats != 0 && r.Events() == 16 && strings.Contains(text, "at[") {
		text = "at := parts.log[:]\nif more != nil {\nat = more\n}\n" + text
	}
	if usesLength.MatchString(text) {
		text = "n := uint32(len(s)) + 1\n" + text
	}
	return text
}

var usesLength = regexp.MustCompile(`\bn\b`)

// EndSets returns the set of exceptions that apply, by accepting state.
func (r *ruleData) EndSets() (sets [][]uint64) {
	list, apply := r.decoder().Exceptions()
	for _, final := range r.Tags.Final[r.Tags.Automaton.Number(r.Tags.Automaton.AcceptMin):] {
		set := make([]uint64, (len(list)+63)/64)
		for _, i := range apply[final] {
			set[i/64] |= 1 << (i % 64)
		}
		sets = append(sets, set)
	}
	return sets
}
