package fix

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// secondURL returns the offset of a URL after the first one, or a negative number. It ignores URLs in path segments and
// query values, as archives and proxies have them.
func (u *subject) secondURL() int {
	nested := false
	for at := u.begin; ; at += len(slashes) {
		n := bytes.Index(u.text[at:], []byte(slashes))
		if n < 0 {
			return u.secondName()
		}
		at += n
		if at+1 == u.path { // no host ends in a colon and slashes
			return at - len(wordAtEnd(u.text[u.begin:at]))
		}
		begin := at - webAtEnd(u.text[:at])
		if begin == at || begin == 0 {
			continue // another scheme, or the start
		}
		inList := nested && u.inQuery(begin) && !isWhitespace(u.text[begin-1]) && separates(u.text[begin-1])
		if !inList && !u.isNested(begin) {
			return begin
		}
		nested = true
	}
}

func (u *subject) secondName() int {
	const www = "www."
	for at := u.path; ; at += len(www) {
		n := bytes.Index(u.text[at:], []byte(www))
		if n < 0 {
			return -1
		}
		at += n
		if before := u.byteAt(at - 1); isWhitespace(before) || separates(before) && u.inPath(at) {
			return at
		}
	}
}

// webAtEnd returns the length of the scheme of HTTP at the end of a word, or 0.
func webAtEnd(word []byte) int {
	for _, scheme := range [...]string{"https", "http"} {
		if n := len(word) - len(scheme); n >= 0 && char.EqualFold(word[n:], scheme) {
			return len(scheme)
		}
	}
	return 0
}

func wordAtEnd(s []byte) []byte {
	n := len(s)
	for n > 0 && isAlphanumeric(s[n-1]) {
		n--
	}
	return s[n:]
}

// isNested reports whether the URL at an offset is a segment or a value of the URL before it.
func (u *subject) isNested(at int) bool {
	before := u.text[at-1]
	if at >= percent.Size && dfa.Match(language.PctEncoded.Automaton, u.text[at-percent.Size:at]) {
		if u.inQuery(at) {
			return true // inside encoded text
		}
		before = percent.Octet(u.text[at-percent.Size:])
	}
	if bytes.HasSuffix(u.text[:at], []byte("/__")) { // some mail filters write this
		return true
	}
	switch before {
	case ':', '+': // after another scheme
		return true
	case '/':
		return at > u.path && (u.byteAt(at-2) != '/' || !u.inPath(at)) // after a non-empty segment
	case '=', '?', '#', '!', '&':
		return at > u.path
	}
	return false
}

func separates(b byte) bool { return isWhitespace(b) || b == ',' || b == ';' || b == '|' }

// space returns the reading of a run of whitespace, and the number of bytes after its first to skip. Whitespace inside a
// file name, a segment or a value is encoded. It is doubtful beside delimiters, and where it is probably the end of the
// URL in a text or in code.
func (u *subject) space(at int) (reading, int) {
	run := whitespace(u.text[at:])
	after := u.text[at+len(run):]
	if hasBreak(run) {
		return u.lineBreak(at, run, after), len(run) - 1
	}
	r := u.spaceAnywhere(at, at+len(run), after)
	if r == 0 && u.inQuery(at) {
		r = u.spaceInQuery(at, after)
	} else if r == 0 && u.inPath(at) {
		r = u.spaceInPath(at, after)
	} else if r == 0 {
		r = u.spaceInSegment(at, after)
	}
	return r, len(run) - 1
}

// spaceAnywhere applies the rules for all components to spaces in [at, end).
func (u *subject) spaceAnywhere(at, end int, after []byte) reading {
	before, next, word := u.byteAt(at-1), u.byteAt(end), firstWord(after)
	switch {
	case at == u.path, at == u.query, at == u.fragment, isDelimiter(before), isDelimiter(next), u.isBesideAmpersand(at, end):
		return asStraySpace | asText
	case u.inBrackets, u.hasLoneParenthesis(), arrow.has(word), next == '"', next == '\'' && u.inPath(at):
		return asText
	case operator.has(word) && !(u.isFile() && next == '+'):
		return asTemplate
	case isOption(word), len(after) > 0 && closes(next, after[len(after)-1]), isIdentifier(u.text[:at]):
		return asText
	case before == '\'' && bytes.Contains(word, []byte("='")):
		return asText
	}
	return 0
}

func (u *subject) spaceInQuery(at int, after []byte) reading {
	if at <= u.lastValue() {
		return 0
	}
	last := u.wordBefore(at)
	if (joining | function).has(lastWord(after)) || isNumber(u.text[:at], last, after) || hasEncodedSpace(last) || isPunctuation(u.byteAt(len(u.text)-1)) {
		return asText
	}
	return 0
}

func (u *subject) spaceInPath(at int, after []byte) reading {
	last, word := u.wordBefore(at), firstWord(after)
	switch {
	case endsArgument(u.text[u.path:at]), hasFileExtension(last[:max(0, bytes.LastIndexByte(last, ','))]): // a field of CSV
		return asText
	case isHyphenated(last, word) && bytes.IndexByte(after, ' ') < 0:
		return asStraySpace
	case u.isFile():
		return 0
	}
	return u.spaceInSegment(at, after)
}

// spaceInSegment adds the rules for segments that are not file names, and for fragments.
func (u *subject) spaceInSegment(at int, after []byte) reading {
	before, last, word := u.byteAt(at-1), u.wordBefore(at), firstWord(after)
	next := u.byteAt(len(u.text) - len(after))
	switch {
	case endsInNumber(last), u.inPath(at) && hasEncodedSpace(last), !u.inPath(at) && isAnchor(last):
		return asText
	case isHostOf(word):
		return asTwoURLs
	case u.areWords(at):
		return asText
	case before == '-' && !isWhitespace(u.byteAt(at-2)), next == '-' && len(word) > 1 && word[1] != '-', isPunctuation(next):
		return asStraySpace | asText
	case isPunctuation(before), isPunctuation(u.byteAt(len(u.text) - 1)), function.has(lastWord(after)), (dash | joining).has(word), bytes.Count(after, []byte{' '}) > mostSpaces:
		return asText
	}
	return 0
}

// wordBefore returns the word before an offset, which begins after whitespace or a delimiter.
func (u *subject) wordBefore(at int) []byte {
	begin := at
	for begin > u.path && !isWhitespace(u.text[begin-1]) && strings.IndexByte("/?#&=", u.text[begin-1]) < 0 {
		begin--
	}
	return u.text[begin:at]
}

// isHyphenated reports whether both words have hyphens, so that a space may be inside one name.
func isHyphenated(before, after []byte) bool {
	const most = 2
	return bytes.Count(before, []byte{'-'}) > most && bytes.IndexByte(after, '-') > 0
}

// isNumber reports whether word, at the end of s, is a number that is a whole value, and a letter follows.
func isNumber(s, word, after []byte) bool {
	before := len(s) - len(word) - 1
	return len(word) > 0 && len(after) > 0 && len(bytes.Trim(word, digits+".")) == 0 && s[before] == '=' && char.Lower(after[0])-'a' < 26
}

// hasEncodedSpace reports whether a word contains an encoded space. Then an unencoded one is outside the URL.
func hasEncodedSpace(word []byte) bool {
	return bytes.IndexByte(word, '+') > 0 || bytes.Contains(word, []byte("%20"))
}

// endsInNumber reports whether a word ends in more digits than a year has.
func endsInNumber(word []byte) bool {
	const longest = len("2000")
	return len(word)-len(bytes.TrimRight(word, digits)) > longest
}

func isAnchor(word []byte) bool { return bytes.ContainsAny(word, "-_."+digits) }

// isBesideAmpersand reports whether whitespace in a query is on one side of an ampersand. On both sides, it belongs to
// a name.
func (u *subject) isBesideAmpersand(at, end int) bool {
	if !u.inQuery(at) {
		return false
	}
	return u.byteAt(at-1) == '&' && !isWhitespace(u.byteAt(at-2)) || u.byteAt(end) == '&' && !isWhitespace(u.byteAt(end+1))
}

// areWords reports whether whitespace is in a last segment of lower-case ASCII words, as in lists of packages and
// commands.
func (u *subject) areWords(at int) bool {
	const shortest = len("sub")
	first := bytes.LastIndexByte(u.text[u.path:at], '/') + 1
	return u.query == len(u.text) && u.begin < u.path && len(firstWord(u.text[at+1:])) >= shortest && !slices.ContainsFunc(u.text[u.path+first:], func(b byte) bool {
		return b-'a' >= 26 && b-'0' >= 10 && b != ' ' && b != '-' && b != '_'
	})
}

// isOption reports whether a word is a command-line option: -o, --output or --output=a.
func isOption(word []byte) bool {
	name := bytes.TrimPrefix(word, []byte("-"))
	if len(name) == len(word) || len(name) == 0 {
		return false
	}
	if name[0] == '-' {
		return len(letters(name[1:])) > 0
	}
	return len(name) == 1 && isAlphanumeric(name[0])
}

// endsArgument reports whether a path ends like a repository or a file, so that the next argument of a command, or
// text, follows.
func endsArgument(path []byte) bool {
	const shortest, longest = len(".go"), len(".webmanifest")
	path = path[max(len(path)-longest, 0):]
	dot := bytes.LastIndexByte(path, '.')
	return bytes.HasSuffix(path, []byte(".git")) || dot >= 0 && len(path)-dot >= shortest && hasFileExtension(path)
}

const mostSpaces = 4

// isIdentifier reports whether s ends in a mixture of digits and letters in both cases, which no word has.
func isIdentifier(s []byte) bool {
	const shortest = 8
	n, digit, upper, lower := len(s), false, false, false
	for ; n > 0 && isAlphanumeric(s[n-1]); n-- {
		b := s[n-1]
		digit, upper, lower = digit || b-'0' < 10, upper || b-'A' < 26, lower || b-'a' < 26
	}
	return len(s)-n >= shortest && (n == 0 || s[n-1] != '%') && digit && upper && lower
}

func lastWord(s []byte) []byte { return s[bytes.LastIndexAny(s, spaces)+1:] }

func firstWord(s []byte) []byte {
	if n := bytes.IndexAny(s, spaces); n >= 0 {
		return s[:n]
	}
	return s
}

func isHostOf(word []byte) bool {
	first := firstPart(word)
	return bytes.IndexByte(first, '.') > 0 && hostReading(first, isAlone(word[len(first):])) == 0
}

func isDelimiter(b byte) bool { return char.IsSlash(b) || b == '?' || b == '#' }

func isPunctuation(b byte) bool { return b == '.' || b == ',' || b == ';' || b == ':' || b == '!' }

func closes(open, b byte) bool { return open == '(' && b == ')' || open == '[' && b == ']' }

// lineBreak returns the reading of whitespace with a tab or a line end. A URL continues in the next line if it has no
// other whitespace and a word does not follow. Tabs separate columns.
func (u *subject) lineBreak(at int, run, after []byte) reading {
	switch {
	case bytes.IndexByte(run, '\n') < 0 && bytes.IndexByte(run, '\r') < 0, at == u.path:
		return asStraySpace | asText
	case u.breaksScheme(at, after):
		return asTwoURLs
	case u.hasSpace(), unfinished(u.text[:at]) > 0, !bytes.ContainsFunc(firstWord(after), func(c rune) bool { return !unicode.IsLetter(c) }):
		return asText
	}
	return 0
}

func (u *subject) breaksScheme(at int, after []byte) bool {
	n := bytes.Index(after[:min(len(after), len(https)+len(slashes))], []byte(slashes))
	before := u.byteAt(at - 1)
	return n >= 0 || (before == ':' || before == '/' && u.byteAt(at-2) == ':') && len(after) > 0 && after[0] == '/'
}

func hasSpace(s []byte) bool {
	for {
		n := bytes.IndexAny(s, spaces)
		if n < 0 {
			return false
		}
		run := whitespace(s[n:])
		if !hasBreak(run) {
			return true
		}
		s = s[n+len(run):]
	}
}
