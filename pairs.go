package iri

import (
	"iter"
	"strings"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// A Pair is a name and a value in a query, as HTML forms write them: name=value pairs with
// ampersands between (URL Standard, section 5, application/x-www-form-urlencoded). RFC 3986 and RFC
// 3987 know no pairs, but every query can be read as a list of them.
type Pair struct {
	// Name and Value are decoded, by the convention of forms: first each plus sign is a space, then
	// triples are octets. So they may hold any byte, and may be no UTF-8. Who wants plus signs to
	// be themselves decodes the spans.
	Name, Value string

	// HasValue tells "a=" from "a". Value is empty in both.
	HasValue bool

	// NameSpan and ValueSpan are where they lie in the text of the reference, as they stand there.
	// ValueSpan is the zero Span if HasValue is false.
	NameSpan, ValueSpan Span
}

const (
	separator = string(rune(language.Ampersand))
	equals    = string(rune(language.Equals))
	forSpace  = string(rune(language.Plus))
)

// QueryPairs yields the pairs of the query in their order; several may have the same name. Nothing
// is between two ampersands in a row, no pair. It allocates nothing but the names and values that
// have to be decoded.
func (x value) QueryPairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		query, _ := x.parts.Query() // empty if there is none
		start := query.Start
		for text, rest, more := "", x.text[query.Start:query.End], true; more; start += len(text) + len(separator) {
			text, rest, more = strings.Cut(rest, separator)
			if text != "" && !yield(pairOf(text, start)) {
				return
			}
		}
	}
}

// pairOf reads a pair that begins at an offset.
func pairOf(text string, start int) Pair {
	name, value, hasValue := strings.Cut(text, equals)
	p := Pair{
		Name: fromForm(name), Value: fromForm(value), HasValue: hasValue,
		NameSpan: Span{Start: start, End: start + len(name)},
	}
	if hasValue {
		p.ValueSpan = Span{Start: p.NameSpan.End + len(equals), End: start + len(text)}
	}
	return p
}

// QueryValue returns the decoded value of the first pair with the given name, and whether there is
// one. See [Pair] for what decoded means.
func (x value) QueryValue(name string) (string, bool) {
	for p := range x.QueryPairs() {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// AddPair adds a pair behind the query, behind an ampersand if that is not empty. Name and value
// are any text, not percent-encoded: all characters are, save those that stand in every component.
// A space becomes %20, and a plus sign %2B, which readers of forms and of RFC 3986 read alike.
func (b Builder) AddPair(name, value string) Builder {
	var stack [256]byte
	buf := append(stack[:0], b.query.text...)
	if len(buf) > 0 {
		buf = append(buf, language.Ampersand)
	}
	buf = append(appendForm(buf, name), language.Equals)
	return b.Query(string(appendForm(buf, value)))
}

// SetPair replaces the value of the first pair with the given name, and removes the others with
// that name. If there is none, it does what AddPair does. All else stays as it is, byte by byte.
func (b Builder) SetPair(name, value string) Builder {
	query, found := editPairs(b.query.text, name, &value)
	if !found {
		return b.AddPair(name, value)
	}
	return b.Query(query)
}

// DeletePairs removes all pairs with the given name, and an ampersand for each. If that leaves
// nothing of the query, it goes as well. All else stays as it is, byte by byte.
func (b Builder) DeletePairs(name string) Builder {
	query, found := editPairs(b.query.text, name, nil)
	switch {
	case !found:
		return b
	case query == "":
		return b.NoQuery()
	}
	return b.Query(query)
}

// editPairs removes the pairs with the given name, and reports whether there were any. If there is
// a value, the first of them stays and gets it.
func editPairs(query, name string, value *string) (_ string, found bool) {
	var stack [256]byte
	buf := stack[:0]
	for text, rest, more := "", query, true; more; {
		text, rest, more = strings.Cut(rest, separator)
		rawName, _, _ := strings.Cut(text, equals)
		if text == "" || fromForm(rawName) != name {
			buf = append(append(buf, language.Ampersand), text...)
			continue
		}
		if value != nil && !found {
			buf = append(append(buf, language.Ampersand), rawName...)
			buf = appendForm(append(buf, language.Equals), *value)
		}
		found = true
	}
	return string(buf[min(len(buf), len(separator)):]), found // no separator in front
}

// fromForm decodes a name or a value.
func fromForm(text string) string { return decoded(strings.ReplaceAll(text, forSpace, " ")) }

// decoded is [Decode] for any octets. In a Builder, text may be wrong: then it stays as it is.
func decoded(text string) string {
	var buf [256]byte
	octets, err := appendDecoded(buf[:0], text)
	if err != nil {
		return text
	}
	return unlessSame(octets, text)
}

// appendForm encodes a name or a value.
func appendForm(dst []byte, text string) []byte {
	return percent.AppendEncoded(dst, text, percent.IUnreserved(false))
}
