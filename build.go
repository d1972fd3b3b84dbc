package iri

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
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
// The methods named like components take strings that are already percent-encoded. They do not encode, and
// report characters that are not allowed as errors. Use [Encode] and [EncodeQueryValue] to encode a string.
//
// An empty component is not the same as an absent one: with Query(""), the string ends in "?", after
// Without(ComponentQuery) it does not. These methods allocate nothing, except HostAddr and PortNumber.
//
// Methods for pairs and segments take any string, and encode what a query or path does not allow:
// [Builder.AddPairs], [Builder.AddPair], [Builder.SetPair], [Builder.DeletePairs], [Builder.DeletePairsFunc],
// [Builder.AddSegments]. They change the query or the path that was set last, and allocate the new
// one, in time linear in its length. So n calls for single pairs of one query take time that grows
// with the square of n, and one call of AddPairs does not.
type Builder struct {
	old     value                         // what the components come from that are not changed
	texts   [uri.NumComponents - 2]string // by slot, the components that are changed and present
	changed components
	present components // of those that are changed; append adds the others

	err *ComponentError // the first of the calls so far
}

// components is a set of components.
type components uint16

func (s components) has(c Component) bool { return s>>c&1 != 0 }

// slot returns the index of a component in texts. An authority has no text but its parts, so the scheme takes its
// index, 0: every string less makes the copies of a Builder cheaper.
func slot(c Component) int { return int(max(c, ComponentAuthority) - ComponentAuthority) }

// With returns a Builder with the components of x.
func (x value) With() Builder { return Builder{old: x} }

// present returns the components that a reference has.
func present(c find.Cut) (s components) {
	if c.Hier() != 0 {
		s |= 1 << ComponentScheme
	}
	if c.Authority() != 0 {
		s |= 1 << ComponentHost
	}
	if c.Host() != c.Authority() {
		s |= 1 << ComponentUserinfo
	}
	if c.Port() != 0 {
		s |= 1 << ComponentPort
	}
	if c.Query() != 0 {
		s |= 1 << ComponentQuery
	}
	if c.Fragment() != 0 {
		s |= 1 << ComponentFragment
	}
	return s | 1<<ComponentPath
}

// set sets a component.
func (b *Builder) set(c Component, s string) {
	b.texts[slot(c)] = s
	b.changed |= 1 << c
	b.present |= 1 << c
}

// unset makes a component absent.
func (b *Builder) unset(c Component) {
	b.texts[slot(c)] = ""
	b.changed |= 1 << c
	b.present &^= 1 << c
}

// get returns a component, "" if it is absent.
func (b *Builder) get(c Component) string {
	if b.changed.has(c) {
		return b.texts[slot(c)]
	}
	s, _ := b.old.in(b.old.parts.Get(c))
	return s
}

// Scheme sets the scheme.
func (b Builder) Scheme(s string) Builder {
	b.set(ComponentScheme, s)
	return b
}

// Userinfo sets the userinfo. It requires a host. Write an @ in it as %40.
func (b Builder) Userinfo(s string) Builder {
	b.set(ComponentUserinfo, s)
	return b
}

// Host sets the host. Write an IPv6 address in brackets.
func (b Builder) Host(s string) Builder {
	b.set(ComponentHost, s)
	return b
}

// Port sets the port. It requires a host.
func (b Builder) Port(s string) Builder {
	b.set(ComponentPort, s)
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
	b.set(ComponentPath, s)
	return b
}

// Query sets the query, without the question mark before it.
func (b Builder) Query(s string) Builder {
	b.set(ComponentQuery, s)
	return b
}

// Fragment sets the fragment, without the number sign before it.
func (b Builder) Fragment(s string) Builder {
	b.set(ComponentFragment, s)
	return b
}

// Without removes components: they are absent then, and a path is empty. ComponentAuthority and
// ComponentHost both remove userinfo, host and port, because userinfo and port require a host.
func (b Builder) Without(components ...Component) Builder {
	for _, c := range components {
		switch {
		case c == ComponentAuthority || c == ComponentHost:
			b.unset(ComponentUserinfo)
			b.unset(ComponentHost)
			b.unset(ComponentPort)
		case c < Component(uri.NumComponents):
			b.unset(c)
		}
	}
	return b
}

// IRI returns the IRI of the components, which must have a scheme. It takes time linear in the
// length of the result. The error is a [*ComponentError] or [ErrTooLong].
func (b Builder) IRI() (IRI, error) {
	var x IRI
	err := b.build(&x.value)
	if err == nil && !x.IsAbs() {
		return IRI{}, &ComponentError{ComponentScheme, rule.Scheme.CheckString("")}
	}
	return x, err
}

// Reference is [Builder.IRI] for a reference, which does not require a scheme.
func (b Builder) Reference() (Reference, error) {
	var x Reference
	err := b.build(&x.value)
	return x, err
}

// oldCut returns where the components lie that are not changed.
func (b *Builder) oldCut() find.Cut { return find.Cut(b.old.parts) }

// build sets x, which is a pointer because copies of results take longer than the work on most components.
func (b *Builder) build(x *value) error {
	before := present(b.oldCut())
	edits := b.changed & (b.present | before) // without what is removed and was absent
	switch {
	case b.err != nil:
	case edits == 0:
		*x = b.old
		return nil
	case edits&(edits-1) == 0 && edits&b.present&before != 0 && b.replace(x, Component(bits.TrailingZeros16(uint16(edits)))):
		return nil
	}
	var buf [short]byte
	text, parts, err := b.append(buf[:0])
	x.text, x.parts = string(text), parts
	return err
}

// replace sets x if the component c takes the place of another, which is by far the most frequent edit, and the result
// is short. It reports whether it did; append does the rest, and finds errors. The component is valid if and only if
// the result has it in that place.
func (b *Builder) replace(x *value, c Component) bool {
	span, _ := b.old.parts.Get(c)
	text := b.texts[slot(c)]
	if len(b.old.text)+len(text) > short {
		return false
	}
	result := b.old.text[:span.Start] + text + b.old.text[span.End:]
	parts, err := SplitReferenceString(result)
	got, _ := parts.Get(c)
	if err != nil || got.Start != span.Start || got.End != span.Start+len(text) {
		return false
	}
	*x = value{result, parts}
	return true
}

// Append appends the reference to dst and returns the offsets of its components in the reference.
// If there is an error, it is the one of [Builder.Reference], and dst is returned unchanged. Append
// allocates nothing but the error and room in dst.
func (b Builder) Append(dst []byte) ([]byte, Parts, error) { return b.append(dst) }

func (b *Builder) append(dst []byte) ([]byte, Parts, error) {
	before := present(b.oldCut())
	b.present |= before &^ b.changed
	size := uint64(len(b.old.text)) + delimiters
	for _, text := range b.texts {
		size += uint64(len(text))
	}
	if size <= short && b.mayBeValid() {
		text, cut := b.splice(slices.Grow(dst, int(size)))
		if parts, err := rule.IRIReference.Split(text[len(dst):]); err == nil && find.Cut(parts) == cut {
			return text, parts, nil
		}
	}
	if size > math.MaxUint32 && b.size() > math.MaxUint32 {
		return dst, Parts{}, ErrTooLong
	}
	if err := b.check(before); err != nil {
		return dst, Parts{}, err
	}
	text, cut := b.splice(slices.Grow(dst, int(size)))
	return text, Parts(cut), nil
}

// short is up to which length it is faster to parse the result, by the fast path of a whole reference, than to
// validate what has changed. The components are valid if and only if the result has them in the same places.
const short = 256

// mayBeValid reports whether the components are not at odds before any of them is looked at.
func (b *Builder) mayBeValid() bool {
	const hosted = 1<<ComponentUserinfo | 1<<ComponentPort
	return b.err == nil && (b.present.has(ComponentHost) || b.present&hosted == 0)
}

// delimiters is how many bytes the delimiters of all components have: in ://@:?#.
const delimiters = 7

// size returns the length of the result.
func (b *Builder) size() (n uint64) {
	sizes := [...]uint64{
		ComponentScheme: 1, ComponentUserinfo: 1, ComponentHost: 2, ComponentPort: 1, ComponentPath: 0, ComponentQuery: 1, ComponentFragment: 1,
	}
	for i, size := range sizes {
		if c := Component(i); b.present.has(c) {
			n += uint64(len(b.get(c))) + size
		}
	}
	return n
}

// check returns what keeps the components from being a reference, nil if nothing does. Components that
// are not changed are valid, but the path may have another rule than before, when others were present.
func (b *Builder) check(before components) *ComponentError {
	if !b.mayBeValid() {
		return cmp.Or(b.err, b.unhosted(ComponentUserinfo), b.unhosted(ComponentPort))
	}
	suspects := b.changed & b.present
	const place = 1<<ComponentScheme | 1<<ComponentHost
	if (b.present^before)&place != 0 {
		suspects |= 1 << ComponentPath
	}
	for ; suspects != 0; suspects &= suspects - 1 {
		c := Component(bits.TrailingZeros16(uint16(suspects)))
		r := b.rule(c)
		if text := b.get(c); !r.ValidString(text) {
			return &ComponentError{c, withBracketHint(c, text, r.CheckString(text))}
		}
	}
	return nil
}

// withBracketHint adds to the error of a host that it is an IPv6 address without brackets, if it is.
func withBracketHint(c Component, text string, err error) error {
	if c != ComponentHost {
		return err
	}
	if addr, wrong := netip.ParseAddr(text); wrong != nil || !addr.Is6() {
		return err
	}
	return fmt.Errorf("%w; an IPv6 address has brackets: use HostAddr", err)
}

// rule returns the rule of a component, for a path in the place that it has.
func (b *Builder) rule(c Component) rule.Rule {
	switch c {
	case ComponentScheme:
		return rule.Scheme
	case ComponentUserinfo:
		return rule.IUserinfo
	case ComponentHost:
		return rule.IHost
	case ComponentPort:
		return rule.Port
	case ComponentQuery:
		return rule.IQuery
	case ComponentFragment:
		return rule.IFragment
	}
	return b.pathRule()
}

// unhosted returns the error for a part of an authority, which has no host, if it is there.
func (b *Builder) unhosted(c Component) *ComponentError {
	if b.present.has(c) {
		return &ComponentError{c, errNoHost}
	}
	return nil
}

// pathRule returns the rule for paths in the place that the path has. Together the rules of a place
// determine how paths may begin, and they do so by the first byte.
func (b *Builder) pathRule() rule.Rule {
	path := b.get(ComponentPath)
	switch {
	case b.present.has(ComponentHost):
		return rule.IPathAbempty
	case path == "":
		return rule.IPathEmpty
	case language.IPathAbsolute.Begins(path[0]):
		return rule.IPathAbsolute
	case b.present.has(ComponentScheme):
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

	// Err is what is wrong. It is or wraps a [*SyntaxError] if the component is not valid, or not valid in
	// its place: then Offset and Span count from the beginning of the component.
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
