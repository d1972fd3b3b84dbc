// Package parts prints the components of strings.
package parts

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/inet"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
)

// A Text is what is to be printed.
type Text struct {
	Bytes   []byte
	Parts   iri.Parts        // where components lie if nothing is wrong
	Wrong   *iri.SyntaxError // nil if nothing is wrong
	Missing string           // why the string could not be read
}

// A Form appends what is printed of a string to dst, on one line without its end.
type Form func(dst []byte, x *Text) []byte

// A field is what may be printed of a string.
type field struct {
	name string
	// of returns the field of a valid string, and whether it is there.
	of func(x *Text) (value []byte, ok bool)
}

// fields are those of valid strings, in the order of printing.
var fields = []field{
	{"iri", func(x *Text) ([]byte, bool) { return x.Bytes, true }},
	{"scheme", component(iri.Parts.Scheme)},
	{"authority", component(iri.Parts.Authority)},
	{"userinfo", component(iri.Parts.Userinfo)},
	{"host", component(iri.Parts.Host)},
	{"hostKind", hostKind},
	{"port", component(iri.Parts.Port)},
	{"path", component(func(p iri.Parts) (iri.Span, bool) { return p.Path(), true })},
	{"query", component(iri.Parts.Query)},
	{"fragment", component(iri.Parts.Fragment)},
}

func component(span func(iri.Parts) (iri.Span, bool)) func(*Text) ([]byte, bool) {
	return func(x *Text) ([]byte, bool) {
		s, ok := span(x.Parts)
		return x.Bytes[s.Start:s.End], ok
	}
}

// hostKind names the form of a host. It is absent if the host has none of RFC 3987: one with a zone.
func hostKind(x *Text) (kind []byte, ok bool) {
	s, ok := x.Parts.Host()
	host := x.Bytes[s.Start:s.End]
	if !ok || len(host) > 0 && host[0] == '[' && !rule.IPLiteral.Valid(host) {
		return nil, false
	}
	return hostKinds[inet.KindOf(host)], true
}

var hostKinds = [...][]byte{
	inet.RegName:   []byte(iri.HostRegName.String()),
	inet.IPv4:      []byte(iri.HostIPv4.String()),
	inet.IPv6:      []byte(iri.HostIPv6.String()),
	inet.IPvFuture: []byte(iri.HostIPvFuture.String()),
}

// reason names what is wrong.
func (x *Text) reason() string {
	switch {
	case x.Missing != "":
		return "cannot be read"
	case x.Wrong != nil:
		return x.Wrong.Reason.String()
	}
	return ""
}

// message returns the error message.
func (x *Text) message() string {
	switch {
	case x.Missing != "":
		return x.Missing
	case x.Wrong != nil:
		return x.Wrong.Message()
	}
	return ""
}

// JSON is an object, of components or of what is wrong.
func JSON(dst []byte, x *Text) []byte {
	if x.Missing != "" || x.Wrong != nil {
		return appendMistake(dst, x)
	}
	dst = append(dst, `{"iri":`...)
	before := len(dst)
	dst = show.AppendJSON(dst, x.Bytes)
	plain := len(dst)-before == len(x.Bytes)+len(`""`) // so the components need no escapes either
	for i := range fields[1:] {
		f := &fields[1+i]
		value, ok := f.of(x)
		if !ok {
			continue
		}
		dst = append(append(append(dst, `,"`...), f.name...), `":`...)
		if plain {
			dst = append(append(append(dst, '"'), value...), '"')
		} else {
			dst = show.AppendJSON(dst, value)
		}
	}
	return append(dst, '}')
}

// appendMistake appends the error of a string, and the string itself if it is UTF-8, else its bytes,
// since JSON would replace some of them.
func appendMistake(dst []byte, x *Text) []byte {
	dst = show.AppendJSON(append(dst, `{"error":`...), x.message())
	dst = show.AppendJSON(append(dst, `,"reason":`...), x.reason())
	if x.Missing != "" {
		return append(dst, '}')
	}
	dst = strconv.AppendInt(append(dst, `,"byte":`...), int64(x.Wrong.Span.Start), 10)
	if utf8.Valid(x.Bytes) {
		dst = show.AppendJSON(append(dst, `,"text":`...), x.Bytes)
		return append(dst, '}')
	}
	dst = base64.StdEncoding.AppendEncode(append(dst, `,"base64":"`...), x.Bytes)
	return append(dst, `"}`...)
}

// TSV is the fields of a string between tabs, then the byte at which it is wrong and the reason. It is
// what PostgreSQL and ClickHouse read.
func TSV(dst []byte, x *Text) []byte {
	wrong := x.Missing != "" || x.Wrong != nil
	for i := range fields {
		value, ok := fields[i].of(x)
		if wrong {
			ok = i == 0 && x.Missing == "" // the string itself
		}
		if ok {
			dst = show.AppendTSV(dst, value)
		} else {
			dst = append(dst, absent...)
		}
		dst = append(dst, '\t')
	}
	if x.Wrong == nil {
		dst = append(dst, absent...)
	} else {
		dst = strconv.AppendInt(dst, int64(x.Wrong.Span.Start), 10)
	}
	dst = append(dst, '\t')
	if !wrong {
		return append(dst, absent...)
	}
	return append(dst, x.reason()...)
}

const absent = `\N` // as the text format of PostgreSQL has it
