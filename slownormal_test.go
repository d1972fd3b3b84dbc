package iri_test

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"example.org/iri"
)

// The slow twin of Normalize. It follows the words of RFC 3986, section 6.2, and RFC 3987, section
// 5.3, over components that regular expressions have found, and has no automata.

// slowNormal returns the normal form of a reference.
func slowNormal(text string, level iri.Level) string {
	x := make(map[string]string) // absent components are not in it
	for name, p := range split(text) {
		x[name] = text[p.Start:p.End]
	}
	for _, name := range []string{"userinfo", "host", "path", "query", "fragment"} {
		if c, ok := x[name]; ok {
			x[name] = slowTriples(c, level, name == "query")
		}
	}
	if level&iri.LevelCase != 0 {
		slowCase(x)
	}
	if _, ok := x["scheme"]; ok && level&iri.LevelScheme != 0 {
		slowScheme(x)
	}
	if _, ok := x["scheme"]; ok && level&iri.LevelDots != 0 {
		x["path"] = slowRemoveDots(x["path"])
		if _, ok := x["authority"]; !ok && strings.HasPrefix(x["path"], "//") {
			x["path"] = "/." + x["path"] // which RFC 3986 leaves open
		}
	}
	return slowCompose(x)
}

// slowTriples decodes triples of unreserved characters, and runs of them that are a character in
// UTF-8. Digits of others become capital.
func slowTriples(text string, level iri.Level, query bool) string {
	var b strings.Builder
	for text != "" {
		octets, rest := "", text // of a run of triples, and what is behind it
		for strings.HasPrefix(rest, "%") && len(octets) < utf8.UTFMax {
			octet, _ := hex.DecodeString(rest[1:3])
			octets, rest = octets+string(octet), rest[3:]
		}
		c, size := utf8.DecodeRuneInString(octets)
		switch {
		case octets == "":
			b.WriteByte(text[0])
			text = text[1:]
			continue
		case c == utf8.RuneError && size <= 1, !slowMayStand(c, level, query):
			size = 1
			if level&iri.LevelCase != 0 {
				b.WriteString(strings.ToUpper(text[:3]))
			} else {
				b.WriteString(text[:3])
			}
		default:
			b.WriteRune(c)
		}
		text = text[3*size:]
	}
	return b.String()
}

// slowMayStand reports whether a character takes the place of its triples. The ranges are those of
// RFC 3987, section 2.2, less the characters of section 4.1.
func slowMayStand(c rune, level iri.Level, query bool) bool {
	if c < 0x80 {
		return level&iri.LevelPercent != 0 && (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("-._~", c))
	}
	private := c >= 0xE000 && c <= 0xF8FF || c >= 0xF0000 && c <= 0xFFFFD || c >= 0x100000 && c <= 0x10FFFD
	ucschar := c >= 0xA0 && c <= 0xD7FF || c >= 0xF900 && c <= 0xFDCF || c >= 0xFDF0 && c <= 0xFFEF ||
		c >= 0x10000 && c <= 0xDFFFD && c&0xFFFF <= 0xFFFD || c >= 0xE1000 && c <= 0xEFFFD
	formatting := strings.ContainsRune("\u200E\u200F\u202A\u202B\u202C\u202D\u202E", c)
	return level&iri.LevelUTF8 != 0 && !formatting && (ucschar || query && private)
}

// slowCase makes scheme and host small (RFC 3987, section 5.3.2.1).
func slowCase(x map[string]string) {
	if scheme, ok := x["scheme"]; ok {
		x["scheme"] = strings.ToLower(scheme)
	}
	host, ok := x["host"]
	if !ok || strings.ContainsFunc(host, func(c rune) bool { return c >= 0x80 }) {
		return
	}
	pieces := strings.Split(host, "%")
	for i, piece := range pieces {
		keep := 0
		if i > 0 {
			keep = 2 // digits of a triple
		}
		pieces[i] = piece[:keep] + strings.ToLower(piece[keep:])
	}
	x["host"] = strings.Join(pieces, "%")
}

// slowScheme is RFC 3986, section 6.2.3.
func slowScheme(x map[string]string) {
	ports := map[string]string{
		"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21", "nfs": "2049", "imap": "143", "pop": "110",
		"nntp": "119", "ldap": "389", "dict": "2628", "gopher": "70", "telnet": "23", "rtsp": "554", "rtsps": "322",
		"ipp": "631", "ipps": "631", "coap": "5683", "coap+tcp": "5683", "coaps": "5684", "coaps+tcp": "5684",
		"coap+ws": "80", "coaps+ws": "443",
	}
	if port, ok := x["port"]; ok && (port == "" || port == ports[strings.ToLower(x["scheme"])]) {
		delete(x, "port")
	}
	if _, ok := x["authority"]; ok && x["path"] == "" {
		x["path"] = "/"
	}
}

// slowRemoveDots is remove_dot_segments of RFC 3986, section 5.2.4, step by step.
func slowRemoveDots(in string) string {
	out := ""
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"): // B
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"), in == "/..": // C
			in = "/" + strings.TrimPrefix(in[3:], "/")
			out = out[:max(strings.LastIndexByte(out, '/'), 0)]
		case in == ".", in == "..": // D
			in = ""
		default: // E
			end := strings.IndexByte(in[1:], '/') + 1
			if end == 0 {
				end = len(in)
			}
			out, in = out+in[:end], in[end:]
		}
	}
	return out
}

// slowCompose is RFC 3986, section 5.3, with the parts of an authority (section 3.2).
func slowCompose(x map[string]string) string {
	text := ""
	add := func(front, name, behind string) {
		if c, ok := x[name]; ok {
			text += front + c + behind
		}
	}
	add("", "scheme", ":")
	if _, ok := x["authority"]; ok {
		text += "//"
	}
	add("", "userinfo", "@")
	add("", "host", "")
	add(":", "port", "")
	add("", "path", "")
	add("?", "query", "")
	add("#", "fragment", "")
	return text
}
