package record

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"example.org/iri/tools/internal/cli/show"
)

// A Form appends a record to dst, on one line without its end.
type Form func(dst []byte, r *Record) []byte

// JSON appends an object. Member base64 or file_base64 replaces a value that is not UTF-8.
func JSON(dst []byte, r *Record) []byte {
	before := byte('{')
	plain := false // the string, and so every component, needs no escapes
	for i := range members {
		m := &members[i]
		switch {
		case i == 0 && !r.Unread:
			dst, plain = m.appendString(append(dst, '{'), r.head())
		case m.number != nil:
			n, ok := m.number(r)
			if !ok {
				continue
			}
			dst = strconv.AppendInt(appendName(dst, before, m.name), n, 10)
		case m.bytes != nil:
			value, ok := m.bytes(r)
			if !ok {
				continue
			}
			if dst = appendName(dst, before, m.name); plain {
				dst = append(append(append(dst, '"'), value...), '"')
			} else {
				dst = show.AppendJSON(dst, value)
			}
		default:
			value, ok := m.text(r)
			if !ok {
				continue
			}
			switch {
			case m.name == valid:
				dst = append(appendName(dst, before, m.name), value...)
			case m.base64 != "":
				dst, _ = m.appendString(append(dst, before), []byte(value))
			default:
				dst = show.AppendJSON(appendName(dst, before, m.name), value)
			}
		}
		before = ','
	}
	dst = appendList(dst, readings, r.Readings)
	return append(appendList(dst, languages, r.Languages), '}')
}

// appendString appends a value with its name. It reports whether the value needs no escapes.
func (m *member) appendString(dst, text []byte) (_ []byte, plain bool) {
	if !utf8.Valid(text) {
		dst = append(append(append(dst, '"'), m.base64...), `":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, text)
		return append(dst, '"'), false
	}
	dst = append(append(append(dst, '"'), m.name...), `":`...)
	before := len(dst)
	dst = show.AppendJSON(dst, text)
	return dst, len(dst)-before == len(text)+len(`""`)
}

func appendName(dst []byte, before byte, name string) []byte {
	return append(append(append(dst, before, '"'), name...), `":`...)
}

func appendList(dst []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return dst
	}
	dst = appendName(dst, ',', name)
	before := byte('[')
	for _, value := range values {
		dst = show.AppendJSON(append(dst, before), value)
		before = ','
	}
	return append(dst, ']')
}

// absent is a missing value in the text format of PostgreSQL and ClickHouse.
const absent = `\N`

// TSV appends all members except arrays, separated by tabs. A missing value is \N. Escapes are those of
// [show.AppendTSV].
func TSV(dst []byte, r *Record) []byte {
	plain := false // as in JSON
	for i := range members {
		m := &members[i]
		if i > 0 {
			dst = append(dst, '\t')
		}
		before := len(dst)
		ok := false
		if plain && m.bytes != nil {
			var value []byte
			value, ok = m.bytes(r)
			dst = append(dst, value...)
		} else {
			dst, ok = m.append(dst, r)
		}
		if i == 0 {
			plain = ok && len(dst)-before == len(r.head())
		}
		if !ok {
			dst = append(dst, absent...)
		}
	}
	return dst
}

func (m *member) append(dst []byte, r *Record) (_ []byte, ok bool) {
	switch {
	case m.number != nil:
		n, ok := m.number(r)
		if !ok {
			return dst, false
		}
		return strconv.AppendInt(dst, n, 10), true
	case m.bytes != nil:
		value, ok := m.bytes(r)
		return show.AppendTSV(dst, value), ok
	}
	value, ok := m.text(r)
	return show.AppendTSV(dst, value), ok
}
