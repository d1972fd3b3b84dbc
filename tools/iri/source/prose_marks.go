package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pairs lists opening brackets and quotation marks, each followed by its closer.
const pairs = "()[]{}“”„“‘’‚‘«»‹›" +
	"（）［］｛｝｟｠｢｣「」『』【】《》〈〉〔〕〖〗〘〙〚〛⟨⟩⟪⟫⟦⟧〝〞"

var openers, closers = split(pairs)

// split returns the characters at even and at odd indices.
func split(text string) (first, second []rune) {
	for pair := range slices.Chunk([]rune(text), 2) {
		first, second = append(first, pair[0]), append(second, pair[1])
	}
	return first, second
}

func closerOf(r rune) rune {
	if i := slices.Index(openers, r); i >= 0 {
		return closers[i]
	}
	return 0
}

func isCloser(r rune) bool { return slices.Contains(closers, r) }

// isApostrophe reports whether a quotation mark also occurs in words: ’, or the Hebrew geresh and gershayim.
func isApostrophe(r rune) bool { return r == '’' || r == '׳' || r == '״' }

func endsURL(r rune) bool {
	const dashesAndOthers = "—―⸺…‥⋯｜￨＜＞՝•"
	return unicode.In(r, ends...) || strings.ContainsRune(dashesAndOthers, r) || isArrowOrLine(r)
}

// ends are white space, controls, punctuation that ends a clause in any script, quotation marks and brackets.
var ends = []*unicode.RangeTable{
	unicode.Z, unicode.Cc, unicode.Terminal_Punctuation, unicode.Quotation_Mark,
	unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf,
}

func isArrowOrLine(r rune) bool {
	return '\u2190' <= r && r <= '\u21ff' || '\u2500' <= r && r <= '\u257f'
}

// endsWord reports whether a character ends a URL even in brackets.
func endsWord(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`", r)
}

// isInvisible reports whether a character is invisible and not a joiner of letters.
func isInvisible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	const object, blank = '\ufffc', '\u2800'
	return unicode.Is(unicode.Cf, r) && r != nonJoiner && r != joiner || r == object || r == blank
}

// isTrailing reports whether a character is trailing punctuation, by GitHub Flavored Markdown (section 6.9) and beyond.
func isTrailing(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.ContainsRune("?!.,:;*_~'\"|\\()[]{}", r)
	}
	return unicode.IsPunct(r) || isInvisible(r) || r == '～'
}

// endsHost reports whether the host ends before a letter of another script, since no top-level domain mixes ASCII with
// a script other than Latin.
func (e *ending) endsHost(r rune) bool {
	if e.at >= e.authority || e.at < e.label || !isAlphanumeric(e.text[e.at-1]) {
		return false
	}
	if !unicode.IsLetter(r) || unicode.Is(unicode.Latin, r) {
		return false
	}
	e.label = e.endOfLabel()
	isLast := e.label == e.authority || !isWordAt(e.text, e.label+1)
	return isLast && bytes.IndexByte(e.text[e.rest:e.at], '.') >= 0
}

func (e *ending) endOfLabel() int {
	for at := e.at; at < e.authority; {
		r, size := utf8.DecodeRune(e.text[at:])
		switch {
		case r == '.':
			return at
		case r < utf8.RuneSelf && !isAlphanumeric(byte(r)) && r != '-', r >= utf8.RuneSelf && endsURL(r):
			return e.authority
		}
		at += size
	}
	return e.authority
}

var (
	// connecting are Chinese and Japanese words that often follow a URL without a space and begin no title.
	connecting = strings.Fields(`的 是 和 在 了 与 與 或 及 吗 嗎 呢 吧 也 就 即 可 有 来 來 以 并 並 不 为 為 中 上 里 裡 内 內
		等 这 這 看 查 下载 下載 获取 獲取 进入 進入 注册 註冊 参照 経由 ページ サイト`)
	particles = strings.Fields(`가 과 까지 는 도 로 를 만 부터 에 에게 에는 에도 에서 에서는 와 은 을 의 이 이나 입니다 으로
		라고 라는 이라는`)
	// unspaced are scripts without spaces between words, whose words contain no ASCII.
	unspaced = []*unicode.RangeTable{unicode.Hiragana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}
)

// endsPath reports whether a path in ASCII ends before a word in another script. Titles such as C言語 continue.
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

func isEastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// hangul returns the Hangul syllables at the start of text, or more than any particle has.
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
