package iri

import (
	"iter"
	"strings"

	"example.org/iri/internal/uri/percent"
)

// A Pair is a query parameter: a name and a value, separated by an equals sign. Ampersands separate pairs (URL
// Standard, section 5, application/x-www-form-urlencoded). The RFCs do not define pairs, but every query is a list of
// them.
type Pair struct {
	// Name and Value are decoded as in forms: plus signs become spaces, then percent-encoded octets are decoded. So
	// they may have any byte, and need not be UTF-8. To keep plus signs, decode the substrings at the spans.
	Name, Value string

	// HasValue distinguishes "a=" (true) from "a" (false). Value is empty in both.
	HasValue bool

	// NameSpan and ValueSpan are the offsets of name and value, not decoded, in the string of the reference. ValueSpan
	// is the zero Span if HasValue is false.
	NameSpan, ValueSpan Span
}

const (
	separator = "&"
	equals    = "="
	forSpace  = "+"
)

// QueryPairs yields the query parameters in order, decoded, repeated names included. It skips empty pairs. It allocates
// only names and values that have to be decoded, and a buffer for each of more than 256 bytes.
func (x value) QueryPairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		query, _ := x.parts.Query()
		start := query.Start
		for text, rest, more := "", x.text[query.Start:query.End], true; more; start += len(text) + len(separator) {
			text, rest, more = strings.Cut(rest, separator)
			if text != "" && !yield(pairOf(text, start)) {
				return
			}
		}
	}
}

func pairOf(s string, start int) Pair {
	name, value, hasValue := strings.Cut(s, equals)
	p := Pair{
		Name: fromForm(name), Value: fromForm(value), HasValue: hasValue,
		NameSpan: Span{Start: start, End: start + len(name)},
	}
	if hasValue {
		p.ValueSpan = Span{Start: p.NameSpan.End + len(equals), End: start + len(s)}
	}
	return p
}

// QueryValue returns the decoded value of the first query parameter with the given name, and whether there is one.
func (x value) QueryValue(name string) (string, bool) {
	for p := range x.QueryPairs() {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// AddPair adds a query parameter at the end of the query. Name and value are any strings, not percent-encoded: AddPair
// encodes all characters that are not unreserved (RFC 3987, section 2.2). A space becomes %20 and a plus sign %2B,
// which parsers of forms and of RFC 3986 decode alike. Most non-ASCII characters are unreserved and stay: for a header
// such as Location, use ToURI of the result.
func (b Builder) AddPair(name, value string) Builder {
	var stack [256]byte
	return b.Query(string(appendPair(append(stack[:0], b.get(ComponentQuery)...), name, value)))
}

// AddPairs is [Builder.AddPair] for each pair of a sequence, in time linear in the length of the query and all pairs. A
// nil sequence has no pairs. [maps.All] yields pairs in random order: sort the names first.
func (b Builder) AddPairs(pairs iter.Seq2[string, string]) Builder {
	if pairs == nil {
		return b
	}
	query := []byte(b.get(ComponentQuery))
	for name, value := range pairs {
		query = appendPair(query, name, value)
	}
	if len(query) == len(b.get(ComponentQuery)) {
		return b
	}
	return b.Query(string(query))
}

// SetPair replaces the value of the first pair with the given name, and removes the other pairs with that name. If
// there is no such pair, it adds one like AddPair. All other bytes of the query stay.
func (b Builder) SetPair(name, value string) Builder {
	done := false
	query, _ := editPairs(b.get(ComponentQuery), func(found, _ string) edit {
		switch {
		case fromForm(found) != name:
			return edit{}
		case done:
			return edit{found: true}
		}
		done = true
		return edit{true, true, value}
	})
	if !done {
		return b.AddPair(name, value)
	}
	return b.Query(query)
}

// DeletePairs removes all pairs with the given name, and an ampersand with each. If nothing remains, it removes the
// query. All other bytes stay.
func (b Builder) DeletePairs(name string) Builder {
	return b.deletePairs(func(found, _ string) bool { return fromForm(found) == name })
}

// DeletePairsFunc is [Builder.DeletePairs] for all pairs for which del returns true. It calls del once for each pair,
// in order, with the decoded name and value.
func (b Builder) DeletePairsFunc(del func(name, value string) bool) Builder {
	return b.deletePairs(func(name, value string) bool { return del(fromForm(name), fromForm(value)) })
}

func (b Builder) deletePairs(del func(name, value string) bool) Builder {
	query, found := editPairs(b.get(ComponentQuery), func(name, value string) edit { return edit{found: del(name, value)} })
	switch {
	case !found:
		return b
	case query == "":
		return b.Without(ComponentQuery)
	}
	return b.Query(query)
}

// An edit is the fate of a pair: it stays if it is not found, gets the value if it is kept, and is removed otherwise.
type edit struct {
	found, keep bool
	value       string
}

// editPairs edits each pair of a query as of decides by its undecoded name and value, and reports whether it found one.
func editPairs(query string, of func(name, value string) edit) (_ string, found bool) {
	var stack [256]byte
	buf := stack[:0]
	for text, rest, more := "", query, true; more; {
		text, rest, more = strings.Cut(rest, separator)
		name, value, _ := strings.Cut(text, equals)
		var e edit
		if text != "" {
			e = of(name, value)
		}
		switch {
		case !e.found:
			buf = append(append(buf, '&'), text...)
		case e.keep:
			buf = append(append(buf, '&'), name...)
			buf = appendForm(append(buf, '='), e.value)
		}
		found = found || e.found
	}
	return string(buf[min(len(buf), len(separator)):]), found
}

func appendPair(query []byte, name, value string) []byte {
	if len(query) > 0 {
		query = append(query, '&')
	}
	return appendForm(append(appendForm(query, name), '='), value)
}

func appendForm(dst []byte, s string) []byte {
	return percent.AppendEncoded(dst, s, percent.IUnreserved(false))
}
