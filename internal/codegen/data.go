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

// fileData is what the templates have of a file.
type fileData struct {
	*File
	Rules  []ruleData
	Suffix string // of names in the test
}

// ruleData is what they have of a rule.
type ruleData struct {
	*Rule
	*names
	Spans  []spanData
	Tags   *dfa.Tagged // nil if there are no spans
	TagsAs string      // the name of Tags, or of its automaton if there is no more in the package
	Tagged string      // the name of its automaton
}

// spanData is what they have of a span of a rule.
type spanData struct {
	Name, Go string
	What     string // Name and, in parentheses, the path if it is another one
	Number   int
	Repeats  bool   // it may occur more than once
	Parts    string // the type that has the methods
	Tags     string // the table
	Digits   int
	Valid    string // the function that validates the span's rule, if it is in the file
	Suffix   string // of names in the test
}

// data returns what the templates have of a file. The error holds a [*NameError] for each pair of
// rules that would have a name in common.
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

// Noted returns how many notes on lists the result of a parse has room for: eight for each event that changes lists,
// at most 16 for each rule that repeats, and so many that the result has at most 512 bytes.
func (r *ruleData) Noted() int {
	const most, other, perSpan, perNote, few = 512, 48, 8, 8, 4
	lists := bits.OnesCount32(r.Tags.Repeats)
	kinds := int(slices.Max(append(slices.Clone(r.Tags.Automaton.Outputs), 0))) + 1 - int(r.Tags.FirstList)
	return min(8*min(2*lists, max(kinds, 1)), (most-other-perSpan*(len(r.Spans)-lists))/perNote-16-few)
}

// Repeats reports whether a span of a rule repeats.
func (d *fileData) Repeats() bool {
	return slices.ContainsFunc(d.Rules, func(r ruleData) bool { return r.Tags != nil && r.Tags.Repeats != 0 })
}

// letterOrDigit turns what has no place in the name of a rule into a hyphen.
func letterOrDigit(r rune) rune {
	if r < 0x80 && (isLower(byte(r)) || isUpper(byte(r)) || '0' <= r && r <= '9') {
		return r
	}
	return '-'
}

// Grammars lists the files that a package is made from.
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

// Base returns the name of the file without its folder, which differs between machines, as comments have it.
func (s Source) Base() string { return inComment(path.Base(s.Name)) }

// CommandLine returns the command as comments have it.
func (f *File) CommandLine() string { return inComment(f.Command) }

// inComment returns a string from outside as comments of all languages can have it: in one line, printable, and
// without what ends a comment.
func inComment(s string) string {
	quoted := strconv.Quote(s)
	return unquotedPairs.Replace(quoted[1 : len(quoted)-1])
}

var unquotedPairs = strings.NewReplacer(`\\`, `\\`, `\"`, `"`, "*/", `*\/`, "/*", `/\*`)

// Sum returns the SHA-256 of the string.
func (s Source) Sum() string { return fmt.Sprintf("%x", sha256.Sum256(s.Text)) }

// IsOctets reports whether the values of the grammar are octets.
func (s Source) IsOctets() bool { return s.Encoding == abnf.Octets }

// Events returns how many entries an array of events has.
func (r *ruleData) Events() int {
	if a := &r.Rule.Spans.Automaton; len(a.Outputs) > 0 && !a.InState {
		return 256
	}
	return 16
}

// decoder returns the decoder of spans.
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

// Decoding returns the code that finds the places of spans. It begins with what it needs of the length of the
// string and of notes.
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

// EndSets returns the sets of exceptions that apply, by accepting state.
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
