package result

import (
	"strconv"

	"example.org/iri/tools/internal/cli/show"
)

// text prints findings as compilers print errors, with a picture below each:
//
//	list.txt:3:9: ' ' is not allowed in an authority
//	    http://a b/
//	            ^
type text struct {
	rules              bool
	place, carets, end string // escape sequences for terminals
}

func newText(o Options) *text {
	x := &text{rules: o.Rules}
	if o.Color {
		x.place, x.carets, x.end = "\x1b[1m", "\x1b[1;31m", "\x1b[0m" // bold, bold and red
	}
	return x
}

func (*text) frame(*Summary) (begin, between, end string) { return "", "", "" }

func (x *text) Append(dst []byte, f *Finding) []byte {
	dst = append(dst, x.place...)
	dst = append(appendWhere(dst, f.File, f.Place.Line, f.column()), ':')
	dst = append(dst, x.end...)
	dst = append(dst, ' ')
	dst = append(dst, show.Safe(f.message())...)
	if x.rules && f.Err != nil {
		dst = append(dst, " ["...)
		dst = append(dst, f.Rule...)
		dst = append(dst, ']')
	}
	dst = append(dst, '\n')
	picture := f.picture()
	if f.Err == nil {
		picture.Carets = 0
	}
	return picture.Append(dst, x.carets, x.end)
}

// appendWhere appends a file, and line and column if they are not 0.
func appendWhere(dst []byte, file string, line, column int64) []byte {
	dst = append(dst, show.Safe(file)...)
	for _, n := range []int64{line, column} {
		if n > 0 {
			dst = append(dst, ':')
			dst = strconv.AppendInt(dst, n, 10)
		}
	}
	return dst
}
