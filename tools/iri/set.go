package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

const setHelp = `Set changes components of references, with flags like those of trurl:

    $ echo 'http://a.example/x?utm_source=y&b=2&a=1' |
        iri set --set scheme=https --append path=z --trim 'query=utm_*' --sort-query
    https://a.example/x/z?a=1&b=2

--set takes scheme, authority, userinfo, host, port, path, query and fragment; with an
empty value, it removes the component. --append adds segments to the path (but no dot
segments) or pairs to the query. --trim query=NAME removes the pairs with this name from
the query, and --trim 'query=ABC*' the pairs whose names begin with ABC; \* is a star. Then
--sort-query sorts the pairs by name; pairs with the same name keep their order. Both
compare decoded names.

Values of userinfo, host, path, query and fragment are percent-encoded. A percent-encoded
octet in them stays, and so does a host in brackets. Other values must be valid. The
other components stay byte for byte. Removing the scheme or host may change what a
reference means: http://h/x becomes http:/x. If the result would be invalid, that is an
error. A scheme, userinfo or port cannot be set in a string without a host.

Each line gives one line, which is empty if the input line is invalid or empty. Errors go
to standard error.
`

const setExamples = `  iri set --set host=www.example.org --set port= list.txt
  iri set --trim 'query=utm_*' --sort-query list.txt | iri normalize | sort -u
  iri set --append query=lang=en --column url table.csv
`

type component struct {
	name string
	iri.Component
	set   func(b iri.Builder, encoded string) iri.Builder // nil for path and query, which other flags change, too
	check func(value string) error                        // nil if encoding makes any value valid
}

// settable are the components for --set. The authority precedes its parts.
var settable = []component{
	{"scheme", iri.ComponentScheme, iri.Builder.Scheme, rule.Scheme.CheckString},
	{"authority", iri.ComponentAuthority, setAuthority, checkAuthority},
	{"userinfo", iri.ComponentUserinfo, iri.Builder.Userinfo, nil},
	{"host", iri.ComponentHost, iri.Builder.Host, checkHost},
	{"port", iri.ComponentPort, iri.Builder.Port, rule.Port.CheckString},
	{"path", iri.ComponentPath, nil, nil},
	{"query", iri.ComponentQuery, nil, nil},
	{"fragment", iri.ComponentFragment, iri.Builder.Fragment, nil},
}

func componentNamed(name string) component {
	return settable[slices.IndexFunc(settable, func(c component) bool { return c.name == name })]
}

type setter struct {
	set          assignments
	append, trim assignments
	sort         bool
}

func set(j *job, flags *pflag.FlagSet) func() error {
	r := j.declareRewriting(flags)
	s := newSetter()
	flags.Var(&s.set, "set", "set component NAME: `NAME=VALUE`; may be repeated")
	flags.Var(&s.append, "append", "append to the path or the query: `NAME=VALUE`;\nmay be repeated")
	flags.Var(&s.trim, "trim", "remove the pairs named VALUE from the query:\n`NAME=VALUE`, such as query=utm_*; may be repeated")
	flags.BoolVar(&s.sort, "sort-query", false, "sort the pairs of the query by name")
	cli.Repeatable(flags, "set", "append", "trim")
	return func() error {
		if len(s.set.list)+len(s.append.list)+len(s.trim.list) == 0 && !s.sort {
			return cli.Usagef("nothing to change: use --set, --append, --trim or --sort-query")
		}
		return r.run(pass{func() handler { return r.changed(s) }, rule.IRIReference, true})
	}
}

func newSetter() *setter {
	s := &setter{
		set:    assignments{once: true, check: checkSet},
		append: assignments{names: []string{"path", "query"}, check: checkAppended},
		trim:   assignments{names: []string{"query"}, check: func(_, _ string) error { return nil }},
	}
	for _, c := range settable {
		s.set.names = append(s.set.names, c.name)
	}
	return s
}

type assignment struct{ name, value, encoded string }

type assignments struct {
	names []string // allowed names
	once  bool     // each name at most once
	check func(name, value string) error
	list  []assignment
}

func (a *assignments) String() string { return "" }
func (a *assignments) Type() string   { return "string" }

func (a *assignments) Set(text string) error {
	name, value, found := strings.Cut(text, "=")
	switch {
	case !found:
		return errors.New("want NAME=VALUE")
	case !slices.Contains(a.names, name):
		return fmt.Errorf("the name must be one of %s", strings.Join(a.names, ", "))
	case a.once && slices.ContainsFunc(a.list, func(x assignment) bool { return x.name == name }):
		return fmt.Errorf("%s is set twice", name)
	}
	if err := a.check(name, value); err != nil {
		return err
	}
	a.list = append(a.list, assignment{name, value, encodeValue(componentNamed(name).Component, value)})
	return nil
}

// checkSet returns an error for a value of --set that encoding cannot make valid.
func checkSet(name, value string) error {
	c := componentNamed(name)
	if value == "" || c.check == nil {
		return nil
	}
	err := c.check(value)
	if e, is := asSyntaxError(err); is {
		return errors.New(e.Message())
	}
	return err
}

func checkHost(value string) error {
	if strings.HasPrefix(value, "[") {
		return rule.IPLiteral.CheckString(value)
	}
	return nil
}

func checkAuthority(value string) error {
	x, err := iri.ParseReference("//" + value)
	if authority, _ := x.Authority(); err == nil && authority != value {
		return errors.New("unexpected characters after the authority")
	}
	return err
}

// checkAppended returns an error for a value of --append. It rejects dot segments, which would change the path, like
// [iri.Builder.AddSegments].
func checkAppended(name, value string) error {
	if value == "" {
		return cli.ErrEmpty
	}
	if name != "path" {
		return nil
	}
	for segment := range strings.SplitSeq(value, "/") {
		if decoded, err := iri.Decode(segment); err == nil && (decoded == "." || decoded == "..") {
			return fmt.Errorf("%q is a dot segment", segment)
		}
	}
	return nil
}

// Names returns completions.
func (a *assignments) Names() (names []string) {
	for _, name := range a.names {
		names = append(names, name+"=")
	}
	return names
}

// value returns the encoded value for a component.
func (a *assignments) value(name string) (value string, is bool) {
	for i := range a.list {
		if a.list[i].name == name {
			return a.list[i].encoded, true
		}
	}
	return "", false
}

func (r *rewriting) changed(s *setter) handler {
	var result []byte
	return func(x *entry, p *printed) (ok bool) {
		var err error
		switch {
		case x.skipped:
			return r.printResult(x, p, nil, false)
		case len(x.text) == 0:
			return r.printResult(x, p, nil, true)
		case !x.valid:
			err = x.wrong
		default:
			result, err = s.appendChanged(result[:0], x.text)
		}
		if err != nil {
			p.reject(x, err)
		}
		return r.printResult(x, p, result, err == nil)
	}
}

var errNoHost = errors.New("no scheme, userinfo or port can be set without a host")

func (s *setter) appendChanged(dst, text []byte) ([]byte, error) {
	x, err := iri.ParseReference(string(text))
	if err != nil {
		return dst, err
	}
	hostless := !has(x.Host()) && !s.sets("host") && !s.sets("authority")
	if hostless && (s.sets("scheme") || s.sets("userinfo") || s.sets("port")) {
		return dst, errNoHost
	}
	b := s.components(x.With())
	if path, changed := s.path(x.Path(), hostless); changed {
		b = b.Path(path)
	}
	query, is := x.Query()
	switch changed, stays := s.query(query, is); {
	case !stays && is:
		b = b.Without(iri.ComponentQuery)
	case stays && (!is || changed != query):
		b = b.Query(changed)
	}
	dst, _, err = b.Append(dst)
	if e, is := asSyntaxError(err); is { // its offsets refer to the result
		err = &spanError{iri.Span{End: len(text)}, fmt.Errorf("the result is invalid: %s", e.Message())}
	}
	return dst, err
}

func has(_ string, is bool) bool { return is }

// sets reports whether a component is set to a non-empty value.
func (s *setter) sets(name string) bool {
	value, _ := s.set.value(name)
	return value != ""
}

func (s *setter) components(b iri.Builder) iri.Builder {
	for _, c := range settable {
		switch value, is := s.set.value(c.name); {
		case !is || c.set == nil:
		case value == "":
			b = b.Without(c.Component)
		default:
			b = c.set(b, value)
		}
	}
	return b
}

func setAuthority(b iri.Builder, authority string) iri.Builder {
	x, err := iri.ParseReference("//" + authority)
	if err != nil {
		return b
	}
	host, _ := x.Host()
	b = b.Without(iri.ComponentAuthority).Host(host)
	if userinfo, is := x.Userinfo(); is {
		b = b.Userinfo(userinfo)
	}
	if port, is := x.Port(); is {
		b = b.Port(port)
	}
	return b
}

// path returns the changed path, and whether it differs. An empty path gets a leading slash only if there is a host.
func (s *setter) path(path string, hostless bool) (_ string, changed bool) {
	if value, is := s.set.value("path"); is {
		path, changed = value, true
	}
	for _, x := range s.append.list {
		if x.name == "path" {
			if path != "" || !hostless {
				path = strings.TrimSuffix(path, "/") + "/"
			}
			path, changed = path+x.encoded, true
		}
	}
	return path, changed
}

// query returns the query after setting, removing, appending and sorting, and whether it exists.
func (s *setter) query(query string, is bool) (string, bool) {
	if value, set := s.set.value("query"); set {
		query, is = value, value != ""
	}
	if len(s.append.list)+len(s.trim.list) == 0 && !s.sort {
		return query, is
	}
	var pairs []string
	if is {
		pairs = strings.Split(query, "&")
	}
	pairs = slices.DeleteFunc(pairs, s.trims)
	is = len(pairs) > 0
	if len(pairs) == 1 && pairs[0] == "" {
		pairs = nil // otherwise it would begin with an empty pair
	}
	for _, x := range s.append.list {
		if x.name == "query" {
			pairs, is = append(pairs, x.encoded), true
		}
	}
	if s.sort {
		slices.SortStableFunc(pairs, func(a, b string) int { return strings.Compare(nameOf(a), nameOf(b)) })
	}
	return strings.Join(pairs, "&"), is
}

// nameOf returns the name of a pair, decoded if possible.
func nameOf(pair string) string {
	name, _, _ := strings.Cut(pair, "=")
	if decoded, err := iri.Decode(name); err == nil {
		return decoded
	}
	return name
}

func (s *setter) trims(pair string) bool {
	name := nameOf(pair)
	return slices.ContainsFunc(s.trim.list, func(x assignment) bool {
		prefix, open := strings.CutSuffix(x.value, "*")
		if literal, escaped := strings.CutSuffix(prefix, `\`); open && escaped {
			return name == literal+"*"
		}
		return open && strings.HasPrefix(name, prefix) || name == x.value
	})
}

// encodeValue percent-encodes a value, except for percent-encoded octets in it and IP literals.
func encodeValue(c iri.Component, value string) string {
	if c == iri.ComponentHost && strings.HasPrefix(value, "[") {
		return value
	}
	var b strings.Builder
	for value != "" {
		n := encodedOctet(value)
		b.WriteString(iri.Encode(c, value[:n]))
		end := min(n+len("%00"), len(value))
		b.WriteString(value[n:end])
		value = value[end:]
	}
	return b.String()
}

// encodedOctet returns the offset of the first percent-encoded octet, or the length of s.
func encodedOctet(s string) int {
	for i := range len(s) {
		if s[i] == '%' && rule.PctEncoded.Prefix([]byte(s[i:])) > 0 {
			return i
		}
	}
	return len(s)
}
