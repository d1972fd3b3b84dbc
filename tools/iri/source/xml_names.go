package source

import (
	stdxml "encoding/xml"
	"slices"
	"strings"
)

// Namespaces. The decoder leaves a prefix as it is if the file does not declare it.
const (
	rdfSpace   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
	owlSpace   = "http://www.w3.org/2002/07/owl#"
	mediaSpace = "http://search.yahoo.com/mrss/"
	videoSpace = "http://www.google.com/schemas/sitemap-video/1.1"
)

// isMedia reports whether a namespace is that of Media RSS, which some write without the slash.
func isMedia(space string) bool {
	return strings.TrimSuffix(space, "/") == strings.TrimSuffix(mediaSpace, "/") || space == "media"
}

// isNamespace reports whether an attribute declares a namespace.
func isNamespace(name stdxml.Name) bool {
	return name.Space == "xmlns" || name.Space == "" && name.Local == "xmlns"
}

// isFragment reports whether an attribute is the fragment of an IRI.
func isFragment(name stdxml.Name) bool { return name.Space == rdfSpace && name.Local == "ID" }

// isLocation reports whether the text of an element of this name is the location of a page or a video in a sitemap.
func isLocation(name string) bool { return name == "loc" || strings.HasSuffix(name, "_loc") }

// textIsURL reports whether the text of an element is a URL: in sitemaps, and in RSS.
func textIsURL(t stdxml.StartElement) bool {
	switch t.Name.Local {
	case "loc":
		return true
	case "link": // in DocBook, it is the text of a link
		return !slices.ContainsFunc(t.Attr, func(a stdxml.Attr) bool { return a.Name.Local == "href" })
	case "guid": // of RSS, which has no namespace
		return t.Name.Space == "" && !slices.ContainsFunc(t.Attr, func(a stdxml.Attr) bool { return a.Name.Local == "isPermaLink" && a.Value == "false" })
	}
	return isLocation(t.Name.Local) && (t.Name.Space == videoSpace || t.Name.Space == "video")
}

// textIsIRI reports whether the text of an element is an IRI, which may be relative: in OWL/XML.
func textIsIRI(name stdxml.Name) bool {
	return name.Space == owlSpace && (name.Local == "IRI" || name.Local == "Import")
}

// takesAttribute reports whether an attribute of an element is a URL, and whether it may be relative. Names of
// namespaces may not, since they are compared as strings.
func (x *xmlDocument) takesAttribute(w where, element stdxml.Name, a stdxml.Attr) (taken, relative bool) {
	switch name := a.Name; {
	case x.path != nil:
		return x.ends(x.member(w, []byte("@"+name.Local))), false
	case isNamespace(name):
		return a.Value != "", false // the empty string undoes a declaration
	default:
		return attributeIsURL(element, name), true
	}
}

// attributeIsURL reports whether attributes of a name are URLs: in XLink, Atom, RSS, OPML, RDF and OWL/XML.
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
