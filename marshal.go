package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// MarshalText returns the text. The zero IRI has the empty text. It implements
// [encoding.TextMarshaler], from which JSON and XML follow.
func (x value) MarshalText() ([]byte, error) { return []byte(x.text), nil }

// AppendText appends the text to b. It implements encoding.TextAppender.
func (x value) AppendText(b []byte) ([]byte, error) { return append(b, x.text...), nil }

// UnmarshalText sets x to the IRI of the given text, which it copies; the empty text
// makes the zero IRI. If there is an error, x stays as it was.
func (x *IRI) UnmarshalText(text []byte) error { return set(x, string(text), parseOrZero) }

// UnmarshalText sets x to the reference of the given text, which it copies. If there is
// an error, x stays as it was.
func (x *Reference) UnmarshalText(text []byte) error { return set(x, string(text), ParseReference) }

// Scan implements [database/sql.Scanner]: it takes a string, bytes, or NULL, which makes the
// zero IRI. If there is an error, x stays as it was.
func (x *IRI) Scan(src any) error { return scanSQL(x, src, parseOrZero) }

// Scan implements [database/sql.Scanner]: it takes a string, bytes, or NULL, which makes the
// empty reference; [database/sql.Null] tells the two apart. If there is an error, x stays as it was.
func (x *Reference) Scan(src any) error { return scanSQL(x, src, ParseReference) }

// Value implements [driver.Valuer]: it returns the text, and NULL for the zero IRI.
func (x IRI) Value() (driver.Value, error) {
	if x.IsZero() {
		return nil, nil
	}
	return x.text, nil
}

// Value implements [driver.Valuer]: it returns the text.
func (x Reference) Value() (driver.Value, error) { return x.text, nil }

// LogValue implements [slog.LogValuer]: it returns what [IRI.Redacted] does.
func (x value) LogValue() slog.Value { return slog.StringValue(x.Redacted()) }

// Redacted returns the text with all that follows the first colon of the userinfo
// replaced by xxxxx: that is where a password stands, which RFC 3986, section 3.2.1,
// tells programs not to show.
func (x value) Redacted() string {
	s, _ := x.parts.Userinfo()
	colon := strings.IndexByte(x.text[s.Start:s.End], language.IRI.Plan.Delims[uri.DelimColon][0])
	if colon < 0 {
		return x.text
	}
	return x.text[:s.Start+colon+1] + "xxxxx" + x.text[s.End:]
}

// parseOrZero is [Parse], but takes the empty text for the zero IRI.
func parseOrZero(s string) (IRI, error) {
	if s == "" {
		return IRI{}, nil
	}
	return Parse(s)
}

// set sets x to what parse makes of a text.
func set[T any](x *T, text string, parse func(string) (T, error)) error {
	if x == nil {
		return errors.New("iri: a nil pointer cannot be decoded into")
	}
	y, err := parse(text)
	if err != nil {
		return err
	}
	*x = y
	return nil
}

// scanSQL sets x to what parse makes of a value from a database.
func scanSQL[T any](x *T, src any, parse func(string) (T, error)) error {
	switch src := src.(type) {
	case nil:
		return set(x, "", parse)
	case string:
		return set(x, src, parse)
	case []byte:
		return set(x, string(src), parse)
	}
	return fmt.Errorf("iri: cannot scan %T into %T", src, x)
}
