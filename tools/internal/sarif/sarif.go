// Package sarif has the objects of a log of SARIF 2.1.0 (OASIS), as far as the commands iri and abnfc use them.
package sarif

import (
	"path/filepath"
	"strings"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/tools/internal/cli/show"
)

// A Log is a document of one run.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    [1]Run `json:"runs"`
}

// What Schema and Version of a [Log] are.
const (
	Schema  = "https://json.schemastore.org/sarif-2.1.0.json"
	Version = "2.1.0"
)

// NewLog returns a document of a run.
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

// A Message is a text. Its JSON has no character that cannot be seen.
type Message struct{ Text string }

func (m Message) MarshalJSON() ([]byte, error) {
	return append(show.AppendJSON([]byte(`{"text":`), show.Safe(m.Text)), '}'), nil
}

// At returns a place in a file, or the file if the line is 0.
func At(file string, line, column int64) []Location {
	if line == 0 {
		return In(file, nil)
	}
	return In(file, &Region{StartLine: line, StartColumn: column})
}

// In returns a region of a file, or the file if the region is nil.
func In(file string, r *Region) []Location { return []Location{{Physical{Artifact{URI(file)}, r}}} }

// Replacing returns a fix that replaces a region of a file by a text.
func Replacing(file string, r Region, text string) Fix {
	return Fix{[]Change{{Artifact{URI(file)}, []Replacement{{r, Text{text}}}}}}
}

// URI returns the URI of a file, or a relative reference if the path is relative.
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
	if err != nil { // the first segment would be a scheme, or an authority
		x, _ = iri.Builder{}.Path("./" + path).Reference()
	}
	return x.String()
}
