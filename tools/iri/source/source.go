// Package source reads the strings in files, with their positions. Files are lists of lines, tables, JSON, YAML, XML,
// RDF, HTML, Markdown or prose, optionally compressed.
package source

import (
	"fmt"
	"path/filepath"
	"strings"

	"example.org/iri/tools/iri/source/internal/block"
)

type (
	// A Reader reads the strings of a file into blocks, in order.
	Reader = block.Reader
	// A Block contains consecutive strings of a file. A Reader fills the same Block repeatedly.
	Block = block.Block
	// A Place is the position of a string in a file.
	Place = block.Place
	// An Error is an error of a file, not of a string in it.
	Error = block.Error
)

// Limits on blocks.
const (
	BlockSize = block.BlockSize // number of bytes at which a block is full
	MaxText   = block.MaxText   // maximum length of a string; a longer one is an *Error with GoesOn set
)

// CutLine returns the first line of text, without LF or CR LF, and the rest.
func CutLine(text []byte) (line, rest []byte) { return block.CutLine(text) }

// A Format is the name of a file format, as in --from.
type Format string

const (
	Lines    Format = "lines"    // one string a line
	CSV      Format = "csv"      // RFC 4180; one string a row
	TSV      Format = "tsv"      // as registered at IANA; tabs separate fields, without quoting
	JSONL    Format = "jsonl"    // one JSON value a line
	JSON     Format = "json"     // strings of known members, and absolute IRIs
	YAML     Format = "yaml"     // like JSON
	XML      Format = "xml"      // URLs in sitemaps, feeds, outlines, pictures and RDF
	NTriples Format = "ntriples" // RDF: every IRI
	NQuads   Format = "nquads"
	Turtle   Format = "turtle"
	TriG     Format = "trig"
	HTML     Format = "html"     // attributes with URLs
	Markdown Format = "markdown" // links, HTML, and URLs in plain text
	Text     Format = "text"     // URLs in prose
)

func Formats() []Format {
	return []Format{Lines, CSV, TSV, JSONL, JSON, YAML, XML, NTriples, NQuads, Turtle, TriG, HTML, Markdown, Text}
}

// FormatNames returns the names of all formats, separated by commas.
func FormatNames() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// A FormatError reports that the format of a file is unknown.
type FormatError struct{ Extension string }

func (e *FormatError) Error() string {
	if e.Extension == "" {
		return "a file without an extension has an unknown format"
	}
	return fmt.Sprintf("unknown extension %s; use --from lines for lines, or one of %s", e.Extension, FormatNames())
}

// FormatOf returns the format for the extension of a file name, or "". It ignores extensions of compression. Without an
// extension, it returns Lines.
func FormatOf(name string) Format { return extensions[ExtensionOf(name)] }

// ExtensionOf returns the extension of a file name in lower case. It ignores extensions of compression.
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
	".jsonl": JSONL, ".ndjson": JSONL, ".json": JSON, ".jsonc": JSON, ".code-workspace": JSON, ".jsonld": JSON, ".geojson": JSON, ".webmanifest": JSON,
	".yaml": YAML, ".yml": YAML,
	".xml": XML, ".rdf": XML, ".owl": XML, ".rss": XML, ".atom": XML, ".opml": XML, ".svg": XML, ".html": HTML, ".htm": HTML, ".xhtml": HTML,
	".nt": NTriples, ".nq": NQuads, ".ttl": Turtle, ".trig": TriG, ".md": Markdown, ".markdown": Markdown,
}

// FormatInFolder returns the format of a file found in a folder, or "". It is more careful than FormatOf: files without
// an extension are unknown, and extensions of lists other than .urls mean prose.
func (o Options) FormatInFolder(name string) Format {
	extension := ExtensionOf(name)
	if f, mapped := o.ByExtension[extension]; mapped {
		return f
	}
	switch extension {
	case "":
		return ""
	case ".txt", ".list", ".lst":
		return Text
	default:
		return extensions[extension]
	}
}

func (o Options) formatOf(name string) Format {
	if f, mapped := o.ByExtension[ExtensionOf(name)]; mapped {
		return f
	}
	return FormatOf(name)
}
