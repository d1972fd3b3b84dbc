package source

import (
	"bytes"
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
	const object, blank = '\ufffc', '\u2800'
	return unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner || r == object || r == blank
}

// isTrailing reports whether a character at the end of a URL is punctuation of the sentence. This is a superset of
// the punctuation of GitHub Flavored Markdown, section 6.9.
func isTrailing(r rune) bool {
	return strings.ContainsRune("?!.,:;*_~'\"|\\～", r) || r >= utf8.RuneSelf && unicode.IsPunct(r) || isInvisible(r) || slices.Contains(closers, r) || slices.Contains(openers, r)
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

// connecting are words that are written directly after a URL, in languages that do not separate words by white space.
var connecting = strings.Fields(`的 是 和 在 了 与 與 或 及 吗 嗎 呢 吧 也 就 即 可 有 来 來 以 并 並 不 为 為 中 上 里 裡 内 內 等 这 這
	看 查 下载 下載 获取 獲取 进入 進入 注册 註冊 参照 経由 ページ サイト`)

// particles are those of Korean.
var particles = strings.Fields("가 과 까지 는 도 로 를 만 부터 에 에게 에는 에도 에서 에서는 와 은 을 의 이 이나 입니다 으로 라고 라는 이라는")

// unspaced are scripts that do not separate words by white space, and are not mixed with ASCII in a word.
var unspaced = []*unicode.RangeTable{unicode.Hiragana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// endsPath reports whether a path ends before a character directly after ASCII. Titles such as C言語 go on, but not before a
// word that only connects.
func (e *ending) endsPath(r rune) bool {
	if !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	if unicode.Is(unicode.Hangul, r) {
		return slices.Contains(particles, hangul(e.text[e.at:]))
	}
	return unicode.In(r, unspaced...) || slices.ContainsFunc(connecting, func(word string) bool {
		return bytes.HasPrefix(e.text[e.at:], []byte(word))
	})
}

// isEastAsian reports whether a character is a letter of Chinese, Japanese or Korean.
func isEastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
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
