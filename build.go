package iri

import (
	"cmp"
	"errors"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/rule"
)

// A Builder composes an IRI or a reference of components. [Builder.IRI] and [Builder.Reference] end
// a chain of its methods, and only they validate:
//
//	x, err := iri.Builder{}.Scheme("https").Host("example.org").Path("/a").IRI()
//	y, err := x.With().Host("www.example.org").Without(iri.ComponentPort).IRI()
//
// A Builder is a value: methods return a changed copy, and one Builder can be the beginning of
// several chains. The order of calls for different components does not matter. The zero Builder has
// an empty path and nothing else.
//
// The methods named like components take strings as they stand in an IRI, percent-encoded where that
// is necessary: [Encode] does that. These methods do not encode, and what is not allowed is an error.
// An empty component is not the same as an absent one: Query("") ends a string in "?",
// [Builder.Without] does not. The methods allocate nothing.
//
// Methods for pairs and segments take any string, and encode what cannot stand there:
// [Builder.AddPairs], [Builder.AddPair], [Builder.SetPair], [Builder.DeletePairs],
// [Builder.AddSegments]. They change the query or the path that was set last, and allocate the new
// one, in time linear in its length. So n calls for single pairs of one query take time that grows
// with the square of n, and one call of AddPairs does not.
type Builder struct {
	pieces [uri.NumComponents]piece // by component; that of an authority is empty, and there if a host is

	err *ComponentError // the first of the calls so far
}

// A piece is a component, if it is there.
type piece struct {
	text    string
	present bool
	valid   bool // known to be so, except for a path, which has another rule in another place
}

// With returns a Builder with the components of x.
func (x value) With() Builder {
	var b Builder
	for c := ComponentScheme; c <= ComponentFragment; c++ {
		text, present := x.in(x.parts.Get(c))
		b.pieces[c] = piece{text, present, true}
	}
	b.pieces[ComponentAuthority].text = ""
	return b
}

// given returns a component that has to be validated.
func given(s string) piece { return piece{text: s, present: true} }

// query returns the query that is set, "" if none is.
func (b *Builder) query() string { return b.pieces[ComponentQuery].text }

// Scheme sets the scheme.
func (b Builder) Scheme(s string) Builder {
	b.pieces[ComponentScheme] = given(s)
	return b
}

// Userinfo sets the userinfo. It requires a host. Write an @ in it as %40.
func (b Builder) Userinfo(s string) Builder {
	b.pieces[ComponentUserinfo] = given(s)
	return b
}

// Host sets the host. Write an IPv6 address in brackets.
func (b Builder) Host(s string) Builder {
	b.pieces[ComponentAuthority], b.pieces[ComponentHost] = given(""), given(s)
	return b
}

// Port sets the port. It requires a host.
func (b Builder) Port(s string) Builder {
	b.pieces[ComponentPort] = given(s)
	return b
}

// HostAddr sets the host to an IP address, in brackets if it is an IPv6 address. An address with a zone
// is an error, because an IRI has no zone, and so is the zero Addr.
func (b Builder) HostAddr(addr netip.Addr) Builder {
	switch {
	case !addr.IsValid():
		return b.failed(ComponentHost, errNoAddr)
	case addr.Zone() != "":
		return b.failed(ComponentHost, errZone)
	case addr.Is6():
		return b.Host("[" + addr.String() + "]")
	}
	return b.Host(addr.String())
}

// PortNumber sets the port to a number. It requires a host.
func (b Builder) PortNumber(port uint16) Builder { return b.Port(strconv.Itoa(int(port))) }

// failed returns b with an error, unless it has one.
func (b Builder) failed(c Component, err error) Builder {
	if b.err == nil {
		b.err = &ComponentError{c, err}
	}
	return b
}

// Path sets the path. After an authority it must be empty or begin with a slash. Without an
// authority it must not begin with two slashes. Without a scheme and an authority, its first
// segment must not have a colon, which would end a scheme: write ./a:b.
func (b Builder) Path(s string) Builder {
	b.pieces[ComponentPath] = given(s)
	return b
}

// Query sets the query, without the question mark before it.
func (b Builder) Query(s string) Builder {
	b.pieces[ComponentQuery] = given(s)
	return b
}

// Fragment sets the fragment, without the number sign before it.
func (b Builder) Fragment(s string) Builder {
	b.pieces[ComponentFragment] = given(s)
	return b
}

// Without removes components: they are absent then, and a path is empty. ComponentAuthority and
// ComponentHost both remove userinfo, host and port, because userinfo and port require a host.
func (b Builder) Without(components ...Component) Builder {
	for _, c := range components {
		switch {
		case c == ComponentAuthority || c == ComponentHost:
			clear(b.pieces[ComponentAuthority : ComponentPort+1])
		case int(c) < len(b.pieces):
			b.pieces[c] = piece{}
		}
	}
	return b
}

// IRI returns the IRI of the components, which must have a scheme. It takes time linear in the
// length of the result. The error is a [*ComponentError] or [ErrTooLong].
func (b Builder) IRI() (IRI, error) {
	if scheme := &b.pieces[ComponentScheme]; !scheme.present {
		*scheme = given("") // which is not valid
	}
	v, err := b.value()
	return IRI{value: v}, err
}

// Reference is [Builder.IRI] for a reference, which does not require a scheme.
func (b Builder) Reference() (Reference, error) {
	v, err := b.value()
	return Reference{v}, err
}

func (b *Builder) value() (value, error) {
	var buf [256]byte
	text, parts, err := b.append(buf[:0])
	return value{string(text), parts}, err
}

// Append appends the reference to dst and returns the offsets of its components in the reference.
// If there is an error, which is that of [Builder.Reference], it returns dst unchanged. It
// allocates nothing but the error and room in dst.
func (b Builder) Append(dst []byte) ([]byte, Parts, error) { return b.append(dst) }

func (b *Builder) append(dst []byte) ([]byte, Parts, error) {
	size := b.size()
	if size > math.MaxUint32 {
		return dst, Parts{}, ErrTooLong
	}
	if err := b.check(); err != nil {
		return dst, Parts{}, err
	}
	c := ref.NewComposer(dst)
	text := b.compose(&c, slices.Grow(dst, int(size)))
	return text, Parts(c.Cut(text)), nil
}

// size returns the length of the result.
func (b *Builder) size() (n uint64) {
	delimiters := [...]uint64{
		ComponentScheme: 1, ComponentAuthority: 2, ComponentUserinfo: 1, ComponentPort: 1, ComponentQuery: 1, ComponentFragment: 1,
	}
	for c, p := range b.pieces {
		if p.present {
			n += uint64(len(p.text)) + delimiters[c]
		}
	}
	return n
}

// compose appends the components: RFC 3986, section 5.3.
func (b *Builder) compose(c *ref.Composer, buf []byte) []byte {
	for k := uri.ComponentScheme; k < uri.NumComponents; k++ {
		if p := &b.pieces[k]; p.present || k == uri.ComponentPath {
			buf = c.End(append(c.Begin(buf, k), p.text...), k)
		}
	}
	return buf
}

// check returns what keeps the components from being a reference, nil if nothing does.
func (b *Builder) check() *ComponentError {
	if err := cmp.Or(b.err, b.unhosted(ComponentUserinfo), b.unhosted(ComponentPort)); err != nil {
		return err
	}
	for i, r := range [...]rule.Rule{
		ComponentScheme: rule.Scheme, ComponentUserinfo: rule.IUserinfo, ComponentHost: rule.IHost, ComponentPort: rule.Port,
		ComponentPath: b.pathRule(), ComponentQuery: rule.IQuery, ComponentFragment: rule.IFragment,
	} {
		c, p := Component(i), &b.pieces[i]
		known := p.valid && c != ComponentPath
		if p.present && !known && r != (rule.Rule{}) && !r.ValidString(p.text) {
			return &ComponentError{c, r.CheckString(p.text)}
		}
	}
	return nil
}

// unhosted returns the error for a part of an authority without a host.
func (b *Builder) unhosted(c Component) *ComponentError {
	if b.pieces[c].present && !b.pieces[ComponentHost].present {
		return &ComponentError{c, errNoHost}
	}
	return nil
}

// pathRule returns the rule for paths in the place that the path has. Together the rules of a place
// determine how paths may begin, and they do so by the first byte.
func (b *Builder) pathRule() rule.Rule {
	path := b.pieces[ComponentPath].text
	switch {
	case b.pieces[ComponentHost].present:
		return rule.IPathAbempty
	case path == "":
		return rule.IPathEmpty
	case language.IPathAbsolute.Begins(path[0]):
		return rule.IPathAbsolute
	case b.pieces[ComponentScheme].present:
		return rule.IPathRootless
	}
	return rule.IPathNoscheme
}

var (
	errNoHost = errors.New("iri: requires a host")
	errNoAddr = errors.New("iri: the zero Addr is not an address")
	errZone   = errors.New("iri: an IRI has no zone")
)

// A ComponentError reports which component keeps a [Builder] from making a reference.
type ComponentError struct {
	Component Component

	// Err is what is wrong. It is a [*SyntaxError] if the component is not valid, or not valid in its
	// place: then Offset and Span count from the beginning of the component.
	Err error
}

// Error returns a line such as
//
//	iri: port: port "8o": 'o' is not a digit (port, byte 1, expected DIGIT)
func (e *ComponentError) Error() string {
	if e.Err == nil {
		return "iri: " + e.Component.String()
	}
	return "iri: " + e.Component.String() + ": " + strings.TrimPrefix(e.Err.Error(), "iri: ")
}

// Unwrap returns e.Err.
func (e *ComponentError) Unwrap() error { return e.Err }
