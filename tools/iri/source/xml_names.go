package source

import (
	stdxml "encoding/xml"
	"slices"
	"strings"
)

// Namespaces. The decoder keeps an undeclared prefix as the namespace.
const (
	rdfSpace   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
	owlSpace   = "http://www.w3.org/2002/07/owl#"
	mediaSpace = "http://search.yahoo.com/mrss/"
	videoSpace = "http://www.google.com/schemas/sitemap-video/1.1"
)

// isMedia reports whether a namespace is Media RSS, also without the slash at its end.
func isMedia(space string) bool {
	return strings.TrimSuffix(space, "/") == strings.TrimSuffix(mediaSpace, "/") || space == "media"
}

func isNamespace(name stdxml.Name) bool {
	return name.Space == "xmlns" || name.Space == "" && name.Local == "xmlns"
}

func isFragment(name stdxml.Name) bool { return name.Space == rdfSpace && name.Local == "ID" }

func isLocation(name string) bool { return name == "loc" || strings.HasSuffix(name, "_loc") }

func textIsURL(t stdxml.StartElement) bool {
	switch t.Name.Local {
	case "loc":
		return true
	case "link": // DocBook has the text of a link in it
		return !slices.ContainsFunc(t.Attr, func(a stdxml.Attr) bool { return a.Name.Local == "href" })
	case "guid": // RSS has no namespace
		return t.Name.Space == "" && !slices.ContainsFunc(t.Attr, func(a stdxml.Attr) bool { return a.Name.Local == "isPermaLink" && a.Value == "false" })
	}
	return isLocation(t.Name.Local) && (t.Name.Space == videoSpace || t.Name.Space == "video")
}

// textIsIRI reports whether the text of an element is an IRI, possibly relative, of OWL/XML.
func textIsIRI(name stdxml.Name) bool {
	return name.Space == owlSpace && (name.Local == "IRI" || name.Local == "Import")
}

// takesAttribute reports whether an attribute is a URL, and whether it may be relative. Namespace names may not, since
// they are compared as strings.
func (x *xmlDocument) takesAttribute(w pathState, element stdxml.Name, a stdxml.Attr) (taken, relative bool) {
	switch name := a.Name; {
	case x.path != nil:
		return x.ends(x.member(w, []byte("@"+name.Local))), false
	case isNamespace(name):
		return a.Value != "", false // the empty string undeclares a namespace
	default:
		return attributeIsURL(element, name), true
	}
}

// attributeIsURL reports whether an attribute is a URL in XLink, Atom, RSS, OPML, RDF or OWL/XML.
func attributeIsURL(element, name stdxml.Name) bool {
	switch name.Local {
	case "href", "src":
		return true
	case "url":
		return name.Space == "" && (isMedia(element.Space) || element.Local == "enclosure" || element.Local == "source" || element.Local == "outline")
	case "IRI", "ontologyIRI", "versionIRI", "datatypeIRI":
		return name.Space == "" && element.Space == owlSpace
	case "xmlUrl", "htmlUrl":
		return name.Space == ""
	case "about", "resource", "datatype":
		return name.Space == rdfSpace
	}
	return isFragment(name)
}
