package lint

import (
	"slices"
	"strings"

	"example.org/iri"
)

// A secret has this many characters, and letters and digits of it follow each other, at least.
const (
	secretLength = 16
	randomLength = 10
)

// secret finds what gives access: tokens of well-known services, their webhooks, and parameters with a name for a secret
// and a value that looks random.
func (l subject) secret() (iri.Span, bool) {
	if s, found := l.webhook(); found {
		return s, true
	}
	if scheme, _ := l.parts.Scheme(); strings.EqualFold(l.in(scheme), "otpauth") || l.isReservedHost() {
		return scheme, false // the secrets of documentation
	}
	user, _ := l.parts.Userinfo()
	if n := strings.IndexByte(l.in(user), ':'); isToken(l.in(user)[n+1:]) {
		return iri.Span{Start: user.Start + n + 1, End: user.End}, true
	}
	tail := l.tail()
	if strings.IndexByte(l.in(tail), '=') < 0 {
		return tail, false
	}
	for i := tail.Start; i < tail.End; {
		end := i + len(l.text[i:])
		if n := strings.IndexAny(l.text[i:], "?&;#/"); n >= 0 {
			end = i + n
		}
		inPath := end <= l.parts.Path().End && l.text[max(i-1, 0)] != ';'
		if n := strings.IndexByte(l.text[i:end], '='); n >= 0 && !inPath {
			value := iri.Span{Start: i + n + 1, End: end}
			if isToken(l.in(value)) && !isUserName(l.text[i:i+n]) || l.isSecret(l.text[i:i+n], l.in(value)) {
				return value, true
			}
		}
		i = end + 1
	}
	return tail, false
}

// webhook finds the secret part of a webhook.
func (l subject) webhook() (iri.Span, bool) {
	path := l.parts.Path()
	host := strings.ToLower(l.hostText())
	if !isWebhook(host) {
		return path, false
	}
	for _, w := range webhooks {
		if host != w.host || !strings.HasPrefix(l.in(path), w.path) {
			continue
		}
		s := iri.Span{Start: path.Start + len(w.path), End: path.End}
		isRandom := func(piece string) bool {
			return len(piece) >= secretLength && !isUniform(piece) && !isExample(piece) && !hasSequence(piece) && !isNumber(piece)
		}
		return s, slices.ContainsFunc(strings.FieldsFunc(l.in(s), isSlashOrColon), isRandom)
	}
	return path, strings.HasSuffix(host, webhookSuffix) && len(l.in(path)) > 2*secretLength
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

func isSlashOrColon(c rune) bool { return c == '/' || c == ':' }

// isToken reports whether a text has the form of a token.
func isToken(text string) bool {
	for _, t := range tokenPrefixes {
		if len(text) >= t.length && strings.HasPrefix(text, t.prefix) {
			rest := text[len(t.prefix):]
			return !isUniform(rest) && !isExample(rest) && !isFiller(rest)
		}
	}
	return false
}

// isSecret reports whether a parameter has a secret.
func (l subject) isSecret(name, value string) bool {
	if len(value) < secretLength || !isSecretName(name) || slices.Contains(keyHosts[:], l.hostText()) {
		return false
	}
	if hasSuffixFold(name, "sig") && !strings.Contains(l.text, "?se=") && !strings.Contains(l.text, "&se=") { // the end of the time of a signature of Azure
		return false
	}
	return !isUniform(value) && !isExample(value) && !isFiller(value) && looksRandom(value) && !isUUID(value)
}

// isUserName reports whether a parameter of a signed URL says whose key has signed it.
func isUserName(name string) bool {
	return hasSuffixFold(name, "keyid") || hasSuffixFold(name, "credential")
}

// isFiller reports whether a text fills the place of a secret: somebody typed one letter many times, or the alphabet, or a
// word.
func isFiller(text string) bool {
	run := 0 // letters that are equal
	for i := range len(text) {
		if run++; i > 0 && text[i] != text[i-1] {
			run = 1
		}
		if run == fillerLength && isLetter(text[i]) {
			return true
		}
	}
	return hasSequence(text) || containsAny(strings.ToLower(text), fillerWords[:])
}

// fillerLength is how many equal letters, or letters or digits in alphabetical order, random texts do not have.
const fillerLength = 6

// hasSequence reports whether letters or digits follow each other in alphabetical order, as in abcdef.
func hasSequence(text string) bool {
	run := 0
	for i := range len(text) {
		if run++; i > 0 && text[i] != text[i-1]+1 || !isWord(text[i]) {
			run = 1
		}
		if run == fillerLength {
			return true
		}
	}
	return false
}

// containsAny reports whether a text has one of some words.
func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// looksRandom reports whether a value has letters and digits beside each other, more than words and years have, and nothing
// that secrets do not have.
func looksRandom(value string) bool {
	letters, digits, random := 0, 0, false
	for i := range len(value) {
		switch b := value[i]; {
		case isLetter(b):
			letters++
		case isDigit(b):
			digits++
		case strings.IndexByte("-._~+/=%!*", b) >= 0:
			letters, digits = 0, 0
		default:
			return false
		}
		random = random || letters > 0 && digits > 0 && letters+digits >= randomLength
	}
	return random
}

// isSecretName reports whether a parameter is called like a secret, whatever precedes a hyphen or an underscore.
func isSecretName(name string) bool {
	name = strings.ToLower(name)
	return knows(secretNames, name[strings.LastIndexAny(name, "-_.")+1:]) && !containsAny(name, pageWords[:])
}

// isUniform reports whether a text has one letter only, as XXXX.
func isUniform(text string) bool {
	return text == "" || strings.Trim(strings.ToLower(text), strings.ToLower(text[:1])+"-_/") == ""
}

// isExample reports whether a text stands for a password or a secret.
func isExample(text string) bool {
	text = strings.ToLower(text)
	return containsAny(text, exampleWords[:]) || knows(examplePasswords, text) || strings.HasPrefix(text, "$") || hasPrefixFold(text, "%7B") || hasPrefixFold(text, "%3C")
}

// isExampleLogin reports whether a user information is that of an example: the host is not of the public network, or
// the password stands for another. A user that looks like a host is none.
func (l subject) isExampleLogin(user, password string) bool {
	return (l.isExampleHost() || password != "" && isExample(password)) && strings.IndexByte(user, '.') < 0
}

// isExampleHost reports whether the host is not one of the public network.
func (l subject) isExampleHost() bool {
	host := strings.TrimSuffix(l.hostText(), dot)
	return strings.IndexByte(host, '.') < 0 && !strings.HasPrefix(host, "[") || l.isReservedHost()
}

// isReservedHost reports whether the host has a reserved domain or address.
func (l subject) isReservedHost() bool {
	host := strings.TrimSuffix(strings.ToLower(l.hostText()), dot)
	for _, domain := range exampleDomains {
		if before, ok := strings.CutSuffix(host, domain); ok && (before == "" || strings.HasSuffix(before, dot)) {
			return true
		}
	}
	addr, ok := l.x.HostAddr()
	return ok && (addr.IsLoopback() || addr.IsPrivate() || addr.IsUnspecified())
}
