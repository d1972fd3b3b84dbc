package source

import (
	"bytes"
	"fmt"
	"strings"
)

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
