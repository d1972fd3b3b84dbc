package fix

import (
	"strings"
	"unicode"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/file"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

const (
	backslash     = `\`
	at            = string(rune(language.At))
	colon         = string(rune(language.Colon))
	dot           = string(rune(language.Dot))
	hash          = string(rune(language.Hash))
	percentSign   = string(rune(language.Percent))
	question      = string(rune(language.Question))
	slash         = string(rune(language.Slash))
	byteOrderMark = '\ufeff'
)

// trim removes what stands in front of the text, and notes where it ends.
func (r *repair) trim() {
	r.trimSpace()
	for _, marks := range []string{"<>", `""`} { // RFC 3986, appendix C
		if text := r.rest(); len(text) > 1 && text[0] == marks[0] && text[len(text)-1] == marks[1] {
			r.at, r.end = r.at+1, r.end-1
			r.trimSpace()
		}
	}
	if begin := r.at; begin > 0 {
		r.at = 0
		r.change(Surrounding, r.text[:begin], "")
	}
}

// trimSpace moves both ends over whitespace, controls and byte order marks.
func (r *repair) trimSpace() {
	isSpace := func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) || c == byteOrderMark }
	r.end = r.at + len(strings.TrimRightFunc(r.rest(), isSpace))
	r.at = r.end - len(strings.TrimLeftFunc(r.rest(), isSpace))
}

// trimEnd removes what stands behind the text.
func (r *repair) trimEnd() {
	if r.end < len(r.text) {
		r.change(Surrounding, r.text[r.end:], "")
	}
}

// whole repairs texts that are no reference at all, if r has one: paths of Windows and addresses of
// scp. Percent signs in them begin no triples.
func (r *repair) whole(toURI bool) (done bool, err error) {
	var x iri.IRI
	text, kind := r.rest(), WindowsPath
	if isWindowsPath(text) {
		x, err = file.Windows.IRI(text)
	} else {
		x, done = fromSCP(text)
		if !done {
			return false, nil
		}
		kind = SSH
	}
	if err != nil {
		return true, err
	}
	if toURI {
		x = x.ToURI()
	}
	r.change(kind, text, x.String())
	return true, nil
}

// isWindowsPath reports whether a text that is no reference begins as a path of Windows does. One
// with a drive letter and slashes looks like a scheme, but none has a single letter.
func isWindowsPath(text string) bool {
	n := dfa.Prefix(&language.DriveLetter, text)
	if n < 0 {
		return strings.HasPrefix(text, backslash+backslash)
	}
	return strings.HasPrefix(text[n:], backslash) || strings.HasPrefix(text[n:], slash)
}

// fromSCP returns the IRI of an address of scp, as git takes them: a user, a host and a path.
func fromSCP(text string) (iri.IRI, bool) {
	user, rest, _ := strings.Cut(text, at)
	behind := 0 // the colons of an address in brackets
	if rest != "" && rest[0] == language.Open {
		behind = max(strings.IndexByte(rest, language.Shut), 0)
	}
	name, path, hasPath := strings.Cut(rest[behind:], colon)
	host := rest[:behind] + name
	isUser := user != "" && !strings.Contains(user, colon) && dfa.Match(language.IUserinfo.Automaton, user)
	if !hasPath || !isUser || host == "" {
		return iri.IRI{}, false
	}
	path = strings.TrimPrefix(path, slash)
	encoded := string(percent.AppendPath([]byte(slash), path))
	x, err := iri.Builder{}.Scheme("ssh").Userinfo(user).Host(host).Path(encoded).IRI()
	return x, err == nil
}

// parts repairs a text part by part, behind what is missing in front.
func (r *repair) parts(f Fixer) error {
	text := r.rest()
	if n := dfa.Prefix(language.Scheme.Automaton, text); n > 0 && strings.HasPrefix(text[n:], colon) {
		behind := text[n+1:]
		r.opaque = !strings.HasPrefix(behind, slash) && !strings.HasPrefix(behind, backslash)
	} else if f.Reference {
		r.keepFirstSegment()
	} else if dfa.Match(language.Scheme.Automaton, f.Scheme) {
		r.addScheme(f.Scheme)
	}
	return r.walk()
}

// addScheme adds a scheme, and the slashes in front of a host unless they are there. What begins with
// one slash, a query or a fragment has no host.
func (r *repair) addScheme(scheme string) {
	switch begin := strings.ReplaceAll(r.rest(), backslash, slash); {
	case strings.HasPrefix(begin, slash+slash):
		r.change(Scheme, "", scheme+colon)
	case begin != "" && strings.IndexAny(begin, slash+question+hash) != 0:
		r.change(Scheme, "", scheme+colon+slash+slash)
	}
}

// keepFirstSegment puts a dot segment in front of a first segment with a colon.
func (r *repair) keepFirstSegment() {
	text := r.rest()
	if n := strings.IndexAny(text, slash+backslash+question+hash); n >= 0 {
		text = text[:n]
	}
	if strings.Contains(text, colon) {
		r.change(FirstSegment, "", dot+slash)
	}
}
