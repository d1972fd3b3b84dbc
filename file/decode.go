package file

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/uri/percent"
)

type decoder struct {
	separators string // octets that must not be percent-encoded
	utf8       bool   // the result must be UTF-8
}

func (d decoder) append(dst []byte, x iri.IRI, span iri.Span) ([]byte, error) {
	text := x.String()[span.Start:span.End]
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		octet, triple := percent.Octet(text[i:]), iri.Span{Start: span.Start + i, End: span.Start + i + percent.Size}
		switch {
		case octet == 0:
			return nil, &Error{ReasonNUL, triple}
		case strings.IndexByte(d.separators, octet) >= 0:
			return nil, &Error{ReasonSeparator, triple}
		}
		i += percent.Size - 1
	}
	begin := len(dst)
	dst = percent.AppendDecoded(dst, text)
	if d.utf8 && !utf8.Valid(dst[begin:]) {
		return nil, &Error{ReasonIllFormed, span}
	}
	return dst, nil
}
