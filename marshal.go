package iri

import (
	"database/sql/driver"
	"encoding"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// MarshalText returns the string, which is empty for the zero IRI. It implements [encoding.TextMarshaler], for JSON and
// XML. In JSON, use the option omitzero: omitempty does not omit the zero IRI.
func (x value) MarshalText() ([]byte, error) { return []byte(x.text), nil }

// AppendText appends the string to b. It implements [encoding.TextAppender].
func (x value) AppendText(b []byte) ([]byte, error) { return append(b, x.text...), nil }

// MarshalBinary returns the string. It implements [encoding.BinaryMarshaler], for encoding/gob.
func (x value) MarshalBinary() ([]byte, error) { return x.MarshalText() }

// UnmarshalText parses text, which it copies, as an IRI. If text is empty, x becomes the zero IRI. If there is an
// error, x does not change.
func (x *IRI) UnmarshalText(text []byte) error {
	switch {
	case x == nil:
		return errNilPointer
	case len(text) == 0:
		*x = IRI{}
		return nil
	}
	return x.decode(text, Split)
}

// UnmarshalText parses text, which it copies, as a reference. If there is an error, x does not change.
func (x *Reference) UnmarshalText(text []byte) error {
	if x == nil {
		return errNilPointer
	}
	return x.decode(text, SplitReference)
}

// UnmarshalBinary is the same as [IRI.UnmarshalText].
func (x *IRI) UnmarshalBinary(data []byte) error { return x.UnmarshalText(data) }

// UnmarshalBinary is the same as [Reference.UnmarshalText].
func (x *Reference) UnmarshalBinary(data []byte) error { return x.UnmarshalText(data) }

var errNilPointer = errors.New("iri: cannot decode into a nil pointer")

func (x *value) decode(text []byte, split func([]byte) (Parts, error)) error {
	parts, err := split(text)
	if err != nil {
		return err
	}
	*x = value{string(text), parts}
	return nil
}

// Scan implements [database/sql.Scanner] for a string, bytes, or NULL, which becomes the zero IRI. If there is an
// error, x does not change.
func (x *IRI) Scan(src any) error { return scanSQL(x, src) }

// Scan implements [database/sql.Scanner] for a string, bytes, or NULL, which becomes the empty reference. To
// distinguish NULL from the empty string, use [database/sql.Null]. If there is an error, x does not change.
func (x *Reference) Scan(src any) error { return scanSQL(x, src) }

func scanSQL(x encoding.TextUnmarshaler, src any) error {
	switch src := src.(type) {
	case nil:
		return x.UnmarshalText(nil)
	case string:
		return x.UnmarshalText([]byte(src))
	case []byte:
		return x.UnmarshalText(src)
	}
	return fmt.Errorf("iri: cannot scan %T into %T", src, x)
}

// Value implements [driver.Valuer]. It returns the string, or NULL for the zero IRI.
func (x IRI) Value() (driver.Value, error) {
	if x.IsZero() {
		return nil, nil
	}
	return x.text, nil
}

// Value implements [driver.Valuer]. It returns the string.
func (x Reference) Value() (driver.Value, error) { return x.text, nil }

// LogValue implements [slog.LogValuer]. It returns [IRI.Redacted]. Package slog calls it for values, for pointers to
// them and in groups, but not for elements of slices and maps, fields of structs, and IRIs that an error of your
// program quotes: slog writes these with their passwords.
func (x value) LogValue() slog.Value { return slog.StringValue(x.Redacted()) }

// Redacted returns the string with xxxxx in place of a possible password (RFC 3986, section 3.2.1): the part of the
// userinfo after its first colon.
func (x value) Redacted() string {
	s, _ := x.parts.Userinfo()
	colon := strings.IndexByte(x.text[s.Start:s.End], ':')
	if colon < 0 {
		return x.text
	}
	return x.text[:s.Start+colon+1] + "xxxxx" + x.text[s.End:]
}
