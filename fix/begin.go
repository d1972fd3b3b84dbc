package fix

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/file"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

const byteOrderMark = '\ufeff'

// A pair is of characters that people put around a URI.
type pair struct {
	begin, end string
	any        bool // around any string, and not only around a scheme and two slashes
}

// pairs begins with the delimiters of RFC 3986, appendix C.
var pairs = [...]pair{
	{"<", ">", true}, {`"`, `"`, true},
	{"(", ")", false}, {"[", "]", false}, {"{", "}", false}, {"'", "'", false}, {"`", "`", false}, {"“", "”", false},
	{"„", "“", false}, {"‘", "’", false}, {"‚", "‘", false}, {"«", "»", false}, {"‹", "›", false},
}

// trim removes what stands before the reference, and notes where it ends.
func (r *repair) trim() {
	if n := len(r.input); n > 0 && isAlphanumeric(r.input[0]) && !mayBeSpace(r.input[n-1]) {
		return // most
	}
	for r.trimSpace(); r.unwrap(); r.trimSpace() {
	}
	if r.at > 0 {
		r.note(Surrounding, iri.Span{End: r.at}, 0)
	}
}

// unwrap moves both ends over a pair of characters, and reports whether there is one.
func (r *repair) unwrap() bool {
	s := r.rest()
	if len(s) == 0 || isAlphanumeric(s[0]) { // most
		return false
	}
	for i := range pairs {
		if p := &pairs[i]; p.isAround(s) && (p.any || r.surroundsScheme()) {
			r.at, r.end = r.at+len(p.begin), r.end-len(p.end)
			return true
		}
	}
	return false
}

// isAround reports whether a string begins and ends with p.
func (p *pair) isAround(s []byte) bool {
	end := len(s) - len(p.end)
	return s[0] == p.begin[0] && len(p.begin) <= end && string(s[:len(p.begin)]) == p.begin && string(s[end:]) == p.end
}

func isAlphanumeric(b byte) bool { return b-'0' < 10 || b|0x20-'a' < 26 }

// surroundsScheme reports whether a scheme and two slashes follow what may stand around a URI.
func (r *repair) surroundsScheme() bool {
	rest, ok := afterScheme(unbroken(bytes.TrimLeftFunc(r.rest(), maySurround)))
	return ok && bytes.HasPrefix(rest, []byte("//"))
}

// maySurround reports whether a character is of a pair, or whitespace.
func maySurround(c rune) bool {
	return strings.ContainsRune(spaces, c) || slices.ContainsFunc(pairs[:], func(p pair) bool {
		return strings.ContainsRune(p.begin, c) || strings.ContainsRune(p.end, c)
	})
}

// trimSpace moves both ends over whitespace, controls and byte order marks.
func (r *repair) trimSpace() {
	r.trimEnd()
	for r.at < r.end && r.input[r.at] == ' ' { // most
		r.at++
	}
	if s := r.rest(); len(s) > 0 && mayBeSpace(s[0]) {
		r.at = r.end - len(bytes.TrimLeftFunc(s, isSpace))
	}
}

// trimEnd is trimSpace for the end.
func (r *repair) trimEnd() {
	for r.at < r.end && r.input[r.end-1] == ' ' {
		r.end--
	}
	if s := r.rest(); len(s) > 0 && mayBeSpace(s[len(s)-1]) {
		r.end = r.at + len(bytes.TrimRightFunc(s, isSpace))
	}
}

// mayBeSpace reports whether a byte may be of a character that isSpace takes.
func mayBeSpace(b byte) bool { return b <= ' ' || b >= 0x7F }

// isSpace reports whether a character around a URI is no part of it.
func isSpace(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == byteOrderMark }

// whole repairs what is not a reference at all, if r has that: a path of Windows, or what scp takes.
// Percent signs in them begin no percent-encoded octets.
func (r *repair) whole() (done bool, err error) {
	s := r.rest()
	var x iri.IRI
	kind := WindowsPath
	switch {
	case isWindowsPath(s):
		x, err = r.windowsPath()
	case bytes.IndexByte(s, '@') < 0:
		return false, nil
	default:
		if x, done = fromSCP(s); !done {
			return false, nil
		}
		kind = SSH
	}
	if err != nil {
		r.note(kind, iri.Span{Start: r.at, End: r.end}, 0) // as far as it goes
		return true, err
	}
	if r.ASCII {
		x = x.ToURI()
	}
	r.change(kind, len(s), x.String())
	return true, nil
}

// windowsPath returns the IRI of a path of Windows. The offsets of its errors are those in the input.
func (r *repair) windowsPath() (iri.IRI, error) {
	x, err := file.Windows.IRI(string(r.rest()))
	var e *file.Error
	if errors.As(err, &e) {
		err = &file.Error{Reason: e.Reason, Span: iri.Span{Start: r.at + e.Span.Start, End: r.at + e.Span.End}}
	}
	return x, err
}

// isWindowsPath reports whether a string that is not a reference begins like a path of Windows. One
// with a drive letter and slashes seems to have a scheme, but there is no scheme of a single letter.
func isWindowsPath(s []byte) bool {
	return char.BeginsWithDrive(s) || len(s) >= 2 && s[0] == '\\' && s[1] == '\\'
}

// fromSCP returns the IRI of what git and scp take: a user, a host and a path.
func fromSCP(s []byte) (iri.IRI, bool) {
	at := bytes.IndexByte(s, '@')
	if at <= 0 || bytes.IndexByte(s[:at], ':') >= 0 || !dfa.Match(language.IUserinfo.Automaton, s[:at]) {
		return iri.IRI{}, false
	}
	user, rest := s[:at], s[at+1:]
	n := 0 // where the colons of an IP address in brackets end
	if len(rest) > 0 && rest[0] == '[' {
		n = max(bytes.IndexByte(rest, ']'), 0)
	}
	colon := bytes.IndexByte(rest[n:], ':')
	if colon < 0 || n+colon == 0 {
		return iri.IRI{}, false
	}
	host, path := rest[:n+colon], bytes.TrimPrefix(rest[n+colon+1:], []byte(char.Slash))
	encoded := percent.AppendPath([]byte(char.Slash), string(path))
	x, err := iri.Builder{}.Scheme("ssh").Userinfo(string(user)).Host(string(host)).Path(string(encoded)).IRI()
	return x, err == nil
}
