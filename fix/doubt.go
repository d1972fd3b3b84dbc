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

// secondURL returns the offset of a URL that follows the first one, or a negative number if there is only one. It ignores
// a URL inside a path segment or a query value, as archives and proxies have it.
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
			continue // it is of another scheme, or there is nothing before it
		}
		inList := nested && u.inQuery(begin) && !isWhitespace(u.text[begin-1]) && separates(u.text[begin-1])
		if !inList && !u.isNested(begin) {
			return begin
		}
		nested = true
	}
}

// secondName returns where a second URL without a scheme begins.
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

// webAtEnd returns the length of the scheme of HTTP that a word ends in, 0 if there is none.
func webAtEnd(word []byte) int {
	for _, scheme := range [...]string{"https", "http"} {
		if n := len(word) - len(scheme); n >= 0 && char.EqualFold(word[n:], scheme) {
			return len(scheme)
		}
	}
	return 0
}

// wordAtEnd returns the letters and digits that s ends in.
func wordAtEnd(s []byte) []byte {
	n := len(s)
	for n > 0 && isAlphanumeric(s[n-1]) {
		n--
	}
	return s[n:]
}

// isNested reports whether a URL that begins at an offset is a segment, a value or the like of what is before it.
func (u *subject) isNested(at int) bool {
	before := u.text[at-1]
	if at >= percent.Size && dfa.Match(language.PctEncoded.Automaton, u.text[at-percent.Size:at]) {
		if u.inQuery(at) {
			return true // in a text
		}
		before = percent.Octet(u.text[at-percent.Size:])
	}
	if bytes.HasSuffix(u.text[:at], []byte("/__")) { // as some filters of mail write it
		return true
	}
	switch before {
	case ':', '+': // after another scheme
		return true
	case '/':
		return at > u.path && (u.byteAt(at-2) != '/' || !u.inPath(at)) // after a segment that is not empty
	case '=', '?', '#', '!', '&':
		return at > u.path
	}
	return false
}

// separates reports whether a byte is between items of a list.
func separates(b byte) bool { return isWhitespace(b) || b == ',' || b == ';' || b == '|' }

// space returns the reading of a run of whitespace. Within a segment or a value it is of the name.
func (u *subject) space(at int) (reading, int) {
	run := whitespace(u.text[at:])
	after := u.text[at+len(run):]
	if hasBreak(run) {
		return u.lineBreak(at, run, after), len(run) - 1
	}
	before, next := u.byteAt(at-1), u.byteAt(at+len(run))
	word, last := firstWord(after), u.wordBefore(at)
	switch {
	case at == u.path, at == u.query, at == u.fragment, isDelimiter(before), isDelimiter(next), u.isBesideAmpersand(at, at+len(run)):
		return asStraySpace | asText, 0
	case u.inBrackets, u.hasLoneParenthesis(), arrow.has(word), next == '"', next == '\'' && u.inPath(at):
		return asText, 0
	case operator.has(word) && !(u.isFile() && next == '+'):
		return asTemplate, 0
	case isOption(word), u.inPath(at) && endsArgument(u.text[u.path:at]):
		return asText, 0
	case len(after) > 0 && closes(next, after[len(after)-1]):
		return asText, 0
	case u.inQuery(at) && at > u.lastValue() && (joining | function).has(lastWord(after)):
		return asText, 0
	case u.inPath(at) && hasFileExtension(last[:max(0, bytes.LastIndexByte(last, ','))]): // the next field of a line
		return asText, 0
	case isIdentifier(u.text[:at]), before == '\'' && bytes.Contains(word, []byte("='")):
		return asText, 0
	case u.inPath(at) && isHyphenated(last, word) && bytes.IndexByte(after, ' ') < 0:
		return asStraySpace, 0
	case u.inQuery(at) && at > u.lastValue() && (isNumber(u.text[:at], last, next) || hasEncodedSpace(last) || isPunctuation(u.byteAt(len(u.text)-1))):
		return asText, 0
	case u.inQuery(at), u.isFile() && u.inPath(at):
		return 0, len(run) - 1
	case endsInNumber(last), hasEncodedSpace(last) && u.inPath(at), !u.inPath(at) && isAnchor(last):
		return asText, 0
	case isHostOf(word):
		return asTwoURLs, 0
	case u.areWords(at):
		return asText, 0
	case before == '-' && !isWhitespace(u.byteAt(at-2)), next == '-' && len(word) > 1 && word[1] != '-', isPunctuation(next):
		return asStraySpace | asText, 0
	case isPunctuation(before), isPunctuation(u.byteAt(len(u.text) - 1)), function.has(lastWord(after)), (dash | joining).has(word), bytes.Count(after, []byte{' '}) > mostSpaces:
		return asText, 0
	}
	return 0, len(run) - 1
}

// wordBefore returns the word before whitespace at an offset, which begins after other whitespace or a delimiter.
func (u *subject) wordBefore(at int) []byte {
	begin := at
	for begin > u.path && !isWhitespace(u.text[begin-1]) && strings.IndexByte("/?#&=", u.text[begin-1]) < 0 {
		begin--
	}
	return u.text[begin:at]
}

// isHyphenated reports whether a space is between two words that have hyphens, so that it may be within another word.
func isHyphenated(before, after []byte) bool {
	const most = 2
	return bytes.Count(before, []byte{'-'}) > most && bytes.IndexByte(after, '-') > 0
}

// isNumber reports whether the word that a string ends in is the number of a value, and letters are after it.
func isNumber(s, word []byte, next byte) bool {
	before := len(s) - len(word) - 1
	return len(word) > 0 && len(bytes.Trim(word, digits+".")) == 0 && s[before] == '=' && char.Lower(next)-'a' < 26
}

// hasEncodedSpace reports whether a word has a space that is written in the ways of URLs, so that one that is not is beside the URL.
func hasEncodedSpace(word []byte) bool {
	return bytes.IndexByte(word, '+') > 0 || bytes.Contains(word, []byte("%20"))
}

// endsInNumber reports whether a word ends in digits that are more than those of a year.
func endsInNumber(word []byte) bool {
	const longest = len("2000")
	return len(word)-len(bytes.TrimRight(word, digits)) > longest
}

// isAnchor reports whether a word is the name of a place in a page and not a word of a text.
func isAnchor(word []byte) bool { return bytes.ContainsAny(word, "-_."+digits) }

// isBesideAmpersand reports whether whitespace in a query is on one side of an ampersand, and not on both as in a name.
func (u *subject) isBesideAmpersand(at, end int) bool {
	if !u.inQuery(at) {
		return false
	}
	return u.byteAt(at-1) == '&' && !isWhitespace(u.byteAt(at-2)) || u.byteAt(end) == '&' && !isWhitespace(u.byteAt(end+1))
}

// areWords reports whether whitespace is in a last segment of words of ASCII in lower case, as in lists of packages and commands, and
// before one that is long enough to be a word.
func (u *subject) areWords(at int) bool {
	const shortest = len("sub")
	first := bytes.LastIndexByte(u.text[u.path:at], '/') + 1
	return u.query == len(u.text) && u.begin < u.path && len(firstWord(u.text[at+1:])) >= shortest && !slices.ContainsFunc(u.text[u.path+first:], func(b byte) bool {
		return b-'a' >= 26 && b-'0' >= 10 && b != ' ' && b != '-' && b != '_'
	})
}

// isOption reports whether a word is an option of a command: -o, --output or --output=a.
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

// endsArgument reports whether a path before whitespace ends like that of a repository or of a file, so that what follows is another
// argument of a command, or text.
func endsArgument(path []byte) bool {
	const shortest, longest = len(".go"), len(".webmanifest")
	path = path[max(len(path)-longest, 0):]
	dot := bytes.LastIndexByte(path, '.')
	return bytes.HasSuffix(path, []byte(".git")) || dot >= 0 && len(path)-dot >= shortest && hasFileExtension(path)
}

// mostSpaces is how many spaces a segment has at most that is not the name of a file.
const mostSpaces = 4

// isIdentifier reports whether a string ends in letters in both cases and digits, which no word has.
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

// isHostOf reports whether a word begins with a host.
func isHostOf(word []byte) bool {
	first := firstPart(word)
	return bytes.IndexByte(first, '.') > 0 && hostReading(first, isAlone(word[len(first):])) == 0
}

// isDelimiter reports whether a byte ends a segment or the component before it.
func isDelimiter(b byte) bool { return char.IsSlash(b) || b == '?' || b == '#' }

func isPunctuation(b byte) bool { return b == '.' || b == ',' || b == ';' || b == ':' || b == '!' }

func closes(open, b byte) bool { return open == '(' && b == ')' || open == '[' && b == ']' }

// lineBreak returns the reading of a run of whitespace with a tab or a line end. One URL goes on in the next line if it has
// no other whitespace, and if what follows is not a word. A tab is between columns.
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

// breaksScheme reports whether a break at an offset may be in the scheme of a second URL, or in its colon and slashes.
func (u *subject) breaksScheme(at int, after []byte) bool {
	n := bytes.Index(after[:min(len(after), len(https)+len(slashes))], []byte(slashes))
	before := u.byteAt(at - 1)
	return n >= 0 || (before == ':' || before == '/' && u.byteAt(at-2) == ':') && len(after) > 0 && after[0] == '/'
}

// hasSpace reports whether a string has spaces that are no break.
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
