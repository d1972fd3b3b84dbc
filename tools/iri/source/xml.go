package source

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

// An xmlDocument reads the URLs of XML, by names of elements and attributes (those of sitemaps, feeds and RDF, in any
// file), or at a path. The decoder does not report positions of attributes, so attributeSpans finds them in the raw
// bytes of a tag, which type recent keeps.
type xmlDocument struct {
	fields
	decoder *stdxml.Decoder
	raw     recent
	position
	links       linker
	open        []element
	found       []xmlString
	held        int // bytes of texts and base IRIs in open
	namespaces  int // declarations in open
	longBase    bool
	declared    map[string]bool // entities
	begun       bool
	encodingErr error
	decoded     bool // an encoding other than UTF-8 was declared and is supported
}

type element struct {
	pathState
	taken    bool    // its text is a URL
	relative bool    // the URL may be relative
	text     xmlText // the text so far
	links    *linker // for its attributes
	based    bool    // links differs from that of the parent

	namespaces int
}

// An xmlString is a queued string or error.
type xmlString struct {
	text     []byte
	place    Place
	relative bool
	links    *linker
	err      error // instead of a string
}

func newXML(r io.Reader, o Options, base iri.IRI) Reader {
	x := &xmlDocument{fields: newFields(o, false), raw: recent{r: r, limit: MaxText, separator: []byte("="), most: maxAttributes}, position: position{line: 1, column: 1}, links: newLinker(base), declared: make(map[string]bool)}
	x.decoder = stdxml.NewDecoder(&x.raw)
	x.decoder.Entity = maps.Clone(stdxml.HTMLEntity)
	x.decoder.CharsetReader = x.decode
	return x
}

func (x *xmlDocument) Read(b *Block) error {
	b.Reset()
	for !b.Full() {
		for ; len(x.found) > 0 && !b.Full(); x.found = x.found[1:] {
			f := x.found[0]
			if f.err != nil {
				x.found = x.found[1:]
				return &Error{Line: f.place.Line, Column: f.place.Column, Err: f.err, GoesOn: true}
			}
			f.links.addTo(b, f.text, f.place, f.relative)
		}
		if len(x.found) > 0 || b.Len() > 0 && bytes.IndexByte(x.raw.bytes, '>') < 0 {
			return nil // the next tag may not have arrived
		}
		token, err := x.decoder.Token()
		if err != nil {
			return x.fail(err)
		}
		if err := x.token(token, x.raw.forget(x.decoder.InputOffset())); err != nil {
			return err
		}
	}
	return nil
}

// Limits of open elements.
const (
	maxOpen       = 10_000
	maxNamespaces = 10_000
	maxAttributes = 1 << 18 // of one element
)

func (x *xmlDocument) excess() error {
	e := &Error{Line: x.line, Column: x.column}
	switch {
	case len(x.open) > maxOpen:
		e.Err = fmt.Errorf("elements are nested deeper than %d", maxOpen)
	case x.namespaces > maxNamespaces:
		e.Err = fmt.Errorf("open elements have more than %d namespaces", maxNamespaces)
	case x.held > MaxText:
		e.Err = fmt.Errorf("the texts and base IRIs of open elements have %w", errLong)
	case x.longBase:
		e.Err = errLongBase
	default:
		return nil
	}
	return e
}

func (x *xmlDocument) token(token stdxml.Token, raw []byte) error {
	switch t := token.(type) {
	case stdxml.StartElement:
		if x.begun && len(x.open) == 0 {
			return &Error{Line: x.line, Column: x.column, Err: errTwoRoots}
		}
		x.begun = true
		x.start(t, raw)
	case stdxml.EndElement:
		x.end(t.Name.Local)
	case stdxml.CharData:
		if n := len(x.open); n > 0 && x.open[n-1].taken {
			x.held += x.open[n-1].text.add(t, raw, x.position)
		}
	case stdxml.Directive:
		x.declare(t)
	}
	if err := x.excess(); err != nil {
		return err
	}
	x.advance(raw)
	return nil
}

func (x *xmlDocument) fail(err error) error {
	wrong := new(stdxml.SyntaxError)
	at := x.position
	read := min(int(x.decoder.InputOffset()-x.raw.forgotten), len(x.raw.bytes))
	at.advance(x.raw.bytes[:read])
	switch {
	case err == io.EOF && !x.begun:
		return &Error{Line: 1, Column: 1, Err: &BrokenError{Format: "XML", Err: errors.New("no element")}}
	case err == io.EOF:
		return err
	case errors.As(err, &wrong):
		message := strings.Replace(wrong.Msg, "(no semicolon)", "without a semicolon; write & as &amp;", 1)
		template := isInTemplate(x.raw.bytes, read) || endsTemplate(x.raw.bytes[read:])
		return &Error{Line: at.line, Column: at.column, Err: &BrokenError{"XML", errors.New(message), template}}
	case errors.Is(err, errLong) && x.raw.limit < MaxText:
		return &Error{Line: x.line, Column: x.column, Err: fmt.Errorf("a tag or a string has more than %d KiB, the limit for a file with long entities", x.raw.limit>>10)}
	case errors.Is(err, errLong):
		return &Error{Line: x.line, Column: x.column, Err: fmt.Errorf("a tag or a string has %w", errLong)}
	case errors.Is(err, errMany):
		return &Error{Line: x.line, Column: x.column, Err: fmt.Errorf("a tag has more than %d attributes, or a string as many equals signs", maxAttributes)}
	case x.encodingErr != nil:
		return &Error{Line: 1, Column: 1, Err: x.encodingErr}
	case strings.HasPrefix(err.Error(), "xml: "):
		return &Error{Line: 1, Column: 1, Err: errors.New(strings.TrimPrefix(err.Error(), "xml: "))}
	}
	return block.FailedAt(at.line, err)
}

var errTwoRoots = &BrokenError{Format: "XML", Err: errors.New("an element follows the root element")}

// entity matches the declaration of an internal entity. RDF files declare entities for namespaces.
var entity = expression(`<!ENTITY\s+([^\s%"'<>&]+)\s+(?:"([^"]*)"|'([^']*)')\s*>`)

func (x *xmlDocument) declare(directive []byte) {
	for {
		m := entity().FindSubmatchIndex(directive)
		if m == nil || len(x.declared) == maxEntities {
			return
		}
		name, quoted := string(directive[m[2]:m[3]]), directive[max(m[4], m[6]):max(m[5], m[7])]
		directive = directive[m[1]:]
		if x.declared[name] {
			continue // the first declaration applies (XML 1.0, section 4.2)
		}
		x.declared[name] = true
		if value, ok := x.expand(string(quoted)); ok {
			x.decoder.Entity[name] = value
			x.raw.limit = min(x.raw.limit, len("&a;")*maxExpanded/max(len(value), 1)) // as if all were references
		}
	}
}

const (
	maxEntities = 10_000   // later declarations are ignored
	maxEntity   = 1 << 10  // length of an expanded entity, which grows exponentially if entities nest
	maxDeclared = 64 << 10 // length of an entity before expansion
	maxExpanded = 16 << 20 // length of a tag or text after expansion
)

var entityReference = expression(`&[^\s&;]+;`)

// expand expands the references in an entity's value. It returns false if the result is too long.
func (x *xmlDocument) expand(value string) (expanded string, ok bool) {
	if len(value) > maxDeclared {
		return "", false
	}
	var b strings.Builder
	done := 0
	for _, at := range entityReference().FindAllStringIndex(value, -1) {
		b.WriteString(value[done:at[0]])
		reference := value[at[0]:at[1]]
		if other, is := x.decoder.Entity[reference[1:len(reference)-1]]; is {
			b.WriteString(other)
		} else {
			b.WriteString(html.UnescapeString(reference))
		}
		if done = at[1]; b.Len() > maxEntity {
			return "", false
		}
	}
	b.WriteString(value[done:])
	return b.String(), b.Len() <= maxEntity
}

func (x *xmlDocument) start(t stdxml.StartElement, raw []byte) {
	e := element{links: &x.links}
	if n := len(x.open); n > 0 {
		e.pathState, e.links = x.open[n-1].pathState, x.open[n-1].links
	}
	e.pathState = x.member(e.pathState, []byte(t.Name.Local))
	e.relative = x.path == nil && textIsIRI(t.Name)
	e.taken = x.ends(e.pathState) || e.relative || x.path == nil && textIsURL(t)
	for _, a := range t.Attr {
		switch {
		case a.Name.Space == xmlSpace && a.Name.Local == "base":
			x.longBase = x.longBase || len(a.Value) > block.MaxBase
			e.rebase(a.Value[:min(len(a.Value), block.MaxBase)])
		case isNamespace(a.Name):
			e.namespaces++
		}
	}
	x.namespaces += e.namespaces
	if e.based {
		length := len(e.links.resolver.Base.String())
		x.held += length
		x.longBase = x.longBase || length > block.MaxBase
	}
	at := x.position
	for i, s := range attributeSpans(raw, len(t.Attr)) {
		taken, relative := x.takesAttribute(e.pathState, t.Name, t.Attr[i])
		at.advance(raw[at.done-x.done : s.start])
		at.done = x.done + s.start
		if taken {
			value := []byte(t.Attr[i].Value)
			place := at.place(x.isVerbatim(value, raw[s.start:s.end]))
			place.Name = isNamespace(t.Attr[i].Name)
			if x.path == nil && isFragment(t.Attr[i].Name) {
				value, place.Verbatim = append([]byte("#"), value...), false
			}
			x.found = append(x.found, xmlString{text: value, place: place, relative: relative, links: e.links})
		}
	}
	x.open = append(x.open, e)
}

func (e *element) rebase(base string) {
	if own, ok := e.links.rebase(base); ok {
		e.links, e.based = own, true
	}
}

// attributeSpans returns the spans of the first n attribute values of a start tag, which is well-formed.
func attributeSpans(tag []byte, n int) (spans []span) {
	at := 0
	for range n {
		equals := bytes.IndexByte(tag[at:], '=')
		if equals < 0 {
			break
		}
		at += equals
		start := bytes.IndexAny(tag[at:], `"'`)
		if start < 0 {
			break
		}
		at += start + 1
		end := at + max(0, bytes.IndexByte(tag[at:], tag[at-1]))
		spans = append(spans, span{at, end})
		at = end + 1
	}
	return spans
}

func (x *xmlDocument) end(name string) {
	n := len(x.open) - 1
	e := &x.open[n]
	switch text := bytes.TrimSpace(e.text.bytes); {
	case e.taken && len(text) > 0:
		e.text.place.Verbatim = e.text.chunks == 1 && e.text.place.Verbatim
		x.found = append(x.found, xmlString{text: text, place: e.text.place, relative: e.relative, links: e.links})
	case e.taken && x.path == nil && isLocation(name):
		x.found = append(x.found, xmlString{place: Place{Line: x.line, Column: x.column}, err: fmt.Errorf("%s is empty", name)})
	}
	x.held -= len(e.text.bytes)
	if e.based {
		x.held -= len(e.links.resolver.Base.String())
	}
	x.namespaces -= e.namespaces
	x.open[n] = element{}
	x.open = x.open[:n]
}

type xmlText struct {
	bytes  []byte
	place  Place
	chunks int
}

const cdata, cdataEnd = "<![CDATA[", "]]>"

// add adds a chunk of text with its raw bytes. It returns the number of bytes kept.
func (t *xmlText) add(text, raw []byte, at position) int {
	if t.chunks++; len(t.bytes) > 0 {
		t.bytes = append(t.bytes, text...)
		return len(text)
	}
	if inside, is := bytes.CutPrefix(raw, []byte(cdata)); is {
		at.advance([]byte(cdata))
		raw = bytes.TrimSuffix(inside, []byte(cdataEnd))
	}
	verbatim := at.isVerbatim(text, raw)
	text = bytes.TrimLeft(text, " \t\r\n")
	at.advance(raw[:len(raw)-len(bytes.TrimLeft(raw, " \t\r\n"))])
	if len(text) > 0 {
		t.chunks = 1
	}
	t.bytes, t.place = append(t.bytes, text...), at.place(verbatim)
	return len(text)
}

// charmaps maps names of supported encodings, as registered at IANA, to decoders. ASCII needs no decoder, since UTF-8
// includes it.
var charmaps = map[string]*charmap.Charmap{
	"ascii": nil, "us-ascii": nil, "ansi_x3.4-1968": nil,
	"iso-8859-1": charmap.ISO8859_1, "iso_8859-1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "l1": charmap.ISO8859_1,
	"windows-1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
}

var charsetName = expression(`^[A-Za-z][A-Za-z0-9._:-]*$`)

func (x *xmlDocument) decode(name string, input io.Reader) (io.Reader, error) {
	encoding, known := charmaps[strings.ToLower(name)]
	switch {
	case x.decoded || x.begun:
		x.encodingErr = &BrokenError{Format: "XML", Err: errors.New("an encoding declaration after the beginning")}
	case !charsetName().MatchString(name):
		x.encodingErr = fmt.Errorf("the file is in %q, not UTF-8", name)
	case !known:
		x.encodingErr = fmt.Errorf("the file is in %[1]s, not UTF-8; use iconv -f %[1]s -t UTF-8 FILE | sed '1s/%[1]s/UTF-8/' | iri check --from xml", name)
	default:
		x.decoded = true
		if encoding == nil {
			return input, nil
		}
		x.narrow = true
		return x.raw.decode(encoding, x.decoder.InputOffset()), nil
	}
	return nil, x.encodingErr
}

// decode converts the bytes of a recent reader from an offset on, and its later input, to UTF-8. It returns a reader of
// both.
func (r *recent) decode(encoding *charmap.Charmap, offset int64) io.Reader {
	n := offset - r.forgotten
	rest, _ := encoding.NewDecoder().Bytes(r.bytes[n:]) // each byte decodes to one character
	r.bytes = slices.Concat(r.bytes[:n], rest)
	r.r = encoding.NewDecoder().Reader(r.r)
	return io.MultiReader(bytes.NewReader(rest), r)
}

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
