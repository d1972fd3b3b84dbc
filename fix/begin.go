package fix

import (
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
	backslash     = `\`
	at            = "@"
	colon         = ":"
	dot           = "."
	hash          = "#"
	percentSign   = "%"
	question      = "?"
	slash         = "/"
	byteOrderMark = '\ufeff'

	// delimiters are the pairs of RFC 3986, appendix C, brackets the others that people put around a URI.
	delimiters = `<> ""`
	brackets   = "() [] {} '' `` “” „“ ‘’ ‚‘ «» ‹›"
)

var delimiterPairs, allPairs = strings.Fields(delimiters), strings.Fields(delimiters + " " + brackets)

// trim removes what stands before the reference, and notes where it ends.
func (r *repair) trim() {
	if r.input != "" && !isMark(r.input[0]) && !isSpace(r.input[0]) && !isSpace(r.input[len(r.input)-1]) {
		return // of a pair of marks one is missing
	}
	r.trimSpace()
	pairs := delimiterPairs
	surrounds := func(c rune) bool { return strings.ContainsRune(delimiters+brackets+spaces, c) }
	inside := r.unbroken(strings.TrimLeftFunc(r.rest(), surrounds))
	if rest := afterScheme(inside); rest != inside && strings.HasPrefix(rest, slash+slash) {
		pairs = allPairs
	}
	for r.unwrap(pairs) {
		r.trimSpace()
	}
	if begin := r.at; begin > 0 {
		r.at = 0
		r.change(Surrounding, r.input[:begin], "")
	}
}

// isMark reports whether a byte of ASCII is one of a pair of characters that people put around a URI.
func isMark(b byte) bool { return strings.IndexByte(delimiters+brackets, b) >= 0 }

// isSpace reports whether a byte may be of what trimSpace removes, or is not ASCII.
func isSpace(b byte) bool { return b <= ' ' || b >= 0x7F }

// unwrap moves both ends over a pair of characters, and reports whether there is one.
func (r *repair) unwrap(pairs []string) bool {
	for _, pair := range pairs {
		_, n := utf8.DecodeRuneInString(pair)
		inside, begun := strings.CutPrefix(r.rest(), pair[:n])
		_, ended := strings.CutSuffix(inside, pair[n:])
		if begun && ended {
			r.at, r.end = r.at+n, r.end-len(pair[n:])
			return true
		}
	}
	return false
}

// trimSpace moves both ends over whitespace, controls and byte order marks.
func (r *repair) trimSpace() {
	removes := func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == byteOrderMark }
	r.end = r.at + len(strings.TrimRightFunc(r.rest(), removes))
	r.at = r.end - len(strings.TrimLeftFunc(r.rest(), removes))
}

// trimEnd removes what stands after the reference.
func (r *repair) trimEnd() {
	if r.end < len(r.input) {
		r.change(Surrounding, r.input[r.end:], "")
	}
}

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
		r.changes = append(r.changes, Change{Kind: kind, Span: iri.Span{Start: r.at, End: r.end}}) // as far as it goes
		return true, err
	}
	if r.ASCII {
		x = x.ToURI()
	}
	r.change(kind, s, x.String())
	return true, nil
}

// windowsPath returns the IRI of a path of Windows. The offsets of its errors are those in the input.
func (r *repair) windowsPath() (iri.IRI, error) {
	x, err := file.Windows.IRI(r.rest())
	var e *file.Error
	if errors.As(err, &e) {
		err = &file.Error{Reason: e.Reason, Span: iri.Span{Start: r.at + e.Span.Start, End: r.at + e.Span.End}}
	}
	return x, err
}

// isWindowsPath reports whether a string that is not a reference begins like a path of Windows. One
// with a drive letter and slashes seems to have a scheme, but there is no scheme of a single letter.
func isWindowsPath(s string) bool {
	return char.BeginsWithDrive(s) || strings.HasPrefix(s, backslash+backslash)
}

// fromSCP returns the IRI of what git and scp take: a user, a host and a path.
func fromSCP(s string) (iri.IRI, bool) {
	user, rest, ok := strings.Cut(s, at)
	if !ok {
		return iri.IRI{}, false
	}
	after := 0 // the colons of an IP address in brackets
	if rest != "" && rest[0] == '[' {
		after = max(strings.IndexByte(rest, ']'), 0)
	}
	name, path, hasPath := strings.Cut(rest[after:], colon)
	host := rest[:after] + name
	isUser := user != "" && !strings.Contains(user, colon) && dfa.Match(language.IUserinfo.Automaton, user)
	if !hasPath || !isUser || host == "" {
		return iri.IRI{}, false
	}
	path = strings.TrimPrefix(path, slash)
	encoded := string(percent.AppendPath([]byte(slash), path))
	x, err := iri.Builder{}.Scheme("ssh").Userinfo(user).Host(host).Path(encoded).IRI()
	return x, err == nil
}
