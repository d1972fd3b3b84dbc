package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func hostileMarkup() []hostile {
	return slices.Concat(hostileText(), hostileTags(), hostileHTML(), hostileMarkdown())
}

func hostileText() []hostile {
	t := Options{Format: Text}
	files := []hostile{
		{name: "entities", options: t, make: after("a://x", "&a;")},
		{name: "open angle brackets", options: t, make: repeated("<a://b ")},
		{name: "open brackets of links", options: t, make: repeated("](a://b ")},
		{name: "open brackets that never close", options: t, make: repeated("](a://(")},
		{name: "words with apostrophes", options: t, make: repeated("'a://b'c ")},
		{name: "open quotation marks", options: t, make: repeated("„a://b «a://c ‹a://d ‘a://e ")},
		{name: "parentheses", options: t, make: around("a://b", "(", ")")},
		{name: "closing brackets", options: t, make: after("a://b", ")]}>”’»›")},
		{name: "punctuation", options: t, make: after("a://b", ".,;:!?")},
		{name: "semicolons", options: t, make: after("a://b", "&aaaaaaa;;")},
		{name: "colons", options: t, make: repeated(":")},
		{name: "bare schemes", options: t, make: repeated("urn:")},
		{name: "empty URLs", options: t, make: repeated("a://,")},
		{name: "a quotation of white space", options: t, make: around(`"a://`, " ", "\u00a0")},
		{name: "a long scheme", options: t, make: repeated("a")},
		{name: "white space before ends", options: t, make: repeated(`"a:// "`)},
		{name: "URLs", options: t, make: repeated("a://b ")},
		{name: "open brackets in URLs", options: t, make: repeated("a://b/(")},
		{name: "open brackets before URLs", options: t, make: repeated("urn:a:b(c")},
		{name: "open brackets of all kinds", options: t, make: repeated("a://b/（c/[d/【e/{f/«")},
		{name: "an open bracket and many closed ones", options: t, make: after("a://b/(", "(c)")},
		{name: "brackets that cross", options: t, make: repeated("a://b/([)]")},
		{name: "closing brackets before URLs", options: t, make: repeated(")]}a://b)")},
		{name: "apostrophes that open", options: t, make: repeated("a://b/'c")},
		{name: "apostrophes in a URL", options: t, make: after("a://b", "/'c'd")},
		{name: "quotation marks in a URL", options: t, make: after("a://b", `/="c"d`)},
		{name: "quotation marks without ends", options: t, make: repeated(`a://b/="c`)},
		{name: "open templates", options: t, make: repeated("a://{{ b ${ <% {% ")},
		{name: "templates", options: t, make: after("a://b", "{{ a }}")},
		{name: "templates that end once", options: t, make: inside("", "a://b{{ ", "}}")},
		{name: "commas", options: t, make: after("a://b", ",a")},
		{name: "commas and colons", options: t, make: after("a://b", ",a:")},
		{name: "separated URLs", options: t, make: repeated("a://b,")},
		{name: "full stops and URLs", options: t, make: after("a://b", ".a://c")},
		{name: "URLs in values", options: t, make: after("a://b?", "c=a://b,")},
		{name: "labels of hosts", options: t, make: after("a://b", ".cя")},
		{name: "a host of scripts", options: t, make: after("a://b.", "cя")},
		{name: "user information", options: t, make: after("a://b", "@c(")},
		{name: "addresses", options: t, make: repeated("mailto:a")},
		{name: "an address", options: t, make: after("mailto:", "a")},
		{name: "lists of addresses", options: t, make: repeated("mailto:a@b,")},
		{name: "namespaces", options: t, make: repeated("urn:a:")},
		{name: "coordinates", options: t, make: repeated("geo:1,")},
		{name: "telephones", options: t, make: repeated("tel:1")},
		{name: "bitcoins", options: t, make: repeated("bitcoin:abcdefghijklmnopqrstuvwxyz")},
		{name: "web schemes", options: t, make: repeated("a.http")},
		{name: "escaped web schemes", options: t, make: repeated(`\nhttp://a`)},
		{name: "backslashes", options: t, make: after("a://b", `\`)},
		{name: "escapes", options: t, make: repeated(`a://b\"`)},
		{name: "references", options: t, make: repeated("a://b&lt;")},
		{name: "references in a URL", options: t, make: after("a://b", "&#39;")},
		{name: "numbers of references", options: t, make: after("a://b", "&#")},
		{name: "arrows", options: t, make: repeated("a://b->")},
		{name: "a long arrow", options: t, make: inside("a://b", "-", ">")},
		{name: "invisible characters", options: t, make: after("a://b", "\u200b")},
		{name: "invisible characters in a URL", options: t, make: after("a://b", "\u200bc")},
		{name: "asterisks", options: t, make: repeated("*a://b**")},
		{name: "tildes", options: t, make: repeated("~~a://b~")},
		{name: "bars", options: t, make: repeated("|a://b")},
		{name: "syllables", options: t, make: after("a://b/c", "가a")},
		{name: "words of Chinese", options: t, make: after("a://b/言", "c言")},
		{name: "dashes", options: t, make: after("a://b", "–")},
		{name: "typographic apostrophes", options: t, make: after("a://b/c", "’s")},
	}
	for i := range files {
		files[i].full = MaxText - 100
	}
	return files
}

func hostileTags() []hostile {
	h := Options{Format: HTML, Base: "http://e/"}
	files := []hostile{
		{name: "ping", options: h, make: inside(`<a ping="`, "a ", `">`)},
		{name: "encoded ping", options: h, make: inside(`<a ping="&amp; `, "a ", `">`)},
		{name: "srcset", options: h, make: inside(`<img srcset="`, "a,b 1x,", `">`)},
		{name: "srcset of commas", options: h, make: inside(`<img srcset="`, "a,, ", `">`)},
		{name: "srcset of descriptors", options: h, make: inside(`<img srcset="a `, "(", `">`)},
		{name: "lines of ping", options: h, make: inside(`<a ping="`, "a\n", `">`)},
		{name: "attributes", options: h, make: inside("<a", " a", ">")},
		{name: "attributes with names", options: h, make: enumerated("<a", " a%d", ">")},
		{name: "attributes with URLs", options: h, make: inside("<a", " href=b", ">")},
		{name: "slashes", options: h, make: inside("<a ", "/", ">")},
		{name: "equals signs", options: h, make: inside("<a ", "=", ">")},
		{name: "entities", options: h, make: inside(`<a href="`, "&amp;", `">`)},
		{name: "long entity", options: h, make: inside(`<a href="&`, "a", `">`)},
		{name: "ampersands", options: h, make: inside(`<a href="`, "&", `">`)},
		{name: "carriage returns", options: h, make: inside(`<a href="`, "\r", `">`)},
		{name: "GUIDs", options: h, make: inside(`<a href="`, "{0f9a1c3e-1b2d-4c5e-8f70-123456789abc}", `">`)},
		{name: "what templates begin with", options: h, make: inside(`<a href="`, "{a<b%C{$d", `">`)},
		{name: "NUL", options: h, make: inside(`<a href="`+strings.Repeat(" ", bufferSize), "\x00", `">`)},
		{name: "refresh", options: h, make: inside(`<meta http-equiv=refresh content="`, "5", `;url=a">`)},
	}
	for i := range files {
		files[i].full = maxToken - (100 + bufferSize)
	}
	return files
}

func hostileHTML() []hostile {
	h := Options{Format: HTML, Base: "http://e/"}
	return []hostile{
		{name: "many refreshes", options: h, make: repeated(`<meta http-equiv=refresh content="5;url=a">`)},
		{name: "tags", options: h, make: repeated("<a href=b>")},
		{name: "one long tag and many short ones", options: h, make: longThenShort},
		{name: "no tags", options: h, make: repeated("<")},
		{name: "comments", options: h, make: repeated("<!---->")},
		{name: "open comments", options: h, make: repeated("<!--")},
		{name: "doctypes", options: h, make: repeated("<!DOCTYPE ")},
		{name: "CDATA", options: h, make: repeated("<![CDATA[")},
		{name: "instructions", options: h, make: repeated("<?")},
		{name: "end tags", options: h, make: repeated("</a>")},
		{name: "scripts", options: h, make: repeated("<script><!--<script>")},
		{name: "a script", options: h, make: after("<script>", "</scrip")},
		{name: "a long script", options: h, make: after("<script>", "a"), size: 3 * maxToken},
		{name: "bases", options: h, make: repeated("<base href=b>")},
		{name: "long base", options: h, make: longBase},
		{name: "a tag without an end", options: h, make: after("<a href='", "a"), size: 2 * maxToken, refused: "without the end of a tag"},
	}
}

func hostileMarkdown() []hostile {
	m := Options{Format: Markdown, Base: "http://e/"}
	files := []hostile{
		{name: "wide table", make: wideTable},
		{name: "wide table with escapes", make: repeated("|a\\|`b`\\|`c`|\n|-|\n")},
		{name: "delimiters", make: repeated("|-\n")},
		{name: "cells", make: after("|a|b|\n|-|-|\n", "|")},
		{name: "rows", make: after("|a|b|\n|-|-|\n", "a\n")},
		{name: "definitions", make: enumerated("", "[a%d]: b\n", "")},
		{name: "definitions and links", make: enumerated("", "[a%d]: b\n\n[a%[1]d]\n\n", "")},
		{name: "open definitions", make: repeated("[a]: b '\n")},
		{name: "definitions with titles", make: repeated("[a]: b\n'\n\n")},
		{name: "long labels", make: repeated("[" + strings.Repeat("a", maxLabel) + "]\n")},
		{name: "footnotes", make: enumerated("", "[^%d]: a://b\n", "")},
		{name: "footnotes and notes", make: enumerated("", "[^%d]: b\n\na://b[^%[1]d]\n\n", "")},
		{name: "notes without footnotes", make: repeated("[^")},
		{name: "nested footnotes", make: repeated("[^a]:"), refused: "nested deeper"},
		{name: "closed brackets", make: nested("[", "]")},
		{name: "links in links", make: repeated("[[a](b)](c)")},
		{name: "nested links", make: nested("[", "](a)")},
		{name: "destinations with white space", make: repeated("[a](a://b c")},
		{name: "a destination with parentheses", make: after("[a](a://b c", "(")},
		{name: "links with white space", make: repeated("[[a](a://b c d)")},
		{name: "nested images", make: nested("![", "](a)")},
		{name: "an open bracket and many closed ones", make: after("[a", " [b]")},
		{name: "brackets in brackets", make: repeated(strings.Repeat("[", 400) + strings.Repeat("]", 400))},
		{name: "references", make: after("[a]: b\n\n", "[a][a]")},
		{name: "labels of references", make: repeated("[a][" + strings.Repeat("b", 900))},
		{name: "nested parentheses", make: around("[a](b", "(", ")")},
		{name: "quotes", make: repeated("> "), refused: "nested deeper"},
		{name: "quotes and lines", make: after(strings.Repeat("> ", 150)+"a\n", strings.Repeat(">", 150)+"a\n")},
		{name: "lists", make: repeated("+ "), refused: "nested deeper"},
		{name: "lists and numbers", make: repeated("1. * "), refused: "nested deeper"},
		{name: "blank lines in lists", make: after(strings.Repeat("- ", 90)+"a\n", "\n")},
		{name: "white space in lists", make: after(strings.Repeat("- ", 90)+"a\n\n"+strings.Repeat(" ", 180), " ")},
		{name: "indented lines in lists", make: after(strings.Repeat("- ", 90)+"a\n", strings.Repeat(" ", 180)+"a\n")},
		{name: "tabs in quotes", make: after(strings.Repeat(">\t", 90), "a")},
		{name: "a long line in lists", make: after(strings.Repeat("- ", 90), "a")},
		{name: "backticks that grow", make: growing("`", " ")},
		{name: "backticks that shrink", make: shrinking("`")},
		{name: "code in code", make: repeated("`a``b")},
		{name: "attributes that end in a quotation", make: repeated(`<a x="' y=" z='`)},
		{name: "attributes of no tag", make: after("<a", " b")},
		{name: "tags in attributes", make: repeated("<a b=' c=\"<d e=\" f=' ")},
		{name: "HTML block of lines", make: after("<div>\n", "<a href=b>\n")},
		{name: "HTML block of attributes", make: after("<div\n", " href=b\n")},
		{name: "quoted HTML block", make: repeated("> <div href=b>\n")},
		{name: "HTML blocks", make: repeated("<div>\n\n")},
		{name: "fences that grow", make: growing("`", "\n")},
		{name: "code of white space", make: after("    a\n", "    \n")},
		{name: "underlines", make: repeated("a\n=\n")},
		{name: "underlines of a paragraph", make: after("a\n", "= =\n")},
		{name: "underlines of definitions", make: repeated("[a]: b\n===\n")},
		{name: "entities", make: repeated("[a](&amp;&a;&)")},
		{name: "a destination of entities", make: inside("[a](", "&amp;\\*", ")")},
		{name: "escapes at ends of lines", make: after("[", "\\\n")},
		{name: "URLs", make: repeated("a://b ")},
		{name: "URLs in emphasis", make: repeated("*a://b*_c_")},
		{name: "escapes around URLs", make: repeated("\\*a://b\\* ")},
		{name: "escapes in a URL", make: after("a://b", "\\_c")},
		{name: "references around URLs", make: repeated("&lt;a://b&gt;")},
		{name: "escaped bars of a cell", make: after("|a|\n|-|\n|a://b", "\\|c")},
		{name: "white space", make: repeated(" ")},
		{name: "tabs", make: repeated("\t")},
	}
	for _, text := range []string{
		"[", "]", "![", "[]", "[a]", "[a](", "[a](b", "[a](<", "[a](<b", "[a](b '", "[a](b \"", "[a](b (", "[a](b)", "[a](b)\n", "[a][", "[a]:",
		"a**bc* c*", "*", "**a", "*a_ ", "~~a", "_", "`", "` ", "<", "<a", "<a b", "<a b='", "<a:", "<a:b>", "<a@", "<a@b>", "<!--", "<!-- -->",
		"<![CDATA[", "<!A", "<?", "</", "</a>", "<a b=c>", "<br>", "&", "&a", "&amp;", "&#1;", "\\", "\\[", "\\\n", "a\n", "a\n\n", "#\n", "# a\n",
		"-\n", "- a\n", "1.\n", "***\n", "---\n", "===\n", ">\n", "> a\n>\n", "```\n", "~~~\n", "<div>\n", "<pre>\n", "<x>\n", "    a\n", "\ta\n",
		"|", "|\n", "| a |\n", "-|", ":-:|", "[a]: b\n\n", "[^a]", "[^a]: b\n", "!", "a  \n",
	} {
		files = append(files, hostile{name: fmt.Sprintf("%q", text), make: repeated(text)})
	}
	for i := range files {
		files[i].options = m
	}
	return files
}

func after(first, text string) func(int) []byte { return inside(first, text, "") }

func inside(first, text, last string) func(int) []byte {
	return func(size int) []byte {
		return slices.Concat([]byte(first), repeat(text, size), []byte(last))
	}
}

func around(first, text, last string) func(int) []byte {
	return func(size int) []byte {
		return slices.Concat([]byte(first), repeat(text, size/2), repeat(last, size/2))
	}
}

func nested(open, end string) func(int) []byte {
	n := len(open + end)
	return func(size int) []byte {
		return []byte(strings.Repeat(open, size/n) + strings.Repeat(end, size/n))
	}
}

func enumerated(first, format, last string) func(int) []byte {
	return func(size int) []byte {
		b := bytes.NewBufferString(first)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(b, format, i)
		}
		b.WriteString(last)
		return b.Bytes()
	}
}

func growing(text, between string) func(int) []byte {
	return func(size int) []byte {
		var b bytes.Buffer
		for i := 1; b.Len() < size; i++ {
			b.WriteString(strings.Repeat(text, i) + between)
		}
		return b.Bytes()
	}
}

func shrinking(text string) func(int) []byte {
	return func(size int) []byte {
		words := bytes.Fields(growing(text, " ")(size))
		slices.Reverse(words)
		return bytes.Join(words, []byte(" "))
	}
}

// wideTable returns a table of many columns with one cell in each row.
func wideTable(size int) []byte {
	n := size / 8
	return []byte(strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("a\n", 2*n))
}

// longThenShort returns a tag with many attributes, which enlarges the set for duplicates, and many tags with one.
func longThenShort(size int) []byte {
	return slices.Concat(enumerated("<a", " a%d", ">")(size/2), repeat("<a b>", size/2))
}

// longBase returns a long base IRI and many references.
func longBase(size int) []byte {
	return slices.Concat([]byte("<base href='http://"+strings.Repeat("a", maxBase)+"/'>"), repeat("<a href=b>", size))
}

func hostileXML() []hostile {
	row := func(name string, make func(int) []byte) hostile {
		return hostile{name: name, options: Options{Format: XML, Base: "http://example.org/"}, make: make}
	}
	refused := func(name, message string, make func(int) []byte) hostile {
		h := row(name, make)
		h.refused = message
		return h
	}
	large := func(h hostile) hostile { // twice the limit
		h.size = 12 << 20
		return h
	}
	usual := func(h hostile) hostile {
		h.size = usualSize
		return h
	}
	middle := func(h hostile) hostile {
		h.size = limitSize
		return h
	}
	deep := func(depth int, start, text, end string) func(int) []byte {
		return between("<r>", strings.Repeat(start, depth)+text+strings.Repeat(end, depth), "</r>")
	}
	return slices.Concat([]hostile{
		large(refused("too many attributes", "attributes", repeated("<a "+strings.Repeat("a='' ", maxAttributes+bufferSize)))),
		large(refused("chunks of a text that is too long", "MiB", between("<loc>", strings.Repeat("a", 1<<20)+"<!---->", "</loc>"))),
		large(refused("texts that are open", "MiB", repeated("<loc>"+strings.Repeat("a", 8000)))),
		refused("elements in another", "deeper", repeated("<a>")),
		refused("elements in another, with URLs", "deeper", repeated("<a href='b'>")),
		refused("base IRIs in another", "base IRI", repeated(`<a xml:base="a/">`)),
		refused("absolute base IRIs in another", "deeper", repeated(`<a xml:base="http://a/">`)),
		refused("namespaces in another", "deeper", repeated(`<a xmlns="b">`)),
		refused("namespaces of one element", "namespaces", between("<a ", "xmlns:a='b' ", ">")),
		usual(row("nested as deep as may be", deep(9000, "<a>", "b", "</a>"))),
		middle(row("texts as deep as may be", deep(9000, "<loc>a", "b", "</loc>"))),
		usual(row("base IRIs as deep as may be", deep(900, "<a xml:base='a/'>", "<b href='c'/>", "</a>"))),
		row("long base IRI", between("<r xml:base='http://a/"+strings.Repeat("b", 300)+"/'>", "<a href=''/>", "</r>")),
		row("elements", between("<r>", "<a/>", "</r>")),
		row("elements with URLs", between("<r>", "<a href='b'/>", "</r>")),
		row("elements with texts", between("<r>", "<loc>a</loc>", "</r>")),
		row("elements with permanent links", between("<r>", "<guid isPermaLink='true'>a</guid>", "</r>")),
		row("attributes", between("<a ", "a='' ", "/>")),
		row("attributes with URLs", between("<a ", "href='é' ", "/>")),
		row("attributes on lines", between("<a ", "href='b'\n", "/>")),
		row("long attribute", between("<a href='", "b", "'/>")),
		row("entities in an attribute", between("<a href='", "&amp;", "'/>")),
		row("numbers in an attribute", between("<a href='", "&#65;", "'/>")),
		row("long number", between("<a href='&#", "0", "65;'/>")),
		row("line feeds in an attribute", between("<a href='", "\n", "'/>")),
		row("chunks of a text", between("<loc>", "a<!---->", "</loc>")),
		row("sections of a text", between("<loc>", "<![CDATA[a]]>", "</loc>")),
		row("empty sections before a text", between("<loc>", "<![CDATA[]]>", "b</loc>")),
		row("white space before a text", between("<loc>", " <!---->", "b</loc>")),
		row("white space", between("<loc>", " \n", "b</loc>")),
		row("text after the element", between("<a/>", "a", "")),
		row("brackets in a section", between("<loc><![CDATA[", "]]", "]]></loc>")),
		row("long comment", between("<!--", "a", "--><a/>")),
		row("comments", between("<r>", "<!---->", "</r>")),
		row("long instruction", between("<?a ", "?", "?><a/>")),
		row("instructions", between("<r>", "<?a?>", "</r>")),
		row("instruction like a declaration", between("<?xml ", "version='1.0' ", "?><a/>")),
		row("long name", between("<", "a", "/>")),
		refused("colons in a name", "element name", between("<a:", "a:", "a/>")),
		refused("elements after the root", "root", repeated("<a/>")),
		row("empty locations", between("<r>", "<loc></loc><loc/>", "</r>")),
		row("fragments", between("<r xmlns:r='"+rdfSpace+"'>", "<a r:ID='b'/>", "</r>")),
		row("IRIs of OWL", between("<r xmlns='"+owlSpace+"' xml:base='http://a/"+strings.Repeat("b", 1000)+"/'>", "<IRI>c</IRI>", "</r>")),
		row("video locations", between("<r>", "<video:a_loc>b</video:a_loc>", "</r>")),
		row("long name of a location", between("<video:", "a", "_loc/>")),
		row("text in another encoding", between("<?xml version='1.0' encoding='latin1'?><loc>", "\xe9", "</loc>")),
		row("elements in another encoding", between("<?xml version='1.0' encoding='cp1252'?><r>", "\xe9<a href='\x80'/>", "</r>")),
		refused("encodings", "after the beginning", repeated("<?xml version='1.0' encoding='latin1'?>")),
		refused("unknown encoding", "not UTF-8", between("<?xml version='1.0' encoding='", "a", "'?><a/>")),
		row("namespaces", between("<r>", "<a:a xmlns:a='b'/>", "</r>")),
	}, hostileDirectives(row))
}

func hostileDirectives(row func(name string, make func(int) []byte) hostile) []hostile {
	longEntity := row("entity of a long text", between("<!DOCTYPE a [<!ENTITY a '", "&amp;", "'>]><a/>"))
	longEntity.size = usualSize
	return []hostile{
		row("directives", between("", "<!A>", "<a/>")),
		row("long directive", between("<!DOCTYPE a [", " ", "]><a/>")),
		row("comments in a directive", between("<!DOCTYPE a [", "<!---->", "]><a/>")),
		row("quotation marks in a directive", between("<!DOCTYPE a [", "\"'\"", "]><a/>")),
		row("entities", func(size int) []byte {
			return slices.Concat([]byte("<!DOCTYPE a ["), numbered("<!ENTITY a%d 'b'>")(size), []byte("]><a href='&a1;'/>"))
		}),
		row("entities of entities", between("<!DOCTYPE a [<!ENTITY a 'a'>", "<!ENTITY a '&a;&a;&a;'>", "]><a href='&a;'/>")),
		longEntity,
		row("wrong entities", between("<!DOCTYPE a [", "<!ENTITY a \"b\" 'c'>", "]><a/>")),
		row("blanks in an entity", between("<!DOCTYPE a [<!ENTITY", " ", "a 'b'>]><a/>")),
		row("uses of a long entity", between("<!DOCTYPE a [<!ENTITY a '"+strings.Repeat("b", 100)+"'>]><a>", "<b href='&a;'/>", "</a>")),
	}
}
