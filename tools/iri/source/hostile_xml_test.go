package source

import (
	"slices"
	"strings"
)

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
