package iri

import (
	"errors"
	"math"
	"slices"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
)

// A Builder composes an IRI or a reference of components. [Builder.IRI] and [Builder.Reference] end
// a chain of its methods, and only they judge:
//
//	x, err := iri.Builder{}.Scheme("https").Host("example.org").Path("/a").IRI()
//	y, err := x.With().Host("www.example.org").NoFragment().IRI()
//
// A Builder is a value: methods return a changed copy, and one Builder can be the beginning of
// several chains. The order of calls for different components does not matter. The zero Builder has
// an empty path and nothing else.
//
// The methods named like components take texts as they stand in an IRI, percent-encoded where that
// is necessary: [Component.Encode] does that. Nothing is encoded twice, and what is not allowed is an
// error. An empty component is not the same as an absent one: Query("") ends a text in "?",
// [Builder.NoQuery] does not. These methods allocate nothing.
//
// Methods that have to do with pairs and segments take any text, and encode what cannot stand there:
// [Builder.AddPair], [Builder.SetPair], [Builder.DeletePairs], [Builder.AddSegments]. They change
// the query or the path that was set last, and allocate the new one.
type Builder struct {
	scheme, userinfo, host, port, path, query, fragment part

	err *ComponentError // the first of the calls so far
}

// A part is a component, if it is there.
type part struct {
	text    string
	present bool
}

// With returns a Builder with the components of x.
func (x value) With() Builder {
	b := Builder{scheme: part{x.Scheme(), x.IsAbs()}, path: part{x.Path(), true}}
	b.userinfo.text, b.userinfo.present = x.Userinfo()
	b.host.text, b.host.present = x.Host()
	b.port.text, b.port.present = x.Port()
	b.query.text, b.query.present = x.Query()
	b.fragment.text, b.fragment.present = x.Fragment()
	return b
}

// Scheme sets the scheme.
func (b Builder) Scheme(text string) Builder {
	b.scheme = part{text, true}
	return b
}

// NoScheme makes a relative reference.
func (b Builder) NoScheme() Builder {
	b.scheme = part{}
	return b
}

// Userinfo sets the userinfo, which needs a host. An @ in it has to be written %40.
func (b Builder) Userinfo(text string) Builder {
	b.userinfo = part{text, true}
	return b
}

// NoUserinfo removes the userinfo, and with it a password.
func (b Builder) NoUserinfo() Builder {
	b.userinfo = part{}
	return b
}

// Host sets the host, and so makes an authority. An IP literal needs its brackets.
func (b Builder) Host(text string) Builder {
	b.host = part{text, true}
	return b
}

// Port sets the port, which needs a host.
func (b Builder) Port(text string) Builder {
	b.port = part{text, true}
	return b
}

// NoPort removes the port.
func (b Builder) NoPort() Builder {
	b.port = part{}
	return b
}

// NoAuthority removes userinfo, host and port.
func (b Builder) NoAuthority() Builder {
	b.userinfo, b.host, b.port = part{}, part{}, part{}
	return b
}

// Path sets the path. Behind an authority it has to be empty or begin with a slash. Without one it
// must not begin with two. Without a scheme and an authority, the first segment must not have a
// colon, which would end a scheme: ./a:b has none there.
func (b Builder) Path(text string) Builder {
	b.path = part{text, true}
	return b
}

// Query sets the query, without the question mark in front.
func (b Builder) Query(text string) Builder {
	b.query = part{text, true}
	return b
}

// NoQuery removes the query.
func (b Builder) NoQuery() Builder {
	b.query = part{}
	return b
}

// Fragment sets the fragment, without the number sign in front.
func (b Builder) Fragment(text string) Builder {
	b.fragment = part{text, true}
	return b
}

// NoFragment removes the fragment.
func (b Builder) NoFragment() Builder {
	b.fragment = part{}
	return b
}

// IRI returns the IRI of the components, which needs a scheme. It takes time linear in the length
// of the text, and allocates the text: once for one of 256 bytes, twice for a longer one. The error
// is a [*ComponentError] or [ErrTooLong].
func (b Builder) IRI() (IRI, error) {
	b.scheme.present = true // the empty one is none
	v, err := b.value()
	return IRI{value: v}, err
}

// Reference is [Builder.IRI] for a reference, which needs no scheme.
func (b Builder) Reference() (Reference, error) {
	v, err := b.value()
	return Reference{v}, err
}

func (b *Builder) value() (value, error) {
	var buf [256]byte
	text, parts, err := b.append(buf[:0])
	return value{string(text), parts}, err
}

// Append appends the text of the reference to dst and returns where its components lie, as offsets
// into the reference. If there is an error, which is that of [Builder.Reference], dst comes back as
// it was. Nothing else is allocated but room in dst.
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
	return text, Parts(c.End(text)), nil
}

// size returns the length of the text with a byte for each delimiter, the second slash in front of
// an authority included.
func (b *Builder) size() (n uint64) {
	for _, p := range [...]part{b.scheme, b.userinfo, b.host, b.port, b.path, b.query, b.fragment} {
		n += uint64(len(p.text)) + 1
	}
	return n
}

// compose appends the text: RFC 3986, section 5.3.
func (b *Builder) compose(c *ref.Composer, buf []byte) []byte {
	if b.scheme.present {
		buf = c.EndScheme(append(buf, b.scheme.text...))
	}
	if b.host.present {
		buf = c.BeginAuthority(buf)
		if b.userinfo.present {
			buf = c.EndUserinfo(append(buf, b.userinfo.text...))
		}
		buf = append(buf, b.host.text...)
		if b.port.present {
			buf = append(c.BeginPort(buf), b.port.text...)
		}
	}
	buf = append(c.BeginPath(buf), b.path.text...)
	if b.query.present {
		buf = append(c.BeginQuery(buf), b.query.text...)
	}
	if b.fragment.present {
		buf = append(c.BeginFragment(buf), b.fragment.text...)
	}
	return buf
}

// check returns what keeps the components from being a reference.
func (b *Builder) check() error {
	switch {
	case b.err != nil:
		return b.err
	case b.userinfo.present && !b.host.present:
		return &ComponentError{"userinfo", errNoHost}
	case b.port.present && !b.host.present:
		return &ComponentError{"port", errNoHost}
	}
	for _, c := range [...]struct {
		name string
		part
		rule *uri.Language
	}{
		{"scheme", b.scheme, &language.Scheme},
		{"userinfo", b.userinfo, &language.IUserinfo},
		{"host", b.host, &language.IHost},
		{"port", b.port, &language.Port},
		{"path", b.path, b.pathRule()},
		{"query", b.query, &language.IQuery},
		{"fragment", b.fragment, &language.IFragment},
	} {
		if c.present && !dfa.Match(c.rule.Automaton, c.text) {
			s, n := dfa.Last(c.rule.Automaton, c.rule.Start, c.text)
			return &ComponentError{c.name, NewSyntaxError(fault.Of(c.rule, c.text, s, n))}
		}
	}
	return nil
}

// pathRule returns the rule for paths in the place that the path has. Together the rules of a place
// say how paths may begin, and they say it by the first byte.
func (b *Builder) pathRule() *uri.Language {
	path := b.path.text
	switch {
	case b.host.present:
		return &language.IPathAbempty
	case path == "":
		return &language.IPathEmpty
	case begins(&language.IPathAbsolute, path[0]):
		return &language.IPathAbsolute
	case b.scheme.present:
		return &language.IPathRootless
	}
	return &language.IPathNoscheme
}

var errNoHost = errors.New("iri: there is no host that it could belong to")

// A ComponentError says which component keeps a [Builder] from making a reference.
type ComponentError struct {
	Component string // by its name in [SyntaxError.Component]

	// Err is what is wrong. It is a [*SyntaxError] if the text that was given is no such component,
	// or none in its place: then Offset and Span count from the beginning of that text.
	Err error
}

// Error returns a text such as
//
//	iri: port: port "8o": 'o' is no digit (port, byte 1, expected DIGIT)
func (e *ComponentError) Error() string {
	return "iri: " + e.Component + ": " + strings.TrimPrefix(e.Err.Error(), "iri: ")
}

// Unwrap returns e.Err.
func (e *ComponentError) Unwrap() error { return e.Err }
