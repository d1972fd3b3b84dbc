package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

func repeat(text string, size int) []byte { return bytes.Repeat([]byte(text), size/len(text)) }

func repeated(text string) func(int) []byte {
	return func(size int) []byte { return repeat(text, size) }
}

func between(before, text, after string) func(int) []byte {
	return func(size int) []byte { return slices.Concat([]byte(before), repeat(text, size), []byte(after)) }
}

func numbered(text string) func(int) []byte {
	return func(size int) (file []byte) {
		for i := 0; len(file) < size; i++ {
			file = fmt.Appendf(file, text, i)
		}
		return file
	}
}

func hostileData() []hostile {
	return slices.Concat(hostileLines(), hostileTables(), hostileJSON(), hostileYAML(), hostileXML(), hostileRDF(), hostilePacked())
}

func hostileLines() []hostile {
	row := func(name string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: Lines}, make: make, size: 2 << 20} // several blocks
	}
	records := row("NUL", repeated("\x00"))
	records.options.NUL = true
	return []hostile{
		records,
		row("line feeds", repeated("\n")),
		row("carriage returns", repeated("\r")),
		row("one line", repeated("a")),
		row("lines that are too long", between(strings.Repeat(strings.Repeat("a", MaxText+1)+"\n", 2), "a", "")),
		row("NUL in lines", between(strings.Repeat("a", bufferSize), "\x00", "")),
	}
}

func hostileTables() []hostile {
	csv := func(name, column string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: CSV, Column: column}, make: make}
	}
	tsv := func(name, column string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: TSV, Column: column}, make: make}
	}
	keep := csv("kept rows", "1", repeated("\"a\"\"\",b\r\n"))
	keep.options.Keep = true
	delimiter := csv("other delimiter", "2", repeated("aé"))
	delimiter.options.Delimiter = 'é'
	cells := csv("too many cells", "1", repeated(","))
	cells.size, cells.refused = 2<<20, "cells"
	columns := tsv("too many columns", "a", repeated("\t"))
	columns.size, columns.refused = 2<<20, "cells"
	return []hostile{
		keep, delimiter, cells, columns,
		csv("cells", "1", repeated(",")),
		csv("cells and the last column", "200000", between("", ",", "\n")),
		csv("columns", "a", between("a", ",", "\nb\n")),
		csv("rows without the column", "2", repeated("a\n")),
		csv("empty rows", "1", repeated("\n")),
		csv("carriage returns", "1", between("a\n", "\r", "")),
		csv("quotation marks", "1", between("\"", "\"\"", "\"\n")),
		csv("lines in a cell", "1", between("\"", "\n", "\"\n")),
		csv("rows of lines in a cell", "2", repeated("\"a\n\n\n\",\"b\n\"\n")),
		csv("open quotation", "1", between("\"", "a", "")),
		csv("wrong quotation marks", "1", repeated("a\"\n")),
		csv("one cell", "1", repeated("a")),
		tsv("cells", "1", repeated("\t")),
		tsv("cells and the last column", "200000", repeated("\t")),
		tsv("columns", "a", between("a", "\t", "\nb\n")),
		tsv("other columns", "a", between("a", "\tb", "\nb\n")),
		tsv("rows without the column", "2", repeated("a\n")),
		tsv("empty rows", "1", repeated("\n")),
	}
}

func hostileJSON() (all []hostile) {
	for _, format := range []Format{JSON, JSONL} {
		row := func(name, refused string, o Options, make func(int) []byte) {
			o.Format, o.Base = format, "http://example.org/"
			if format == JSONL || refused == "not a string" { // GoesOn is set
				refused = ""
			}
			all = append(all, hostile{name: name, options: o, make: make, refused: refused})
		}
		everything := Options{All: true}
		row("arrays in another", "depth", everything, repeated("["))
		row("objects in another", "depth", everything, repeated(`{"a":`))
		row("objects in another that are skipped", "depth", Options{Field: "b"}, repeated(`{"a":`))
		row("nested as deep as may be", "", everything, repeated(strings.Repeat("[", 9999)+strings.Repeat("]", 9999)+"\n"))
		all[len(all)-1].size = usualSize
		row("array", "", everything, between("[", "0,", "0]"))
		row("array of strings", "", everything, between("[", `"",`, "0]"))
		row("array of URLs", "", Options{}, between("[", `"a://b",`, "0]"))
		row("array of templates", "", Options{}, between("[", `"a://{b}",`, "0]"))
		row("a sentence", "", Options{}, between(`{"a": "a://b`, " c", `"}`))
		row("a list of URLs", "", Options{}, between(`{"a": "a://b`, ",a:/(", `"}`))
		row("array of numbers in place of strings", "not a string", Options{Field: "#"}, between("[", "0,", "0]"))
		row("names", "", everything, between("{", `"a":0,`, `"b":0}`))
		row("other names", "", everything, func(size int) []byte {
			return slices.Concat([]byte("{"), numbered(`"a%d":0,`)(size), []byte(`"b":0}`))
		})
		row("references", "", Options{}, between("[", `{"$ref":"b"},`, "0]"))
		row("values", "", everything, repeated("0 "))
		row("lines", "", everything, repeated("0\n"))
		row("white space", "", everything, repeated(" "))
		row("white space between values", "", everything, between("[", "0,\n\n\n\n\n\n\n", "0]"))
		row("comments", "", everything, between("[", "/* */0,// \n", "0]"))
		row("comment without an end", "invalid character '/'", everything, between("[/*", "*", ""))
		row("white space after a comma", "", everything, between("[0,", " \n", "0]"))
		row("string", "", everything, between(`"`, "a", `"`))
		row("string of escapes", "", everything, between(`"`, `\n`, `"`))
		row("string of surrogates", "", everything, between(`"`, `\ud83d\ude00`, `"`))
		row("string of broken UTF-8", "", everything, between(`"`, "\xff", `"`))
		row("name of escapes", "", everything, between(`{"`, `\n`, `":0}`))
		row("number", "", everything, between("1", "0", ""))
		row("number with an exponent", "", everything, between("1e", "0", ""))
		row("string without an end", "EOF", everything, between(`"`, "a", ""))
		row("array without an end", "EOF", everything, between("[", "0,", ""))
		row("broken lines", "broken", everything, repeated("}\n"))
		row("string that is skipped", "", Options{Field: "b"}, between(`{"a":"`, "a", `"}`))
		row("strings that are skipped", "", Options{Field: "b"}, between(`{"a":[`, `"a",`, `0]}`))
		row("contexts", "", Options{}, between("[", `{"@context":{"@base":"a/"},"@id":"b"},`, "0]"))
		row("contexts after members", "", Options{}, between("[", `{"@id":"b","@context":{"@base":"a/"}},`, "0]"))
		row("contexts in another", "EOF", Options{}, repeated(`{"@context":{"@base":"`+longSegment+`"},"url":`))
		all[len(all)-1].size = usualSize
		row("base IRIs of one object", "", Options{}, between(`{"@context":[`, `{"@base":"`+longSegment+`"},`, `0],"url":""}`))
		row("absolute base IRIs of one object", "", Options{}, between(`{"@context":[`, `{"@base":"http://a/"},`, `0],"url":""}`))
		row("contexts that undo all", "", Options{}, between(`{"@context":[`, `null,`, `0],"url":""}`))
		row("long context", "", Options{}, between(`{"@context":{`, `"a":{"@id":"b","@context":{"@base":"c"}},`, `"@base":"c"}}`))
		row("long base IRI", "", Options{}, between(`{"@context":{"@base":"http://a/`+strings.Repeat("b", 300)+`"},"url":[`, `"",`, `""]}`))
		row("strings before a context", "", Options{}, between(`{"url":[`, `"",`, `""],"@context":{"@base":"http://a/"}}`))
		all[len(all)-1].size = usualSize
		row("long strings before a context", "", Options{}, between(`{"url":[`, `"`+strings.Repeat("b", 1000)+`",`, `""],"@context":{"@base":"http://a/"}}`))
		row("objects without a context", "", Options{}, between(`{"url":[`, `{"url":"b"},`, `0]}`))
		row("objects without a context in another", "depth", Options{}, repeated(`{"url":"b","a":`))
		all[len(all)-1].size = limitSize
		row("contexts as deep as may be", "", Options{}, deepContexts)
		row("long path", "", Options{Field: "*.#.*.#.*"}, between("[", `{"a":[{"a":["b"]}]},`, "{}]"))
	}
	return all
}

// longSegment is a path segment of a base IRI. Resolved in sequence, a few hundred reach the limit of base IRIs.
var longSegment = strings.Repeat("a", 50) + "/"

// deepContexts returns nested objects, each with a base IRI of maximum length.
func deepContexts(size int) []byte {
	const outer, inner = `{"@context":{"@base":"http://a/%s/"},"url":`, `{"@context":{"@base":"c"},"@id":"d","url":`
	deep := min(9000, size/len(inner))
	text := fmt.Sprintf(outer, strings.Repeat("b", 8000)) + strings.Repeat(inner, deep) + "0" + strings.Repeat("}", deep+1) + "\n"
	return bytes.Repeat([]byte(text), max(1, size/len(text)))
}

// hostilePacked returns compressed files, whose sizes are those of the content.
func hostilePacked() (all []hostile) {
	for _, text := range []struct {
		name string
		make func(int) []byte
	}{{"zeros", repeated("\x00")}, {"line feeds", repeated("\n")}, {"lines", numbered("http://example.org/%d\n")}} {
		row := func(name string, pack func([]byte) []byte) {
			h := hostile{name: name + " of " + text.name, options: Options{Format: Lines, NUL: true}, size: limitSize}
			h.make = func(size int) []byte { return pack(text.make(size)) }
			all = append(all, h)
		}
		row("gzip", pack)
		row("gzip members", func(text []byte) (file []byte) {
			for piece := range slices.Chunk(text, 1<<10) {
				file = append(file, pack(piece)...)
			}
			return file
		})
		row("zstd", zstandard)
	}
	return all
}

func zstandard(text []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(text, nil)
}

func hostileYAML() []hostile {
	row := func(name string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: YAML, Base: "http://example.org/"}, make: make}
	}
	refused := func(name, message string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: YAML}, make: make, refused: message}
	}
	all := func(name string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: YAML, All: true}, make: make}
	}
	usual := func(h hostile) hostile {
		h.size = usualSize
		return h
	}
	small := func(h hostile) hostile { // twice this size is still below the limit
		h.size = 128 << 10
		return h
	}
	large := func(h hostile) hostile { // smaller files are below the limit
		h.size = 2 << 20
		return h
	}
	return []hostile{
		small(all("sequence on one line", between("[", "a,", "]"))),
		all("sequence on one line with URLs", between("[", "a://é,", "]")),
		row("contexts", repeated("- {\"@context\": {\"@base\": a/}, \"@id\": b}\n")),
		row("base IRIs of one mapping", between("{\"@context\": [", "{\"@base\": "+longSegment+"},", "], url: a}")),
		row("base IRIs that do not count", between("{\"@context\": [", "{\"@base\": \"@\"},", "], url: a}")),
		row("contexts in another", repeated(strings.Repeat("{\"@context\": {\"@base\": a}, url: ", 300)+strings.Repeat("}", 300)+"\n---\n")),
		small(row("long base IRI", between("{\"@context\": {\"@base\": \"http://a/"+strings.Repeat("b", 300)+"\"}, url: [", "b,", "]}"))),
		row("documents", repeated("---\na\n")),
		row("documents with comments", repeated("#\n---\n#\na #\n#\n...\n#\n")),
		row("keys", numbered("a%d: b\n")),
		row("one key", repeated("a: b\n")),
		row("explicit keys", repeated("? a\n")),
		row("keys with sequences", repeated("a:\n- url: a\n")),
		small(refused("flow sequences in another", "depth", repeated("["))),
		refused("flow mappings in another", "depth", repeated("{a: ")),
		refused("block sequences in another", "depth", repeated("- ")),
		refused("block mappings in another", "depth", repeated("? ")),
		usual(row("nested as deep as may be", repeated(strings.Repeat("[", 9990)+strings.Repeat("]", 9990)+"\n---\n"))),
		row("nested blocks", indented),
		row("lines of a plain scalar", between("a: ", "b\n ", "\n")),
		row("empty lines of a plain scalar", between("a: b", "\n", " c")),
		row("lines of a quoted scalar", between("a: \"", "b\n ", "\"")),
		row("blanks in a quoted scalar", between("a: \"", " \n", "\"")),
		row("escapes", between("url: \"", "\\x41", "\"")),
		row("quotes", between("url: '", "''", "'")),
		row("literal", between("url: |\n", " a\n", "")),
		row("folded", between("url: >\n", " a\n\n", "")),
		row("literal of empty lines", between("url: |+\n", "\n", "")),
		row("comments", repeated("# a\n")),
		row("comments and keys", repeated("# a\n\n# b\na: b # c\n# d\n")),
		row("comments in a sequence", between("[", "a, # b\n", "]")),
		row("one long comment", repeated("#")),
		row("blanks", repeated(" ")),
		row("blanks before a comment", repeated(strings.Repeat(" ", 600)+"#\n")),
		row("line feeds", repeated("\n")),
		row("carriage returns", repeated("a: b\r")),
		row("broken UTF-8", repeated("a: \xff\n")),
		row("line separators", repeated("\u2028")),
		row("long plain scalar", between("url: http://", "a", "\n")),
		row("long digits", between("- 1", "0", "\n")),
		row("underscores", between("- 1", "_", "\n")),
		refused("long key", "mapping values", between("a", "a", ": b\n")),
		row("long anchor", between("&a", "a", " b\n")),
		row("long tag", between("!a", "a", " b\n")),
		row("long tag of hexadecimal numbers", between("!a", "%41", " b\n")),
		row("anchors", numbered("- &a%d a://b\n")),
		row("one anchor", repeated("- &a a://b\n")),
		row("aliases", between("- &a a://b\n", "- *a\n", "")),
		row("aliases of aliases", aliases),
		row("tags", repeated("- !a a://b\n")),
		small(row("tags before a comment", repeated("- !a # b\n  a://b\n"))),
		row("references", repeated("- $ref: a\n")),
		row("references on one line", between("[", "{$ref: é},", "]")),
		row("tagged references on one line", between("[", "{$ref: !t &a é},", "]")),
		row("merge keys", repeated("- <<: {a: b}\n")),
		large(refused("sequence with other line breaks", "values", repeated("-\u0085"))),
		large(refused("sequence with line separators", "values", repeated("-\u2028"))),
		large(refused("keys with other line breaks", "values", repeated("?\u0085"))),
		large(refused("comments with other line breaks", "values", repeated("\u0085#"))),
		refused("tag directives", "directives", numbered("%%TAG !a%d! b\n")),
		small(refused("text like a template", "depth", repeated("{{\n"))),
	}
}

// indented returns nested YAML blocks, each indented by one more space.
func indented(size int) (file []byte) {
	for i := 0; len(file) < size; i++ {
		file = append(append(file, bytes.Repeat([]byte(" "), i)...), "a:\n"...)
	}
	return file
}

// aliases returns YAML in which each sequence refers to the previous one several times.
func aliases(size int) []byte {
	file := []byte("- &a0 [a]\n")
	for i := 1; len(file) < size; i++ {
		file = fmt.Appendf(file, "- &a%d [*a%d, *a%[2]d]\n", i, i-1)
	}
	return file
}

func hostileRDF() (all []hostile) {
	row := func(format Format, name, refused string, make func(int) []byte) {
		all = append(all, hostile{name: name, options: Options{Format: format, Base: "http://example.org/"}, make: make, refused: refused})
	}
	for _, format := range []Format{NTriples, NQuads} {
		row(format, "lines", "", repeated("<a:> <b:> <c:>.\n"))
		row(format, "lines with escapes", "", repeated("<a:\\u0041> <b:> <c:>.\n"))
		row(format, "wrong lines", "", repeated("a\n"))
		row(format, "empty lines", "", repeated("\n"))
		row(format, "carriage returns", "", repeated("\r"))
		row(format, "lines without an end", "", repeated("<a:> "))
		row(format, "brackets", "", repeated("<"))
		row(format, "open brackets on lines", "", repeated("<\n"))
		row(format, "long IRI", "", between("<", "a", "> <b:> <c:>.\n"))
		row(format, "long literal", "", between("<a:> <b:> \"", "c", "\".\n"))
		row(format, "literal of escapes", "", between("<a:> <b:> \"", "\\n", "\".\n"))
		row(format, "literal without an end", "", between("<a:> <b:> \"", "c", ""))
		row(format, "quotation marks", "", repeated("\""))
		row(format, "comments", "", repeated("#\n"))
		row(format, "long comment", "", repeated("#"))
		row(format, "dots of a label", "", between("_:a", ".", "\n"))
		row(format, "labels with dots", "", repeated("_:a..... "))
		row(format, "triples in another", "", repeated("<<( "))
		row(format, "broken UTF-8", "", repeated("\xe2\x80\n"))
	}
	for _, format := range []Format{Turtle, TriG} {
		row(format, "base that grows", "base IRI", repeated("@base <a/>.\n"))
		row(format, "prefix that grows", "prefix", repeated("@base <a/>.@prefix a: <b>.\n"))
		row(format, "long prefix", "prefix", between("@prefix a: <http://a/", "b", ">. a: a: a: .\n"))
		row(format, "use of a prefix", "", between("@prefix a: <http://a/"+strings.Repeat("b", 1000)+">. a: a: ", "a:,", "a:."))
		row(format, "prefixes", "", numbered("@prefix a%d: <b:>.\n"))
		row(format, "one prefix", "", repeated("@prefix a: <b:>.\n"))
		row(format, "unknown prefixes", "", between("<a> <b> ", "c:d, ", "<e>."))
		row(format, "lists in another", "end", between("<a> <b> ", "(", ""))
		row(format, "blank nodes in another", "end", between("<a> <b> ", "[<b> ", ""))
		row(format, "lists", "", between("<a> <b> ", "(),", "<c>."))
		row(format, "triples in another", "end", repeated("<< "))
		row(format, "annotations in another", "end", between("<a> <b> <c> ", "{| <a> <b> ", ""))
		row(format, "references", "", between("<a> <b> ", "<>,", "<c>."))
		row(format, "long reference", "", between("<a> <b> <", "a", ">."))
		row(format, "reference of dots", "", between("<a> <b> <", "../", ">."))
		row(format, "reference of escapes", "", between("<a> <b> <", "\\u0041", ">."))
		row(format, "long literal", "", between("<a> <b> '''", "''a", "'''."))
		row(format, "lines of a literal", "", between("<a> <b> '''", "\n", "'''."))
		row(format, "literal without an end", "unterminated", between("<a> <b> '''", "a", ""))
		row(format, "long local name", "", between("@prefix a: <b:>. a:a a:a a:", "%41", "."))
		row(format, "escapes in a local name", "", between("@prefix a: <b:>. a:a a:a a:", "\\-", "."))
		row(format, "dots in a local name", "expected", between("@prefix a: <b:>. a:a a:a a:a", ".", ""))
		row(format, "local names with dots", "", between("@prefix a: <b:>. a:a a:a ", "a:a...b, ", "a:a."))
		row(format, "long number", "", between("<a> <b> 1", "0", "."))
		row(format, "dots", "expected", repeated("."))
		row(format, "semicolons", "", between("<a> <b> <c> ", ";", "."))
		row(format, "comments", "", repeated("#\n"))
		row(format, "blanks", "", repeated(" "))
		row(format, "line feeds", "", repeated("\n"))
		row(format, "brackets", "expected", between("<a> ", "<", ">."))
	}
	row(TriG, "graphs", "", repeated("<a> {<b> <c> <d>}\n"))
	return all
}
