package source

import "strings"

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
