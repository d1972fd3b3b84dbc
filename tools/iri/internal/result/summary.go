package result

import (
	"cmp"
	"slices"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// A Summary counts strings and findings.
type Summary struct {
	Strings       int64      // strings that were read
	Found         int64      // those of them that are invalid, or valid with Invert
	Invert        bool       // findings are valid strings
	Skipped       int64      // strings that could not be read
	LeftOut       int64      // strings that expressions of --skip or .iriignore leave out
	Unread        int64      // files that could not be read to their end
	Unknown       int64      // files in folders of unknown format; they are not read
	Tables        int64      // tables in folders without the column
	Extensions    Extensions // of files of unknown format and of tables without the column
	Templates     int64      // strings that were left out, since they are templates
	TemplateFiles int64      // files in folders that are templates of JSON, YAML or XML; they are not read
	Folders       int64      // folders that are left out because of their names
	Ignored       int64      // files and folders that patterns of .gitignore have left out
	Formats       []Counts
	Interrupted   bool
	Lost          string // that a flag matches nothing in any file; "" if it does

	groups []Group       // in the order of their first findings
	index  map[Kind]int  // in groups
	scheme [maxName]byte // scratch of Add
}

// Counts are the numbers of a format.
type Counts struct {
	Format                string
	Files, Strings, Found int64
}

// A Kind is what findings have in common.
type Kind struct {
	Rule      string // the rule that strings were validated by
	Reason    string // of the error; "" if the string is valid
	Component string // "" if the rule does not have components
	Code      string // of a finding of lint
	Scheme    string // of the string, in lower case; "" if it has none
}

// Name returns what findings of a kind are called in tables.
func (k *Kind) Name() string { return cmp.Or(k.Reason, k.Code, "valid") }

// A Group is the findings of a kind.
type Group struct {
	Kind
	Count   int64
	Example Example // the first
}

// An Example is a finding to look at. The picture is short, and harmless on a terminal.
type Example struct {
	Text    string // the first maxExample bytes of the string
	File    string
	Place   source.Place
	Column  int64 // of the error
	Message string
	Section string
	Picture show.Picture
}

// Where returns the place as other programs write it: list.txt:3:9.
func (x *Example) Where() string { return string(AppendWhere(nil, x.File, x.Place.Line, x.Column)) }

// Schemes come from untrusted input, so there is a limit to what is kept of them.
const (
	maxName    = 32   // longest scheme that is counted by name
	maxGroups  = 1000 // groups from which on no new scheme is counted by name
	maxExample = 1024
	other      = "(other)"
)

// complete reports whether all was read.
func (s *Summary) complete() bool {
	return !s.Interrupted && s.Unread == 0 && s.Skipped == 0 && s.Lost == ""
}

// Reset forgets all.
func (s *Summary) Reset() {
	groups, index := s.groups[:0], s.index
	clear(index)
	*s = Summary{groups: groups, index: index}
}

// Add counts a finding, which is after those added before. It counts neither strings nor those of
// them that have one or several findings.
func (s *Summary) Add(r *record.Record) {
	scheme := s.schemeOf(r)
	if g := s.find(r, scheme); g != nil {
		g.Count++
		return
	}
	s.insert(Group{kindOf(r, scheme), 1, Example{string(record.Head(r.Text, maxExample)), r.File, r.Place, r.Column(), messageOf(r), r.SectionName(), pictureOf(r)}})
}

func kindOf(r *record.Record, scheme []byte) Kind {
	return Kind{r.Rule, r.Reason, r.Component, r.Code, string(scheme)}
}

// find returns the group of a finding about a string with a scheme, or nil. It searches the first few groups, which have most
// findings, without the index.
func (s *Summary) find(r *record.Record, scheme []byte) *Group {
	const few = 16
	for i := range s.groups[:min(few, len(s.groups))] {
		g := &s.groups[i]
		if g.Reason == r.Reason && g.Component == r.Component && g.Scheme == string(scheme) && g.Rule == r.Rule && g.Code == r.Code {
			return g
		}
	}
	if len(s.groups) > few {
		if i, known := s.index[kindOf(r, scheme)]; known {
			return &s.groups[i]
		}
	}
	return nil
}

// schemeOf returns the scheme of a string in lower case, which is empty if the error is in it or before its
// colon.
func (s *Summary) schemeOf(r *record.Record) []byte {
	if r.Reason != "" && r.Component == "" {
		return nil // the rule is not about whole references
	}
	text := r.Text
	n := rule.Scheme.Prefix(text)
	switch {
	case n <= 0 || n == len(text) || text[n] != ':':
		return nil
	case n > maxName:
		return append(s.scheme[:0], other...)
	}
	scheme := append(s.scheme[:0], text[:n]...)
	for i, b := range scheme {
		if 'A' <= b && b <= 'Z' {
			scheme[i] = b - 'A' + 'a'
		}
	}
	return scheme
}

func (s *Summary) insert(g Group) {
	if s.index == nil {
		s.index = make(map[Kind]int)
	}
	s.index[g.Kind] = len(s.groups)
	s.groups = append(s.groups, g)
}

// Merge adds what was counted of the strings that follow. A caller that merges the summaries of blocks one
// after the other gets the same, whatever the blocks.
func (s *Summary) Merge(next *Summary) {
	s.Strings += next.Strings
	s.Found += next.Found
	s.Skipped += next.Skipped
	s.Unread += next.Unread
	s.Interrupted = s.Interrupted || next.Interrupted
	for _, g := range next.groups {
		i, known := s.index[g.Kind]
		if !known && len(s.groups) >= maxGroups {
			g.Scheme = other
			i, known = s.index[g.Kind]
		}
		if known {
			s.groups[i].Count += g.Count
		} else {
			s.insert(g)
		}
	}
}

// Groups returns the groups, the largest first, and of those as large the one found first.
func (s *Summary) Groups() []Group {
	groups := slices.Clone(s.groups)
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(b.Count, a.Count) })
	return groups
}
