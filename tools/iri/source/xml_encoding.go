package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// charmaps maps names of supported encodings, as registered at IANA, to decoders. ASCII needs no decoder, since UTF-8
// includes it.
var charmaps = map[string]*charmap.Charmap{
	"ascii": nil, "us-ascii": nil, "ansi_x3.4-1968": nil,
	"iso-8859-1": charmap.ISO8859_1, "iso_8859-1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "l1": charmap.ISO8859_1,
	"windows-1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
}

var charsetName = expression(`^[A-Za-z][A-Za-z0-9._:-]*$`)

func (x *xmlDocument) decode(name string, input io.Reader) (io.Reader, error) {
	encoding, known := charmaps[strings.ToLower(name)]
	switch {
	case x.decoded || x.begun:
		x.encodingErr = &BrokenError{Format: "XML", Err: errors.New("an encoding declaration after the beginning")}
	case !charsetName().MatchString(name):
		x.encodingErr = fmt.Errorf("the file is in %q, not UTF-8", name)
	case !known:
		x.encodingErr = fmt.Errorf("the file is in %[1]s, not UTF-8; use iconv -f %[1]s -t UTF-8 FILE | sed '1s/%[1]s/UTF-8/' | iri check --from xml", name)
	default:
		x.decoded = true
		if encoding == nil {
			return input, nil
		}
		x.narrow = true
		return x.raw.decode(encoding, x.decoder.InputOffset()), nil
	}
	return nil, x.encodingErr
}

// decode converts the bytes of a recent reader from an offset on, and its later input, to UTF-8. It returns a reader of
// both.
func (r *recent) decode(encoding *charmap.Charmap, offset int64) io.Reader {
	n := offset - r.forgotten
	rest, _ := encoding.NewDecoder().Bytes(r.bytes[n:]) // each byte decodes to one character
	r.bytes = slices.Concat(r.bytes[:n], rest)
	r.r = encoding.NewDecoder().Reader(r.r)
	return io.MultiReader(bytes.NewReader(rest), r)
}
