package lint

import (
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
)

// A reference is an independent implementation of Check with regular expressions and hand-written sets. For each code,
// it records the offsets that findings cover, or where something is missing.
type reference struct {
	text string
	at   map[string]map[int]bool
}

func (w reference) cover(code string, start, end int) {
	if w.at[code] == nil {
		w.at[code] = make(map[int]bool)
	}
	w.at[code][start] = true
	for i := start; i < end; i++ {
		w.at[code][i] = true
	}
}

func slow(x iri.Reference) map[string]map[int]bool {
	w := reference{x.String(), make(map[string]map[int]bool)}
	parts := x.Parts()
	scheme := x.Scheme()
	web := web.MatchString(scheme)
	if scheme != strings.ToLower(scheme) {
		w.cover("scheme-upper-case", 0, len(scheme))
	}
	if strings.EqualFold(scheme, "data") {
		return w.at
	}
	host, hasHost := parts.Host()
	if web && host.Start == host.End {
		at := host.Start
		if !hasHost {
			at = len(scheme) + 1
		}
		w.cover("http-no-host", at, at)
	}
	if s, ok := parts.Userinfo(); ok {
		w.userinfo(s, scheme, w.text[host.Start:host.End])
	}
	if hasHost {
		w.host(host, x.HostKind())
	}
	if s, ok := parts.Port(); ok {
		w.port(s, strings.ToLower(scheme))
	}
	path := parts.Path()
	w.units(path, false, true)
	for i := path.Start + 1; i < path.End; i++ {
		if w.text[i-1:i+1] == "//" {
			code := "empty-segment"
			if web && !secondScheme.MatchString(w.text) && !nested.MatchString(w.text[path.Start:path.End]) && !archive.MatchString(w.text[:path.Start]) {
				code = "double-slash"
			}
			w.cover(code, i-1, i+1)
		}
	}
	query, _ := parts.Query()
	fragment, _ := parts.Fragment()
	w.units(query, false, false)
	w.units(fragment, false, false)
	return w.at
}

func (w reference) userinfo(s iri.Span, scheme, host string) {
	name, pass, _ := strings.Cut(w.text[s.Start:s.End], ":")
	example := (unknownHost.MatchString(host) || pass != "" && isExample(pass)) && !strings.Contains(name, ".")
	switch {
	case web.MatchString(scheme) && !example:
		w.cover("http-userinfo", s.Start, s.End)
	case !login.MatchString(scheme):
		w.cover("userinfo", s.Start, s.End)
	}
	if pass != "" {
		code := "password"
		if example {
			code = "example-login"
		}
		w.cover(code, s.Start+len(name)+1, s.End)
	}
	w.units(s, false, false)
}

var (
	web          = regexp.MustCompile(`^(?i)https?$`)
	secondScheme = regexp.MustCompile(`^(?i)https?://([^/?#@]*@)?(https?|[^/?#@:]*https?:)//`)
	authority    = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//`)
	network      = regexp.MustCompile(`^(?i)(([a-z][^:/]*\+)?(https?|wss?|ftps?|sftp|ssh|git|svn):)?//`)
	login        = regexp.MustCompile(`^(?i)(.*ssh|svn|sftp)$`)
	nested       = regexp.MustCompile(`:/|(?i:%3A)|\.git/|\.zip/|\.gz/|\.jar!/`)
	archive      = regexp.MustCompile(`(?i)archive|arquivo|memento|wayback|webcache|static\.googleusercontent\.`)
	unknownHost  = regexp.MustCompile(`(?i)^[^.]*\.?$|(^|\.)(example(\.(com|org|net))?|test|invalid|localhost|local|internal|localdomain|lan|home\.arpa)\.?$|^(127|10)\..*\..*\.|^192\.168\.|^0\.0\.0\.0$`)

	triple    = regexp.MustCompile(`%..`)
	dnsLabel  = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$`)
	number    = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)
	mapped    = regexp.MustCompile(`^\[(::|(0+:){5})[fF]{4}:`)
	beyond    = regexp.MustCompile(`[^\x00-\x7f]`)
	formatted = regexp.MustCompile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
)

func (w reference) host(s iri.Span, kind iri.HostKind) {
	host := w.text[s.Start:s.End]
	letters := triple.ReplaceAllString(host, "")
	if letters != strings.ToLower(letters) && !beyond.MatchString(formatted.ReplaceAllString(host, "")) {
		w.cover("host-upper-case", s.Start, s.End)
	}
	switch {
	case kind == iri.HostIPvFuture:
		w.cover("host-ipvfuture", s.Start, s.End)
	case kind == iri.HostIPv6 && mapped.MatchString(host):
		w.cover("host-ipv4-mapped", s.Start, s.End)
	case kind == iri.HostRegName && host != "":
		w.name(s, host)
		w.units(s, true, false)
	}
}

func (w reference) name(s iri.Span, host string) {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	_, isAddress := inet.Addr(host) // tested in package inet
	switch ascii := !beyond.MatchString(host); {
	case isAddress && network.MatchString(w.text):
		w.cover("host-address", s.Start, s.End)
	case number.MatchString(labels[len(labels)-1]) && network.MatchString(w.text):
		w.cover("host-number", s.Start, s.End)
	case number.MatchString(labels[len(labels)-1]):
	case ascii && slices.ContainsFunc(labels, func(l string) bool { return !dnsLabel.MatchString(l) }):
		w.cover("host-not-dns", s.Start, s.End)
	}
	if strings.HasSuffix(host, ".") {
		w.cover("host-trailing-dot", s.Start, s.End)
	}
}

func (w reference) port(s iri.Span, scheme string) {
	port := w.text[s.Start:s.End]
	n, _ := new(big.Int).SetString("0"+port, 10)
	defaults := map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
	switch {
	case port == "":
		w.cover("port-empty", s.Start-1, s.End)
		return
	case defaults[scheme] == port:
		w.cover("port-default", s.Start-1, s.End)
		return
	case n.Cmp(big.NewInt(65535)) > 0:
		w.cover("port-too-large", s.Start, s.End)
	case n.Sign() == 0:
		w.cover("port-zero", s.Start, s.End)
	}
	if len(port) > 1 && port[0] == '0' {
		w.cover("port-padded", s.Start, s.End)
	}
}

// units examines characters and percent-encoded octets.
func (w reference) units(s iri.Span, host, path bool) {
	for i := s.Start; i < s.End; {
		if w.text[i] != '%' {
			c, n := utf8.DecodeRuneInString(w.text[i:])
			w.character(c, i, n, host)
			i += n
			continue
		}
		var octets []byte
		for j := i; j < s.End && w.text[j] == '%'; j += 3 {
			var b byte
			fmt.Sscanf(w.text[j+1:j+3], "%02x", &b)
			octets = append(octets, b)
		}
		c, n := utf8.DecodeRune(octets)
		w.triples(c, i, n, host, path)
		i += 3 * n
	}
}

func (w reference) character(c rune, at, n int, host bool) {
	for code, set := range map[string]string{
		"bidi-formatting": "\u200e\u200f\u202a\u202b\u202c\u202d\u202e",
		"bidi-isolate":    "\u061c\u2066\u2067\u2068\u2069",
		"joiner":          "\u200c\u200d",
		"invisible":       "\u00ad\u200b\ufeff\u3164",
		"blank":           "\u00a0\u3000\u2028\u2003\u2800",
	} {
		if strings.ContainsRune(set, c) {
			w.cover(code, at, at+n)
		}
	}
	if w.inHost(at) && c == '\ufe0f' {
		w.cover("invisible", at, at+n)
	}
	if host && strings.ContainsRune("。．｡", c) {
		w.cover("host-dot-like", at, at+n)
	}
	if host && strings.ContainsRune("／：？＃＠℀⒈", c) {
		w.cover("host-delimiter-like", at, at+n)
	}
}

func (w reference) inHost(at int) bool {
	_, rest, ok := strings.Cut(w.text[:at], "//")
	return ok && !strings.ContainsAny(rest, "/?#") && authority.MatchString(w.text)
}

// triples examines the octets of a character, or one octet that is not a character.
func (w reference) triples(c rune, at, n int, host, path bool) {
	text := w.text[at : at+3*n]
	cover := func(code string) { w.cover(code, at, at+3*n) }
	if host {
		cover("host-percent-encoded")
	}
	unreserved := c < 0x80 && regexp.MustCompile(`[A-Za-z0-9._~-]`).MatchString(string(c))
	switch {
	case unreserved:
		cover("percent-unreserved")
	case c == 0:
		cover("percent-nul")
	case c < 0x20 || c == 0x7F:
		cover("percent-control")
	case c == '/' && path:
		cover("percent-slash")
	case c == '\\' && path:
		cover("percent-backslash")
	case c == utf8.RuneError && n == 1:
		cover("percent-not-utf8")
	case c == '%' && regexp.MustCompile(`^[0-9A-Fa-f]{2}`).MatchString(w.text[at+3:]):
		w.cover("percent-twice", at, at+5)
	}
	if text != strings.ToUpper(text) && !unreserved {
		cover("percent-lower-case")
	}
}

// left are the codes that the reference does not implement. TestLabels covers most of them.
var left = []string{"dot-segments", "host-label-length", "host-length", "file-syntax", "file-relative", "urn-syntax", "urn-namespace", "uuid-syntax", "did-syntax", "mailto-syntax", "tag-syntax",
	"tel-syntax", "sms-syntax", "geo-syntax", "sip-syntax", "ws-syntax", "scheme-mistyped", "scheme-second", "drive-letter", "file-local",
	"script-link", "wrapped-link", "mailto-domain", "userinfo-cut", "host-hyphen", "host-www", "host-punctuation", "secret", "html-entity", "query-delimiter",
	"end-punctuation", "percent-end", "percent-markup", "percent-template"}

// agrees compares Check and the reference.
func agrees(t *testing.T, text string) {
	t.Helper()
	x, err := iri.ParseReference(text)
	if err != nil {
		return
	}
	got := reference{text, make(map[string]map[int]bool)}
	findings := Check(x)
	appended, plain := AppendCheck([]Finding{{}}, []byte(text), x.Parts())
	if !slices.EqualFunc(findings, appended[1:], func(a, b Finding) bool { return reflect.DeepEqual(a, b) }) || plain && findings != nil {
		t.Fatalf("%+q: AppendCheck has %v, %t, not %v", text, appended, plain, findings)
	}
	for _, f := range findings {
		if !slices.Contains(left, f.Code) {
			got.cover(f.Code, f.Span.Start, f.Span.End)
		}
	}
	want := slow(x)
	if !maps.EqualFunc(got.at, want, func(a, b map[int]bool) bool { return maps.Equal(a, b) }) {
		t.Fatalf("%+q: %v, want %v", text, got.at, want)
	}
}

// TestReferenceOfTexts compares strings of the golden file and generated ones.
func TestReferenceOfTexts(t *testing.T) {
	for _, text := range goldenTexts(t) {
		if !known.MatchString(text) {
			agrees(t, text)
		}
	}
	for _, l := range corpus.Generated() {
		for _, text := range l.Texts {
			agrees(t, text)
		}
	}
}

// TestReference compares all short concatenations of pieces.
func TestReference(t *testing.T) {
	pieces := []string{"a", "A", ".", "/", ":", "@", "%41", "%c3", "%a9", "%25", "08", "0x", "\u200e", "é", "%2F", "%0a", "。"}
	length := 3
	if *testkit.Long {
		length = 4
	}
	for _, head := range []string{"", "http:", "http://", "HTTP://h", "http://h:", "http://h/", "a:", "//", "//127.", "x:?"} {
		grow(head, length, pieces, func(text string) { agrees(t, text) })
	}
}

// TestReferenceOfOctets compares all percent-encoded octets, and pairs of them.
func TestReferenceOfOctets(t *testing.T) {
	for b := range 256 {
		for _, format := range []string{"%%%02x", "%%%02X"} {
			unit := fmt.Sprintf(format, b)
			for _, text := range []string{"//%s/%[1]s?%[1]s#%[1]s", "//%s@h", "/%%C3%s", "/%%E2%%82%s", "/%%F0%%9F%%98%s", "/%%25%s"} {
				agrees(t, fmt.Sprintf(text, unit))
			}
			for c := 0; c < 256; c += 7 {
				agrees(t, "/"+unit+fmt.Sprintf(format, c)+"%80%80")
			}
		}
	}
}

// TestReferenceOfPorts compares ports around the limit, and ports with leading zeros.
func TestReferenceOfPorts(t *testing.T) {
	for n := range 65536 + 100 {
		if *testkit.Long || n%97 == 0 || n < 1100 || n > 65000 {
			agrees(t, fmt.Sprintf("http://h:%d/", n))
			agrees(t, fmt.Sprintf("wss://h:0%d/", n))
			agrees(t, fmt.Sprintf("//h:00%d", n))
		}
	}
	for _, port := range []string{"99999", "100000", "655350", "0655350", "4294967376", "18446744073709551696", strings.Repeat("0", 100) + "80"} {
		agrees(t, "http://h:"+port)
	}
}

func FuzzReference(f *testing.F) {
	for _, text := range goldenTexts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !known.MatchString(text) {
			agrees(t, text)
			checkPlain(t, text)
		}
	})
}

// known matches strings that the reference does not fully implement: some characters, default ports, and spellings of
// the prefix of a mapped address.
var known = regexp.MustCompile("^(?i:ssh|sftp|tftp|nfs|imap|pop|nntp|ldap|dict|gopher|telnet|rtsps?|ipps?|coap)|" +
	"[\u034f\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u2060-\u2065\u206a-\u206f\ufe00-\ufe0e\uffa0\U0001bca0-\U0001d17a]|" +
	"[\u1680\u2000-\u2002\u2004-\u200a\u2029\u202f\u205f]|" +
	"[\u2024-\u2026\u2047-\u2049\u2101-\u2106\u2489-\u249b\u2a74\u33c2-\u33d8\ufe13-\ufe6b\uff05\uff3b-\uff3d\U0001f100]|\\[")
