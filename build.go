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

// A Builder composes an IRI or a reference from components. [Builder.IRI] or [Builder.Reference] ends a chain of calls:
//
//	x, err := iri.Builder{}.Scheme("https").Host("example.org").Path("/a").IRI()
//	y, err := x.With().Host("www.example.org").Without(iri.ComponentPort).IRI()
//
// A Builder is a value: methods return a changed copy, and one Builder can start several chains. The order of calls for
// different components does not matter. The zero Builder has an empty path and nothing else.
//
// The methods named like components take percent-encoded strings: use [Encode] and [EncodeQueryValue] to encode a
// string. Disallowed characters are errors of the last call, which validates. An empty component differs from an absent
// one: with Query(""), the result ends in "?". These methods allocate nothing, except HostAddr and PortNumber.
//
// Methods for pairs and segments take any strings, and encode them: [Builder.AddPairs], [Builder.AddPair],
// [Builder.SetPair], [Builder.DeletePairs], [Builder.DeletePairsFunc], [Builder.AddSegments]. Each call allocates a new
// query or path, so n calls of AddPair take quadratic time, and one call of AddPairs does not.
type Builder struct {
	old     value                         // source of the components that are not changed
	texts   [uri.NumComponents - 2]string // the changed components, by slot; "" if absent
	changed components
	present components // only those in changed, until append adds the others

	err *ComponentError // of the first call that failed
}

type components uint16

func (s components) has(c Component) bool { return s>>c&1 != 0 }

// slot returns the index of a component in texts. The scheme takes the index of the authority, which has no text of its
// own: with fewer strings, copying a Builder is cheaper.
func slot(c Component) int { return int(max(c, ComponentAuthority) - ComponentAuthority) }

// With returns a Builder with the components of x.
func (x value) With() Builder { return Builder{old: x} }

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

func (b *Builder) set(c Component, s string) {
	b.texts[slot(c)] = s
	b.changed |= 1 << c
	b.present |= 1 << c
}

func (b *Builder) unset(c Component) {
	b.texts[slot(c)] = ""
	b.changed |= 1 << c
	b.present &^= 1 << c
}

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

// Userinfo sets the userinfo, in which an @ is written as %40. It requires a host.
func (b Builder) Userinfo(s string) Builder {
	b.set(ComponentUserinfo, s)
	return b
}

// Host sets the host. An IPv6 address is written in brackets.
func (b Builder) Host(s string) Builder {
	b.set(ComponentHost, s)
	return b
}

// Port sets the port. It requires a host.
func (b Builder) Port(s string) Builder {
	b.set(ComponentPort, s)
	return b
}

// HostAddr sets the host to an IP address, and writes the brackets. The zero Addr and an address with a zone are
// errors.
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

func (b Builder) failed(c Component, err error) Builder {
	if b.err == nil {
		b.err = &ComponentError{c, err}
	}
	return b
}

// Path sets the path. After an authority it must be empty or begin with a slash; without one it must not begin with two
// slashes. Without a scheme and an authority, its first segment must not have a colon: write ./a:b.
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

// Without removes components. A path becomes empty. ComponentAuthority and ComponentHost both remove userinfo, host and
// port, because userinfo and port require a host.
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

// IRI returns the IRI of the components, which must include a scheme. The error is a [*ComponentError] or [ErrTooLong].
func (b Builder) IRI() (IRI, error) {
	var x IRI
	err := b.build(&x.value)
	if err == nil && !x.IsAbs() {
		return IRI{}, &ComponentError{ComponentScheme, rule.Scheme.CheckString("")}
	}
	return x, err
}

// Reference is [Builder.IRI] for a reference, which requires no scheme.
func (b Builder) Reference() (Reference, error) {
	var x Reference
	err := b.build(&x.value)
	return x, err
}

func (b *Builder) oldCut() find.Cut { return find.Cut(b.old.parts) }

// build has a result parameter because copying a result takes longer than the work on most components.
func (b *Builder) build(x *value) error {
	before := present(b.oldCut())
	edits := b.changed & (b.present | before) // without removals of absent components
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

// replace is the fast path for the most frequent edit, the replacement of one present component in a short reference.
// It reports whether it set x: if not, append does the work and finds the error. The new component is valid if and only
// if it is in the same place in the parsed result.
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

// Append appends the reference to dst, and returns the offsets of its components. It returns the same errors as
// [Builder.Reference].
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

// short is the maximum length for which it is faster to parse the result than to validate each changed component.
const short = 256

// mayBeValid reports whether there is no error so far, and a host if there is a userinfo or port.
func (b *Builder) mayBeValid() bool {
	const hosted = 1<<ComponentUserinfo | 1<<ComponentPort
	return b.err == nil && (b.present.has(ComponentHost) || b.present&hosted == 0)
}

// delimiters is the total length of the delimiters ://@:?#.
const delimiters = 7

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

// check returns the error of the first invalid component, or nil. Unchanged components are valid, except the path: its
// rule depends on the presence of a scheme and a host.
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

// withBracketHint adds the remedy to the error of a host that is an IPv6 address without brackets.
func withBracketHint(c Component, text string, err error) error {
	if c != ComponentHost {
		return err
	}
	if addr, wrong := netip.ParseAddr(text); wrong != nil || !addr.Is6() {
		return err
	}
	return fmt.Errorf("%w; an IPv6 address has brackets: use HostAddr", err)
}

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

func (b *Builder) unhosted(c Component) *ComponentError {
	if b.present.has(c) {
		return &ComponentError{c, errNoHost}
	}
	return nil
}

// pathRule returns the rule for a path after the components that are present, which depends on its first byte.
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

// A ComponentError reports an invalid component of a [Builder].
type ComponentError struct {
	Component Component

	// Err is or wraps a [*SyntaxError] if the component is not valid by itself or in its place. Its Offset and Span
	// count from the beginning of the component.
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
