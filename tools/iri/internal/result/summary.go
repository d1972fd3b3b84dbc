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
	Strings       int64      // read
	Found         int64      // invalid, or valid with Invert
	Invert        bool       // findings are valid strings
	Skipped       int64      // unreadable strings
	LeftOut       int64      // strings left out by --skip or .iriignore
	Unread        int64      // files not read to the end
	Unknown       int64      // files in folders with unknown formats
	Tables        int64      // tables in folders without the column
	Extensions    Extensions // of the files of Unknown and Tables
	Templates     int64      // strings left out as templates
	TemplateFiles int64      // files in folders that are templates of JSON, YAML or XML
	Folders       int64      // folders left out by name
	Ignored       int64      // files and folders left out by .gitignore
	Formats       []Counts
	Interrupted   bool
	Lost          string // error about a flag that matches nothing; may be ""

	groups []Group       // ordered by first finding
	index  map[Kind]int  // of groups
	scheme [maxName]byte // buffer of Add
}

// Counts are the numbers of a format.
type Counts struct {
	Format                string
	Files, Strings, Found int64
}

// A Kind is the common part of a group of findings.
type Kind struct {
	Rule      string // the rule of validation
	Reason    string // of the error; "" if the string is valid
	Component string // "" if the rule has no components
	Code      string // lint code
	Scheme    string // in lower case, or ""
}

func (k *Kind) Name() string { return cmp.Or(k.Reason, k.Code, "valid") }

type Group struct {
	Kind
	Count   int64
	Example Example // first finding
}

// An Example is a finding to show. Its picture is short and safe for terminals.
type Example struct {
	Text    string // at most maxExample bytes
	File    string
	Place   source.Place
	Column  int64 // of the error
	Message string
	Section string
	Picture show.Picture
}

// Where returns the position as list.txt:3:9.
func (x *Example) Where() string { return string(AppendWhere(nil, x.File, x.Place.Line, x.Column)) }

// Schemes are untrusted, so there is a limit.
const (
	maxName    = 32   // maximum length of a counted scheme
	maxGroups  = 1000 // from this number of groups on, new schemes are counted as other
	maxExample = 1024
	other      = "(other)"
)

func (s *Summary) complete() bool {
	return !s.Interrupted && s.Unread == 0 && s.Skipped == 0 && s.Lost == ""
}

func (s *Summary) Reset() {
	groups, index := s.groups[:0], s.index
	clear(index)
	*s = Summary{groups: groups, index: index}
}

// Add counts a finding. Findings must be added in order. It does not count strings.
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

// find returns the group of a finding, or nil. It searches the first groups, with most of the findings, without the
// index.
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

// schemeOf returns the scheme of a string in lower case. It is empty if the error is before its colon.
func (s *Summary) schemeOf(r *record.Record) []byte {
	if r.Reason != "" && r.Component == "" {
		return nil // the rule does not match whole references
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

// Merge adds the summary of the following strings. Merging summaries of blocks gives the same result for any division
// into blocks.
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

// Groups returns the groups, ordered by decreasing count and then by first finding.
func (s *Summary) Groups() []Group {
	groups := slices.Clone(s.groups)
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(b.Count, a.Count) })
	return groups
}
