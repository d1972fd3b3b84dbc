package lint

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// isPlain reports whether a reference surely has no findings. Most references are plain, for which it is much faster than
// examine. If it returns false, there may be findings or not. Among others, it requires that
//   - the scheme is http, https or file, or missing,
//   - the host is a plain name without userinfo and port, and neither a webhook nor a mistyped www,
//   - no segment is empty or begins with a dot,
//   - nothing is percent-encoded, and all characters are ASCII or familiar (char.AreFamiliar),
//   - no parameter may be a secret, and the last byte is not one that often belongs to the text around a URL.
func isPlain[B ref.Bytes](text B, parts iri.Parts) bool {
	c := find.Cut(parts)
	begin, web, file := int(c.Hier()), false, false
	if begin > 0 {
		scheme := text[:begin-1]
		web, file = string(scheme) == "http" || string(scheme) == "https", string(scheme) == "file"
		if !web && !file {
			return false
		}
	}
	switch {
	case c.Authority() != 0:
		host := text[c.Host():c.Path()]
		if c.Host() != c.Authority() || c.Port() != 0 || !inet.IsPlainName(host) && !(file && len(host) == 0) || isWebhook(host) || isNearWWW(host) {
			return false
		}
		if begin = int(c.Path()); file && !isPlainFile(text[begin:], c) {
			return false
		}
	case begin > 0:
		return false
	default:
		if begin = afterDots(text); begin > 0 && begin < len(text) && text[begin] == '/' {
			return false
		}
	}
	if begin == len(text) {
		return true
	}
	mask, marks := byte(0x03), byte('\'') // the low bits set, $, %, & and ' are all ', though only % and & may have findings
	if c.Query() != 0 {
		mask, marks = 0, '%'
		if !arePlainParameters(text[c.Query():]) || web && isWrapper(text[c.Host():c.Path()]) {
			return false
		}
	} else if c.Fragment() != 0 && !arePlainParameters(text[c.Fragment():]) {
		return false
	}
	return text[begin] != '.' && (!isEnd(text[len(text)-1]) || isClosed(text)) && isPlainTail(text[begin:], char.Lanes*uint64(mask), char.Lanes*uint64(marks))
}

// isPlainFile reports whether the path of a file URL is surely not in a home folder, and no query or fragment follows.
func isPlainFile[B ref.Bytes](path B, c find.Cut) bool {
	if len(path) == 0 || c.Query() != 0 || c.Fragment() != 0 {
		return false
	}
	for i := range len(path) - 1 {
		if path[i] != '/' {
			continue
		}
		switch segment := path[i+1:]; segment[0] | 0x20 {
		case 'u', 'h', 'd':
			if beginsFold(segment, "users/") || beginsFold(segment, "home/") || beginsFold(segment, "desktop/") || beginsFold(segment, "downloads/") {
				return false
			}
		}
	}
	return true
}

// afterDots returns the length of the leading dot segments of a relative reference, which are no finding there.
func afterDots[B ref.Bytes](text B) (n int) {
	for {
		switch {
		case begins(text[n:], "../"):
			n += len("../")
		case begins(text[n:], "./"):
			n += len("./")
		default:
			return n
		}
	}
}

func isNearWWW[B ref.Bytes](host B) bool {
	n := 0
	for n < len(host) && host[n] == 'w' {
		n++
	}
	return n > len("www") && n < len(host) && host[n] == '.'
}

// isWebhook reports whether a lower-case host may be in webhooks.
func isWebhook[B ref.Bytes](host B) bool {
	switch string(host) { // faster than a loop over the list
	case "hooks.slack.com", "discord.com", "discordapp.com", "hooks.zapier.com", "api.telegram.org", "maker.ifttt.com", "open.feishu.cn",
		"outlook.office.com", "chat.googleapis.com":
		return true
	}
	return endsIn(host, webhookSuffix)
}

// isWrapper reports whether a lower-case host may be in wrappers.
func isWrapper[B ref.Bytes](host B) bool {
	for i := range wrappers {
		if begins(host, wrappers[i].host) {
			return true
		}
	}
	return strings.Contains(string(host), mailFilter)
}

func begins[B ref.Bytes](text B, prefix string) bool {
	return len(text) >= len(prefix) && text[0] == prefix[0] && string(text[:len(prefix)]) == prefix
}

func beginsFold[B ref.Bytes](text B, prefix string) bool {
	return len(text) >= len(prefix) && char.EqualFold(text[:len(prefix)], prefix)
}

func endsIn[B ref.Bytes](text B, suffix string) bool {
	return len(text) >= len(suffix) && string(text[len(text)-len(suffix):]) == suffix
}

// isEnd reports whether b, as the last byte, may belong to the text around a URL, such as a full stop.
func isEnd(b byte) bool { return b < utf8.RuneSelf && !isWord(b) && b != '/' && b != '-' && b != '=' }

// isClosed reports whether the last byte is a bracket that closes one of the text.
func isClosed[B ref.Bytes](text B) bool {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
	}
	return text[len(text)-1] == ')' && open >= 0
}

// arePlainParameters reports whether a query and fragment contain no question mark, and no value that may be a secret.
func arePlainParameters[B ref.Bytes](text B) bool {
	value, last := len(text), byte(0) // start of a value, and last letter of its name
	for i := range len(text) {
		switch text[i] {
		case '?':
			return false
		case '=':
			if value == len(text) {
				value, last = i+1, text[max(i-1, 0)]
			}
		case '&', '#', '/':
			if i >= value+secretLength && mayBeSecret(last, text[value:i]) {
				return false
			}
			value = len(text)
		}
	}
	return len(text) < value+secretLength || !mayBeSecret(last, text[value:])
}

// mayBeSecret reports whether a value may be a secret, by the last letter of its name (of all secretNames) or its prefix.
func mayBeSecret[B ref.Bytes](last byte, value B) bool {
	switch last | 0x20 {
	case 'd', 'g', 'h', 'n', 't', 'y':
		return true
	}
	for i := range tokenPrefixes {
		if begins(value, tokenPrefixes[i].prefix) {
			return true
		}
	}
	return false
}

// isPlainTail checks the path, query and fragment for empty segments, segments that begin with a dot, semicolons, colons
// and unfamiliar characters, and for bytes that equal marks once the bits of mask are set. It loads eight bytes at a
// time, overlapping by one, so that each byte is compared with the next one. A dot and a slash differ in one bit, as do
// a colon and a semicolon: ignoring the bit, one comparison finds both.
func isPlainTail[B ref.Bytes](text B, mask, marks uint64) bool {
	const high, dotOrSlash = char.Lanes << 7, char.Lanes * ('.' ^ '/')
	const colons, semicolons = char.Lanes * (':' ^ ';'), char.Lanes * ';'
	flaws, last := uint64(0), len(text)-8
	for i := 0; ; i += 7 {
		var word uint64
		if last < 0 {
			word = char.LoadShort(text)
		} else {
			word = char.Load(text[min(i, last):])
		}
		slash, next := word^char.Lanes*'/', word>>8^char.Lanes*'/'
		flaws |= char.Zeros((word|mask)^marks) | char.Zeros(slash|next&^dotOrSlash) | char.Zeros((word|colons)^semicolons)
		if word&high != 0 && !char.BeginFamiliar(word) {
			return false
		}
		if i >= last {
			return flaws&high == 0
		}
	}
}
