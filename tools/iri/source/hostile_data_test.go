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
