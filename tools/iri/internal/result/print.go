package result

import (
	"strconv"
	"strings"

	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/record"
)

// text prints findings like compilers print errors, with the string below:
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

func (*text) problem(*record.Record) []byte { return nil }

func (*text) frame(*Summary) (begin, between, end string) { return "", "", "" }

func (x *text) Append(dst []byte, r *record.Record) []byte {
	dst = append(dst, x.place...)
	dst = append(AppendWhere(dst, r.File, r.Place.Line, r.Column()), ':')
	dst = append(dst, x.end...)
	dst = append(dst, ' ')
	if r.Severity != "" {
		dst = append(append(dst, r.Severity...), ": "...)
	}
	begin := len(dst)
	dst = r.AppendMessage(dst)
	valid := len(dst) == begin
	if valid {
		dst = append(dst, messageOf(r)...)
	}
	dst = show.SafeFrom(dst, begin)
	if r.Code != "" {
		dst = append(append(append(dst, " ["...), r.Code...), ']')
	} else if x.rules && !r.Valid {
		dst = append(append(append(dst, " ["...), r.Rule...), ']')
	}
	dst = append(dst, '\n')
	if valid {
		return show.Picture{Text: pictureOf(r).Text}.Append(dst, "", "")
	}
	return show.AppendAround(dst, r.Text, r.Span.Start, r.Span.End, x.carets, x.end)
}

// pictureOf shows the string around the span of the finding.
func pictureOf(r *record.Record) show.Picture { return show.Around(r.Text, r.Span.Start, r.Span.End) }

func messageOf(r *record.Record) string {
	if message := r.MessageText(); message != "" {
		return message
	}
	return "matches rule " + r.Rule
}

// Argument is the prefix of names of strings given as arguments, which have columns but no lines.
const Argument = "argument "

func AppendWhere(dst []byte, file string, line, column int64) []byte {
	dst = append(dst, show.Safe(file)...)
	if strings.HasPrefix(file, Argument) {
		return strconv.AppendInt(append(dst, ", column "...), column, 10)
	}
	dst = strconv.AppendInt(append(dst, ':'), line, 10)
	return strconv.AppendInt(append(dst, ':'), column, 10)
}
