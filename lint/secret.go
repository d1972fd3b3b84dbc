package lint

import (
	"slices"
	"strings"

	"example.org/iri"
)

// Minimum lengths of a secret, and of a run of letters and digits in it.
const (
	secretLength = 16
	randomLength = 10
)

// secret finds tokens of well-known services, their webhooks, and parameters with the name of a secret and a value that
// looks random.
func (l subject) secret() (iri.Span, bool) {
	if s, found := l.webhook(); found {
		return s, true
	}
	if scheme, _ := l.parts.Scheme(); strings.EqualFold(l.in(scheme), "otpauth") || l.isReservedHost() {
		return scheme, false // secrets in documentation
	}
	user, _ := l.parts.Userinfo()
	if n := strings.IndexByte(l.in(user), ':'); isToken(l.in(user)[n+1:]) {
		return iri.Span{Start: user.Start + n + 1, End: user.End}, true
	}
	tail := l.tail()
	if strings.IndexByte(l.in(tail), '=') < 0 {
		return tail, false
	}
	for i := tail.Start; i < tail.End; { // parameters: of the query and fragment, and after semicolons in the path
		end := i + len(l.text[i:])
		if n := strings.IndexAny(l.text[i:], "?&;#/"); n >= 0 {
			end = i + n
		}
		isSegment := end <= l.parts.Path().End && l.text[max(i-1, 0)] != ';'
		if n := strings.IndexByte(l.text[i:end], '='); n >= 0 && !isSegment {
			value := iri.Span{Start: i + n + 1, End: end}
			if isToken(l.in(value)) && !identifiesSigner(l.text[i:i+n]) || l.isSecret(l.text[i:i+n], l.in(value)) {
				return value, true
			}
		}
		i = end + 1
	}
	return tail, false
}

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

func isToken(text string) bool {
	for _, t := range tokenPrefixes {
		if len(text) >= t.length && strings.HasPrefix(text, t.prefix) {
			rest := text[len(t.prefix):]
			return !isUniform(rest) && !isExample(rest) && !isFiller(rest)
		}
	}
	return false
}

func (l subject) isSecret(name, value string) bool {
	if len(value) < secretLength || !isSecretName(name) || slices.Contains(keyHosts[:], l.hostText()) {
		return false
	}
	if hasSuffixFold(name, "sig") && !strings.Contains(l.text, "?se=") && !strings.Contains(l.text, "&se=") { // only signatures of Azure, which have an expiry, give access
		return false
	}
	return !isUniform(value) && !isExample(value) && !isFiller(value) && looksRandom(value) && !isUUID(value)
}

func identifiesSigner(name string) bool {
	return hasSuffixFold(name, "keyid") || hasSuffixFold(name, "credential")
}

// isFiller reports whether text only fills the place of a secret: repeated letters, an alphabetical sequence, or a
// word.
func isFiller(text string) bool {
	run := 0
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

// fillerLength is the length of repetitions and sequences that random texts do not contain.
const fillerLength = 6

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

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// looksRandom reports whether a value has a run of letters and digits, longer than a word with a year, and only characters
// of base64, percent-encoding and separators around it.
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

// isSecretName reports whether the part of a parameter name after the last hyphen, underscore or dot names a secret. It
// excludes tokens of pages, such as next_page_token.
func isSecretName(name string) bool {
	name = strings.ToLower(name)
	return knows(secretNames, name[strings.LastIndexAny(name, "-_.")+1:]) && !containsAny(name, pageWords[:])
}

func isUniform(text string) bool {
	return text == "" || strings.Trim(strings.ToLower(text), strings.ToLower(text[:1])+"-_/") == ""
}

// isExample reports whether text is a placeholder for a password or secret.
func isExample(text string) bool {
	text = strings.ToLower(text)
	return containsAny(text, exampleWords[:]) || knows(examplePasswords, text) || strings.HasPrefix(text, "$") || hasPrefixFold(text, "%7B") || hasPrefixFold(text, "%3C")
}

// isExampleLogin reports whether a userinfo is an example, by its host or its password. A user name that looks like a
// host is not.
func (l subject) isExampleLogin(user, password string) bool {
	return (l.isPrivateHost() || password != "" && isExample(password)) && strings.IndexByte(user, '.') < 0
}

// isPrivateHost reports whether the host is not on the public network.
func (l subject) isPrivateHost() bool {
	host := strings.TrimSuffix(l.hostText(), dot)
	return strings.IndexByte(host, '.') < 0 && !strings.HasPrefix(host, "[") || l.isReservedHost()
}

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
