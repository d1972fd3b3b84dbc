package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pairs are the brackets and quotation marks that come in pairs. In German and other languages, one of them may stand
// on the other side.
const pairs = "()[]{}“”„“‘’‚‘«»‹›（）［］｛｝｟｠｢｣「」『』【】《》〈〉〔〕〖〗〘〙〚〛⟨⟩⟪⟫⟦⟧〝〞"

var openers, closers = split(pairs)

// split returns every other character of a text, from the first and from the second on.
func split(text string) (first, second []rune) {
	for pair := range slices.Chunk([]rune(text), 2) {
		first, second = append(first, pair[0]), append(second, pair[1])
	}
	return first, second
}

// closerOf returns the character that closes a bracket or a quotation, or 0 if r does not open one.
func closerOf(r rune) rune {
	if i := slices.Index(openers, r); i >= 0 {
		return closers[i]
	}
	return 0
}

func isCloser(r rune) bool { return slices.Contains(closers, r) }

// isApostrophe reports whether a character is a quotation mark that words have, too: ’, or the Hebrew geresh
// and gershayim.
func isApostrophe(r rune) bool { return r == '’' || r == '׳' || r == '״' }

// endsURL reports whether a character that is not ASCII ends a URL: punctuation that ends a sentence or its part in any
// script, quotation marks, brackets without a partner, long dashes, ellipses, arrows and lines.
func endsURL(r rune) bool {
	return unicode.In(r, unicode.Z, unicode.Cc, unicode.Terminal_Punctuation, unicode.Quotation_Mark, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) ||
		strings.ContainsRune("—―⸺…‥⋯｜￨＜＞՝•", r) || isArrowOrLine(r)
}

// isArrowOrLine reports whether a character is in the blocks of arrows or of lines that draw tables.
func isArrowOrLine(r rune) bool {
	return '\u2190' <= r && r <= '\u21ff' || '\u2500' <= r && r <= '\u257f'
}

// endsWord reports whether a character ends a URL wherever it is, also in brackets.
func endsWord(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`", r)
}

// isInvisible reports whether a character is not shown, and does not join letters either.
func isInvisible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner || r == '\ufffc'
}

// isTrailing reports whether a character at the end of a URL is punctuation of the sentence. This is a superset of
// the punctuation of GitHub Flavored Markdown, section 6.9.
func isTrailing(r rune) bool {
	return strings.ContainsRune("?!.,:;*_~'\"|\\·–‐", r) || isInvisible(r) || slices.Contains(closers, r) || slices.Contains(openers, r)
}

// endsHost reports whether the host ends before a letter of another script: no top-level domain mixes ASCII with
// another script than Latin.
func (e *ending) endsHost(r rune) bool {
	if e.at >= e.authority || e.at < e.label || unicode.Is(unicode.Latin, r) || !unicode.IsLetter(r) || !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	e.label = e.endOfLabel()
	isLast := e.label >= e.authority || !isWordAt(e.text, e.label+1)
	return isLast && strings.IndexByte(string(e.text[e.rest:e.at]), '.') >= 0
}

// endOfLabel returns the offset of the next full stop or of the end of the authority.
func (e *ending) endOfLabel() int {
	for at := e.at; at < e.authority; {
		r, size := utf8.DecodeRune(e.text[at:])
		if r == '.' || endsWord(r) || r >= utf8.RuneSelf && endsURL(r) {
			if r != '.' {
				return e.authority
			}
			return at
		}
		at += size
	}
	return e.authority
}

// Words that are written directly after a URL, in languages that do not separate words by white space.
const chinese = "的是和在了与與或及吗嗎呢吧也就"

var korean = strings.Fields("가 과 까지 는 도 로 를 만 부터 에 에게 에서 와 은 을 의 이 이나 입니다 으로 라고 라는 에는 에서는")

// endsPath reports whether a path ends before a character of Chinese, Japanese or Korean directly after ASCII. Titles such
// as C言語 go on, but not before a word that only connects.
func (e *ending) endsPath(r rune) bool {
	if !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	if unicode.Is(unicode.Hangul, r) {
		return slices.Contains(korean, hangul(e.text[e.at:]))
	}
	return unicode.Is(unicode.Hiragana, r) || strings.ContainsRune(chinese, r)
}

// hangul returns the syllables of Korean that a text begins with. There may be more if they are many.
func hangul(text []byte) string {
	const longest = 5 * len("가")
	end := 0
	for end < min(len(text), longest) {
		r, size := utf8.DecodeRune(text[end:])
		if !unicode.Is(unicode.Hangul, r) {
			break
		}
		end += size
	}
	return string(text[:end])
}
