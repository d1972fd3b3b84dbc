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

type pair struct {
	begin, end string
	any        bool // it may surround any string, not only one that begins like a URL
}

// pairs begins with the delimiters of RFC 3986, appendix C.
var pairs = [...]pair{
	{"<", ">", true}, {`"`, `"`, true}, {"(", ")", false}, {"[", "]", false},
}

// Any opening quotation mark may pair with any closing one, since conventions differ between languages. A mark at the
// end of a list item may follow the closing one.
const (
	quotes      = "'`\"" + typographic
	typographic = "“”„‟‘’‚‛«»‹›"
	ends        = ",;."
)

const mostAround = 8

// trim removes surrounding text from both ends, and notes the start.
func (r *repair) trim() {
	if n := len(r.input); !r.Web && n > 0 && char.Lower(r.input[0])-'a' < 26 && isAlphanumeric(r.input[n-1]) && !bytes.ContainsAny(r.input, "]\"'") {
		return // the common case
	}
	r.trimSpace()
	for n := 0; n < mostAround && r.unwrap(); n++ {
		r.trimSpace()
	}
	if r.Web {
		r.trimWeb()
	}
	if r.at > 0 {
		r.note(Surrounding, iri.Span{End: r.at}, 0)
	}
}

// unwrap strips a pair of characters. It reports whether there is one.
func (r *repair) unwrap() bool {
	s := r.rest()
	switch {
	case len(s) == 0:
		return false
	case r.unframe():
		return true
	case isAlphanumeric(s[0]):
		return false
	}
	item := bytes.TrimRight(s, ends)
	for i := range pairs {
		if p := &pairs[i]; p.isAround(item) && (p.any && len(item) == len(s) || r.surroundsURL()) {
			r.bracketed = r.bracketed || !p.any
			return r.strip(len(p.begin), len(s)-len(item)+len(p.end))
		}
	}
	if begin, end := aroundQuotes(item); begin > 0 && r.surroundsURL() {
		return r.strip(begin, len(s)-len(item)+end)
	}
	return r.unquote()
}

// unquote strips an unmatched quotation mark before a URL. It reports whether there is one.
func (r *repair) unquote() bool {
	s := r.rest()
	first, n := utf8.DecodeRune(s)
	if !strings.ContainsRune(quotes, first) || first == utf8.RuneError || bytes.ContainsAny(s[n:], quotes) || !hasSchemeAndSlashes(s[n:]) {
		return false
	}
	return r.strip(n, len(s)-len(withoutEnd(s)))
}

func (r *repair) strip(begin, end int) bool {
	r.at, r.end = r.at+begin, r.end-end
	return true
}

func (p *pair) isAround(s []byte) bool {
	end := len(s) - len(p.end)
	return len(p.begin) <= end && s[0] == p.begin[0] && string(s[:len(p.begin)]) == p.begin && string(s[end:]) == p.end
}

func aroundQuotes(s []byte) (begin, end int) {
	first, begin := utf8.DecodeRune(s)
	last, end := utf8.DecodeLastRune(s)
	if begin+end > len(s) || first == '"' && bytes.IndexByte(s[1:len(s)-end], '"') >= 0 || !strings.ContainsRune(quotes, first) || !strings.ContainsRune(quotes, last) || first == utf8.RuneError || last == utf8.RuneError {
		return 0, 0
	}
	return begin, end
}

func isAlphanumeric(b byte) bool { return b-'0' < 10 || b|0x20-'a' < 26 }

func (r *repair) surroundsURL() bool {
	return beginsLikeURL(bytes.TrimRightFunc(bytes.TrimLeftFunc(r.rest(), maySurround), maySurround), r.Web)
}

// beginsLikeURL reports whether a string begins with a scheme and two slashes, or with a plausible host.
func beginsLikeURL(s []byte, web bool) bool {
	if hasSchemeAndSlashes(s) {
		return true
	}
	first := firstPart(s)
	return hostReading(first, isAlone(s[len(first):]) && !web) == 0 && len(first) > 0 && first[0] != '['
}

// trimWeb removes invisible characters at the end, and punctuation after a host without a path.
func (r *repair) trimWeb() {
	host := r.at
	if n := bytes.Index(r.rest(), []byte(slashes)); n >= 0 {
		host += n + len(slashes)
	}
	alone := host+len(firstPart(r.input[host:r.end])) == r.end
	for end := -1; end != r.end; {
		end = r.end
		r.trimEnd()
		for r.trimOctets() {
		}
		authority := r.input[host:r.end]
		if n := len(bytes.TrimRight(authority, ").,;!*'")); alone && n > 0 && n < len(authority) && authority[n] != '.' {
			r.end = host + n
		}
	}
}

func (r *repair) trimPunctuation() {
	for end := -1; end != r.end; {
		end = r.end
		r.end = r.at + len(bytes.TrimRight(withoutEnd(withoutNumberSigns(r.rest())), typographic))
		r.trimEnd()
		for r.Web && r.trimOctets() {
		}
	}
}

func hasSchemeAndSlashes(s []byte) bool {
	rest, ok := afterScheme(s)
	return ok && hasSlashes(rest)
}

func maySurround(c rune) bool {
	return strings.ContainsRune(spaces+"<>()[]{}"+quotes+ends, c) && c != utf8.RuneError
}

func (r *repair) trimSpace() {
	r.trimEnd()
	for r.at < r.end && r.input[r.at] == ' ' {
		r.at++
	}
	if s := r.rest(); len(s) > 0 && mayBeSpace(s[0]) {
		r.at = r.end - len(bytes.TrimLeftFunc(s, isSpace))
	}
}

func (r *repair) trimEnd() {
	for r.at < r.end && r.input[r.end-1] == ' ' {
		r.end--
	}
	if s := r.rest(); len(s) > 0 && mayBeSpace(s[len(s)-1]) {
		r.end = r.at + len(bytes.TrimRightFunc(s, isSpace))
	}
}

// trimOctets removes a percent-encoded character at the end that trimSpace would remove. It reports whether there is
// one.
func (r *repair) trimOctets() bool {
	var c [utf8.UTFMax]byte
	for n, s := 1, r.rest(); n <= utf8.UTFMax && n*percent.Size <= len(s); n++ {
		octet := s[len(s)-n*percent.Size:]
		if !beginsOctet(octet) {
			return false
		}
		c[utf8.UTFMax-n] = percent.Octet(octet)
		if first, size := utf8.DecodeRune(c[utf8.UTFMax-n:]); size == n && isSpace(first) {
			r.end -= n * percent.Size
			return true
		}
	}
	return false
}

func mayBeSpace(b byte) bool { return b <= ' ' || b >= 0x7F }

func isSpace(c rune) bool {
	return unicode.IsSpace(c) || unicode.IsControl(c) || unicode.Is(unicode.Cf, c) && isInvisible(string(c))
}

// isHidden reports whether a non-ASCII character is invisible and does not occur in words.
func isHidden(c rune) bool {
	return c >= utf8.RuneSelf && (unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) && isInvisible(string(c)) && !dfa.Match(&language.Joiner, string(c)))
}

// isInvisible reports whether a format character is invisible, unlike signs such as U+0600.
func isInvisible(c string) bool {
	for _, a := range [...]*dfa.Automaton{&language.Invisible, &language.Formatting, &language.BidiIsolate, &language.Joiner} {
		if dfa.Match(a, c) {
			return true
		}
	}
	return false
}

// whole repairs an input that is no reference: a Windows path, or an address of scp, in both of which % is an ordinary
// character. It reports whether the input is one.
func (r *repair) whole() (done bool, err error) {
	s := r.rest()
	var x iri.IRI
	kind := WindowsPath
	switch {
	case isWindowsPath(s):
		path := withoutEscapes(s)
		if char.BeginsWithDrive(path) && hasSlashes(path[len("C:"):]) {
			return true, r.doubtful(asOtherScheme|asFileName, 0, len("C://"))
		}
		if n := bytes.IndexAny(s, `"<>|`); n >= 0 { // not allowed in Windows names
			return true, r.doubtful(asText, n, n+1)
		}
		if n := bytes.IndexFunc(s, unicode.IsControl); n >= 0 && n != bytes.IndexByte(s, 0) { // of a list or a text
			return true, r.doubtful(asText, n, n+1)
		}
		x, err = r.windowsPath(path)
	case bytes.IndexByte(s, '@') < 0:
		return false, nil
	default:
		if x, done = fromSCP(s); !done {
			return false, nil
		}
		kind = SSH
	}
	if err != nil {
		r.note(kind, iri.Span{Start: r.at, End: r.end}, 0) // the whole path is the change
		return true, err
	}
	for _, open := range [...]string{"{{", "{%"} {
		if n := bytes.Index(s, []byte(open)); n >= 0 {
			return true, r.doubtful(asTemplate, n, n+1)
		}
	}
	if host, _ := x.Host(); strings.Contains(host, "%") || strings.ContainsFunc(host, isOddInHost) || strings.ContainsFunc(x.String(), isHidden) {
		return true, r.doubtful(asText, 0, len(s)) // not a host name
	}
	if r.ASCII {
		x = x.ToURI()
	}
	r.change(kind, len(s), x.String())
	return true, nil
}

// windowsPath returns the IRI of the rest as a Windows path, possibly unescaped. Offsets in its errors refer to the
// input.
func (r *repair) windowsPath(path []byte) (iri.IRI, error) {
	x, err := file.Windows.IRI(string(path))
	var e *file.Error
	if errors.As(err, &e) {
		span := iri.Span{Start: r.at + e.Span.Start, End: r.at + e.Span.End}
		if len(path) < len(r.rest()) {
			span = iri.Span{Start: r.at, End: r.end}
		}
		err = &file.Error{Reason: e.Reason, Span: span}
	}
	return x, err
}

// withoutEscapes replaces \\ by \ in a path that has only such pairs, as in source code.
func withoutEscapes(path []byte) []byte {
	const one, two = `\`, `\\`
	pairs := bytes.Count(path, []byte(two))
	if pairs == 0 || bytes.Count(path, []byte(one)) != 2*pairs || bytes.IndexByte(path, '/') >= 0 {
		return path
	}
	if bytes.HasPrefix(path, []byte(one)) && !bytes.HasPrefix(path, []byte(two+two)) {
		return path // \\server\share
	}
	return bytes.ReplaceAll(path, []byte(two), []byte(one))
}

// isWindowsPath reports whether a string begins with a drive letter or a server name. It is used for invalid references
// only; a drive letter looks like a scheme, but no scheme has one letter.
func isWindowsPath(s []byte) bool {
	return char.BeginsWithDrive(s) || len(s) >= 2 && s[0] == '\\' && s[1] == '\\'
}

func fromSCP(s []byte) (iri.IRI, bool) {
	at := bytes.IndexByte(s, '@')
	if at <= 0 || bytes.IndexByte(s[:at], ':') >= 0 || !dfa.Match(language.IUserinfo.Automaton, s[:at]) {
		return iri.IRI{}, false
	}
	user, rest := s[:at], s[at+1:]
	n := 0
	if len(rest) > 0 && rest[0] == '[' {
		n = max(bytes.IndexByte(rest, ']'), 0)
	}
	colon := bytes.IndexByte(rest[n:], ':')
	if colon < 0 || n+colon == 0 {
		return iri.IRI{}, false
	}
	host, path := rest[:n+colon], rest[n+colon+1:]
	if !isPathOfSCP(user, path) {
		return iri.IRI{}, false
	}
	path = bytes.TrimPrefix(path, []byte(char.Slash))
	encoded := percent.AppendPath([]byte(char.Slash), string(path))
	x, err := iri.Builder{}.Scheme("ssh").Userinfo(string(user)).Host(string(host)).Path(string(encoded)).IRI()
	return x, err == nil
}

// isPathOfSCP reports whether the text after user@host: is a path, and not a port, a password or other text.
func isPathOfSCP(user, path []byte) bool {
	if len(path) == 0 || bytes.ContainsFunc(path, isNoPathOfSCP) || bytes.HasPrefix(path, []byte(char.Slash+char.Slash)) {
		return false
	}
	if first := firstPart(path); len(first) > 0 && dfa.Match(language.Port.Automaton, first) {
		return false
	}
	return char.EqualFold(user, "git") || bytes.IndexByte(path, '/') >= 0 || bytes.HasSuffix(path, []byte(".git"))
}

func isNoPathOfSCP(c rune) bool {
	return c == '\\' || c == '<' || c == '>' || unicode.IsSpace(c) || unicode.IsControl(c) || c == utf8.RuneError
}
