// Package sarif defines the objects of a SARIF 2.1.0 log (OASIS) that iri and abnfc use.
package sarif

import (
	"path/filepath"
	"strings"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/tools/internal/cli/show"
)

// A Log is a document with one run.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    [1]Run `json:"runs"`
}

// Values of the members of a [Log].
const (
	Schema  = "https://json.schemastore.org/sarif-2.1.0.json"
	Version = "2.1.0"
)

func NewLog(run Run) Log { return Log{Schema, Version, [1]Run{run}} }

type (
	Run struct {
		Tool    Tool     `json:"tool"`
		Columns string   `json:"columnKind"` // utf16CodeUnits or unicodeCodePoints
		Results []Result `json:"results"`

		Invocations []Invocation `json:"invocations,omitempty"`
	}
	Tool struct {
		Driver Driver `json:"driver"`
	}
	Driver struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		Rules   []Rule `json:"rules"`
	}
	Rule struct {
		ID    string  `json:"id"`
		Short Message `json:"shortDescription"`
		Help  Message `json:"help,omitzero"`
	}
	Result struct {
		RuleID    string     `json:"ruleId"`
		Level     string     `json:"level"` // note, warning or error
		Message   Message    `json:"message"`
		Locations []Location `json:"locations,omitempty"`
		Fixes     []Fix      `json:"fixes,omitempty"`
	}
	Fix struct {
		Changes []Change `json:"artifactChanges"`
	}
	Change struct {
		Artifact     Artifact      `json:"artifactLocation"`
		Replacements []Replacement `json:"replacements"`
	}
	Replacement struct {
		Deleted  Region `json:"deletedRegion"`
		Inserted Text   `json:"insertedContent"`
	}
	Text struct {
		Text string `json:"text"`
	}
	Location struct {
		Physical Physical `json:"physicalLocation"`
	}
	Physical struct {
		Artifact Artifact `json:"artifactLocation"`
		Region   *Region  `json:"region,omitempty"`
	}
	Artifact struct {
		URI string `json:"uri"`
	}
	Region struct {
		StartLine   int64    `json:"startLine"`   // from 1
		StartColumn int64    `json:"startColumn"` // from 1
		EndColumn   int64    `json:"endColumn,omitempty"`
		Snippet     *Message `json:"snippet,omitempty"`
	}
	Invocation struct {
		Successful bool           `json:"executionSuccessful"`
		Problems   []Notification `json:"toolExecutionNotifications,omitempty"`
	}
	Notification struct {
		Level     string     `json:"level"`
		Message   Message    `json:"message"`
		Locations []Location `json:"locations,omitempty"`
	}
)

// A Message is a text whose JSON has no invisible characters.
type Message struct{ Text string }

func (m Message) MarshalJSON() ([]byte, error) {
	return append(show.AppendJSON([]byte(`{"text":`), show.Safe(m.Text)), '}'), nil
}

// At returns a position in a file, or the file for line 0.
func At(file string, line, column int64) []Location {
	if line == 0 {
		return In(file, nil)
	}
	return In(file, &Region{StartLine: line, StartColumn: column})
}

// In returns a region of a file, or the file for nil.
func In(file string, r *Region) []Location { return []Location{{Physical{Artifact{URI(file)}, r}}} }

func Replacing(file string, r Region, text string) Fix {
	return Fix{[]Change{{Artifact{URI(file)}, []Replacement{{r, Text{text}}}}}}
}

// URI returns the URI of a file, or a relative reference for a relative path.
func URI(name string) string {
	if x, err := file.Unix.IRI(name); err == nil {
		return x.ToURI().String()
	}
	segments := strings.Split(filepath.ToSlash(name), "/")
	for i, s := range segments {
		segments[i] = iri.EncodeNonASCII(iri.EncodeSegment(s))
	}
	path := strings.Join(segments, "/")
	x, err := iri.Builder{}.Path(path).Reference()
	if err != nil { // the first segment looks like a scheme or an authority
		x, _ = iri.Builder{}.Path("./" + path).Reference()
	}
	return x.String()
}
