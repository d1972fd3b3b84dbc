package fix

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/file"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

const (
	// delimiters are the pairs of RFC 3986, appendix C, brackets the others that people put around a URI.
	delimiters = `<> ""`
	brackets   = "() [] {} '' `` “” „“ ‘’ ‚‘ «» ‹›"

	byteOrderMark = '\ufeff'
)

// A pair is of characters that people put around a URI.
type pair struct {
	begin, end []byte
	any        bool // around any string, and not only around a scheme and two slashes
}

var pairs = func() (list []pair) {
	for i, p := range strings.Fields(delimiters + " " + brackets) {
		_, n := utf8.DecodeRuneInString(p)
		list = append(list, pair{[]byte(p[:n]), []byte(p[n:]), i < len(strings.Fields(delimiters))})
	}
	return list
}()

// trim removes what stands before the reference, and notes where it ends.
func (r *repair) trim() {
	r.trimSpace()
	for r.unwrap() {
		r.trimSpace()
	}
	if r.at > 0 {
		r.note(Surrounding, iri.Span{End: r.at}, 0)
	}
}

// unwrap moves both ends over a pair of characters, and reports whether there is one.
func (r *repair) unwrap() bool {
	s := r.rest()
	if len(s) == 0 || !mayBeginPair[s[0]] {
		return false
	}
	for _, p := range pairs {
		inside, begun := bytes.CutPrefix(s, p.begin)
		inside, ended := bytes.CutSuffix(inside, p.end)
		if begun && ended && (p.any || r.surroundsScheme()) {
			r.at, r.end = r.at+len(p.begin), r.end-len(p.end)
			return true
		}
	}
	return false
}

var mayBeginPair = func() (may [256]bool) {
	for _, p := range pairs {
		may[p.begin[0]] = true
	}
	return may
}()

// surroundsScheme reports whether a scheme and two slashes follow what may stand around a URI.
func (r *repair) surroundsScheme() bool {
	surrounds := func(c rune) bool { return strings.ContainsRune(delimiters+brackets+spaces, c) }
	rest, ok := afterScheme(r.unbroken(bytes.TrimLeftFunc(r.rest(), surrounds)))
	return ok && bytes.HasPrefix(rest, []byte("//"))
}

// trimSpace moves both ends over whitespace, controls and byte order marks.
func (r *repair) trimSpace() {
	r.end = r.at + len(bytes.TrimRightFunc(r.rest(), isSpace))
	r.at = r.end - len(bytes.TrimLeftFunc(r.rest(), isSpace))
}

// isSpace reports whether a character around a URI is no part of it.
func isSpace(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == byteOrderMark }

// whole repairs what is not a reference at all, if r has that: a path of Windows, or what scp takes.
// Percent signs in them begin no percent-encoded octets.
func (r *repair) whole() (done bool, err error) {
	s := r.rest()
	x, kind := iri.IRI{}, WindowsPath
	if isWindowsPath(s) {
		x, err = r.windowsPath()
	} else {
		x, done = fromSCP(s)
		if !done {
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
	return char.BeginsWithDrive(s) || bytes.HasPrefix(s, []byte(`\\`))
}

// fromSCP returns the IRI of what git and scp take: a user, a host and a path.
func fromSCP(s []byte) (iri.IRI, bool) {
	user, rest, ok := bytes.Cut(s, []byte("@"))
	if !ok || len(user) == 0 || !dfa.Match(language.IUserinfo.Automaton, user) || bytes.IndexByte(user, ':') >= 0 {
		return iri.IRI{}, false
	}
	n := 0 // where the colons of an IP address in brackets end
	if len(rest) > 0 && rest[0] == '[' {
		n = max(bytes.IndexByte(rest, ']'), 0)
	}
	colon := bytes.IndexByte(rest[n:], ':')
	if colon < 0 || n+colon == 0 {
		return iri.IRI{}, false
	}
	host, path := rest[:n+colon], bytes.TrimPrefix(rest[n+colon+1:], []byte(slash))
	encoded := percent.AppendPath([]byte(slash), string(path))
	x, err := iri.Builder{}.Scheme("ssh").Userinfo(string(user)).Host(string(host)).Path(string(encoded)).IRI()
	return x, err == nil
}
