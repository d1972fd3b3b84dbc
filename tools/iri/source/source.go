// Package source reads the strings in files, with their positions. A file may be a list
// of lines, a table, RDF, a page, compressed or not.
package source

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/tools/iri/source/internal/block"
)

type (
	// A Reader reads the strings of one file, in their order, into blocks.
	Reader = block.Reader
	// A Block holds strings, in the order of their file. It is used again and again.
	Block = block.Block
	// A Place is the position of a string in its file.
	Place = block.Place
	// An Error is an error of a file, not of a string in it.
	Error = block.Error
)

// Limits on blocks.
const (
	BlockSize = block.BlockSize // bytes from which on a block is full
	MaxText   = block.MaxText   // length of the longest text; a longer one is an *Error that goes on
)

// A Format is the format of a file, by the name that users write.
type Format string

const (
	Lines    Format = "lines"    // a string a line
	CSV      Format = "csv"      // RFC 4180; a string a row, in one column
	TSV      Format = "tsv"      // as registered at IANA: a tab ends a field, nothing is quoted
	JSONL    Format = "jsonl"    // a JSON value a line
	JSON     Format = "json"     // strings of known members, and absolute ones
	YAML     Format = "yaml"     // as JSON
	XML      Format = "xml"      // URLs of sitemaps, feeds and RDF
	NTriples Format = "ntriples" // RDF: every IRI
	NQuads   Format = "nquads"
	Turtle   Format = "turtle"
	TriG     Format = "trig"
	HTML     Format = "html"     // attributes that hold URLs
	Markdown Format = "markdown" // links, HTML, and URLs in plain text
	Text     Format = "text"     // URLs in prose
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{Lines, CSV, TSV, JSONL, JSON, YAML, XML, NTriples, NQuads, Turtle, TriG, HTML, Markdown, Text}
}

// FormatNames lists the names of all formats, for people.
func FormatNames() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// A FormatError is for a file of unknown format.
type FormatError struct{ Extension string }

func (e *FormatError) Error() string {
	if e.Extension == "" {
		return "a file without an extension has an unknown format"
	}
	return fmt.Sprintf("unknown extension %s; use --format lines for lines, or one of %s", e.Extension, FormatNames())
}

// FormatOf returns the format that the name of a file stands for, that of a compressed one as if it
// were not; "" if unknown. A name without an extension is that of a list.
func FormatOf(name string) Format { return extensions[ExtensionOf(name)] }

// ExtensionOf returns the extension of a name, without that of compression.
func ExtensionOf(name string) string {
	name = strings.TrimLeft(strings.ToLower(filepath.Base(name)), ".")
	for _, packed := range []string{".gz", ".zst", ".bz2"} {
		name = strings.TrimSuffix(name, packed)
	}
	return filepath.Ext(name)
}

var extensions = map[string]Format{
	"": Lines, ".txt": Lines, ".list": Lines, ".lst": Lines, ".urls": Lines,
	".csv": CSV, ".tsv": TSV, ".tab": TSV,
	".jsonl": JSONL, ".ndjson": JSONL, ".json": JSON, ".jsonld": JSON, ".yaml": YAML, ".yml": YAML,
	".xml": XML, ".rdf": XML, ".rss": XML, ".atom": XML, ".html": HTML, ".htm": HTML, ".xhtml": HTML,
	".nt": NTriples, ".nq": NQuads, ".ttl": Turtle, ".trig": TriG, ".md": Markdown, ".markdown": Markdown,
}

// Extensions lists the extensions of all formats, for people.
func Extensions() string { return strings.Join(slices.Sorted(maps.Keys(extensions))[1:], ", ") }

// Known reports whether the format is known of a file in a folder: not if it has no extension, and not
// of a table without a column.
func (o Options) Known(name string) bool {
	if o.Format != "" {
		return true
	}
	switch FormatOf(name) {
	case "":
		return false
	case CSV, TSV:
		return o.Column != ""
	}
	return ExtensionOf(name) != ""
}
