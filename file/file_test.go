package file_test

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/internal/testkit"
)

// TestPaths has round trips of paths.
func TestPaths(t *testing.T) {
	for _, c := range []struct {
		style      file.Style
		path, text string
	}{
		{file.Unix, "/", "file:///"},
		{file.Unix, "/a b/é", "file:///a%20b/é"},
		{file.Unix, "//a", "file:////a"},
		{file.Unix, `/C:\a`, "file:///C:%5Ca"},
		{file.Unix, "/a/../b/.", "file:///a/../b/."},
		{file.Unix, "/100%/?#[x]", "file:///100%25/%3F%23%5Bx%5D"},
		{file.Unix, "/\xff\u200e\n", "file:///%FF%E2%80%8E%0A"},
		{file.Windows, `C:\`, "file:///C:/"},
		{file.Windows, `c:\a b\é#1`, "file:///c:/a%20b/é%231"},
		{file.Windows, `C:\a:b`, "file:///C:/a:b"},
		{file.Windows, `\\server\share`, "file://server/share"},
		{file.Windows, `\\server\share\`, "file://server/share/"},
		{file.Windows, `\\192.0.2.1\c$\a`, "file://192.0.2.1/c$/a"},
		{file.Windows, `\\sérver x\share`, "file://sérver%20x/share"},
		{file.Windows, `\\localhost\c$\a`, "file:////localhost/c$/a"},
	} {
		x, err := c.style.IRI(c.path)
		if err != nil || x.String() != c.text {
			t.Errorf("%v %q: %v, %v, want %s", c.style, c.path, x, err, c.text)
			continue
		}
		for _, y := range []iri.IRI{x, x.ToURI(), x.ToURI().ToIRI()} {
			if path, err := c.style.Path(y); err != nil || path != c.path {
				t.Errorf("%v %v: %q, %v, want %q", c.style, y, path, err, c.path)
			}
		}
	}
}

// TestForms has the other forms of RFC 8089, and slashes in Windows paths.
func TestForms(t *testing.T) {
	for text, want := range map[string]string{
		"file:/a/b":                    "/a/b",
		"FILE://LocalHost/a":           "/a",
		"file:///%61%20b":              "/a b",
		"file:////a":                   "//a",
		"file:C:/a":                    `C:\a`,
		"file:/C:/a":                   `C:\a`,
		"file:///C:/a/":                `C:\a\`,
		"file://localhost/C:/":         `C:\`,
		"file:///C%3A/a":               `C:\a`, // VS Code writes it; the Language Server Protocol has both
		"file:///c%3a/":                `c:\`,
		"file:///%43:/a%3Ab":           `C:\a:b`,
		"file:%43%3A/":                 `C:\`,
		"file://%6Cocalhost/C%3A/a":    `C:\a`,
		"file://localhos%74/a":         "/a",
		"file:///C%3A/":                "/C:/",
		"file://%6Cocalhost//srv/%41":  `\\srv\A`,
		"file:////server/share/a":      `\\server\share\a`,
		"file://///server/share/a":     `\\server\share\a`,
		"file://localhost//srv/share":  `\\srv\share`,
		"file://server/share/%C3%A9/.": `\\server\share\é\.`,
	} {
		style := file.Unix
		if strings.Contains(want, `\`) {
			style = file.Windows
		}
		if got, err := style.Path(iri.MustParse(text)); err != nil || got != want {
			t.Errorf("%v %s: %q, %v, want %q", style, text, got, err, want)
		}
	}
	for path, want := range map[string]string{
		"C:/a/b": "file:///C:/a/b", `//server\share/a`: "file://server/share/a", `\\LOCALHOST\a`: "file:////LOCALHOST/a",
	} {
		if got, err := file.Windows.IRI(path); err != nil || got.String() != want {
			t.Errorf("%q: %v, %v, want %s", path, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		style  file.Style
		text   string
		reason file.Reason
		part   string
	}{
		{file.Unix, "http://a/", file.ReasonNotFile, "http"},
		{file.Unix, "file://server/a", file.ReasonNotLocal, "server"},
		{file.Unix, "file://localho\u017ft/a", file.ReasonNotLocal, "localho\u017ft"}, // not another spelling of localhost
		{file.Unix, "file:a", file.ReasonNotAbsolute, "a"},
		{file.Unix, "file://localhost", file.ReasonNotAbsolute, ""},
		{file.Unix, "file:///a?b", file.ReasonNotPath, "b"},
		{file.Unix, "file:///a#b", file.ReasonNotPath, "b"},
		{file.Unix, "file://u:p@localhost/a", file.ReasonNotPath, "u:p"},
		{file.Unix, "file://localhost:80/a", file.ReasonNotPath, "80"},
		{file.Unix, "file:///a%2fb", file.ReasonSeparator, "%2f"},
		{file.Unix, "file:///a%00b", file.ReasonNUL, "%00"},
		{file.Windows, "file:///a", file.ReasonNotAbsolute, "a"},
		{file.Windows, "file:///C:", file.ReasonNotAbsolute, "C:"},
		{file.Windows, "file:///C:a", file.ReasonNotAbsolute, "C:a"},
		{file.Windows, "file:///C%3A", file.ReasonNotAbsolute, "C%3A"},
		{file.Windows, "file:///C%3Aa", file.ReasonNotAbsolute, "C%3Aa"},
		{file.Windows, "file:///C%3A%2Fa", file.ReasonSeparator, "%2F"},
		{file.Windows, "file:///C%7C/a", file.ReasonNotAbsolute, "C%7C/a"}, // RFC 8089, appendix E.2.2, does not percent-encode it
		{file.Windows, "file:///1%3A/a", file.ReasonNotAbsolute, "1%3A/a"},
		{file.Windows, "file:///", file.ReasonNotAbsolute, ""},
		{file.Windows, "file:", file.ReasonNotAbsolute, ""},
		{file.Windows, "file://server", file.ReasonNoShare, ""},
		{file.Windows, "file://server/", file.ReasonNoShare, "/"},
		{file.Windows, "file://server//share", file.ReasonNoShare, "//share"},
		{file.Windows, "file:////server", file.ReasonNoShare, ""},
		{file.Windows, "file:////server/", file.ReasonNoShare, "/"},
		{file.Windows, "file:////localhost", file.ReasonNoShare, ""},
		{file.Windows, "file://.", file.ReasonDevice, "."},
		{file.Windows, "file:////", file.ReasonNotAbsolute, ""},
		{file.Windows, "file:///C:/a%5cb", file.ReasonSeparator, "%5c"},
		{file.Windows, "file:///C:/a%2Fb", file.ReasonSeparator, "%2F"},
		{file.Windows, "file://a%5cb/share", file.ReasonSeparator, "%5c"},
		{file.Windows, "file:///C:/%FF", file.ReasonIllFormed, "C:/%FF"},
		{file.Windows, "file://./C:/a", file.ReasonDevice, "."},
		{file.Windows, "file://%3F/C:/a", file.ReasonDevice, "%3F"},
		{file.Windows, "file:////%2E/COM1", file.ReasonDevice, "%2E"},
		{file.Windows, "file://[::1]/share", file.ReasonNotLocal, "[::1]"},
	} {
		path, err := c.style.Path(iri.MustParse(c.text))
		var wrong *file.Error
		if !errors.As(err, &wrong) || wrong.Reason != c.reason || c.text[wrong.Span.Start:wrong.Span.End] != c.part || path != "" {
			t.Errorf("%v %s: %q, %+v, want %v at %q", c.style, c.text, path, err, c.reason, c.part)
		}
	}
	for path, reason := range map[string]file.Reason{
		"": file.ReasonNotAbsolute, "a": file.ReasonNotAbsolute, `C:a`: file.ReasonNotAbsolute, `\a`: file.ReasonNotAbsolute, "C:": file.ReasonNotAbsolute,
		"1:/": file.ReasonNotAbsolute, `\\server`: file.ReasonNoShare, `\\server\`: file.ReasonNoShare, `\\\a\b`: file.ReasonNotAbsolute,
		`\\server\\share`: file.ReasonNoShare, `\\`: file.ReasonNotAbsolute, `\\?\C:\a`: file.ReasonDevice, `\\.\COM1`: file.ReasonDevice, "//?/C:/": file.ReasonDevice,
		"C:\\a\x00": file.ReasonNUL, "C:\\\xff": file.ReasonIllFormed,
	} {
		_, err := file.Windows.IRI(path)
		var wrong *file.Error
		if !errors.As(err, &wrong) || wrong.Reason != reason {
			t.Errorf("%q: %v, want %v", path, err, reason)
		}
	}
	for _, s := range []file.Style{0, file.Unix, file.Windows} {
		_, err := s.Path(iri.IRI{})
		if want := (&file.Error{Reason: file.ReasonNotFile}); fmt.Sprint(err) != want.Error() {
			t.Errorf("%v: %v, want %v", s, err, want)
		}
	}
	if name := file.Reason(99).String(); name != "Reason(99)" {
		t.Error(name)
	}
	seen := make(map[string]bool)
	for r := file.ReasonNotAbsolute; r <= file.ReasonSeparator; r++ {
		if s := r.String(); seen[s] || strings.HasPrefix(s, "Reason") {
			t.Errorf("%d is called %s", r, s)
		} else {
			seen[s] = true
		}
	}
}

// forms matches the IRIs that have a path, by the rules of RFC 8089, section 2 and appendices E.2 and E.3, and maps
// them to the path.
var forms = map[file.Style][]struct {
	form *regexp.Regexp
	path string
}{
	file.Unix: {
		{regexp.MustCompile(`^(?i:file)://(?i:localhost)?(/[^?#]*)$`), "$1"},
		{regexp.MustCompile(`^(?i:file):(/(?:[^/?#][^?#]*)?)$`), "$1"},
	},
	file.Windows: {
		{regexp.MustCompile(`^(?i:file):(?:(?://(?i:localhost)?)?/)?((?:[A-Za-z]|%(?i:[46][1-9A-F]|[57][\dA]))(?::|%3[Aa])/[^?#]*)$`), "$1"},
		{regexp.MustCompile(`^(?i:file)://(?i:localhost)?/{2,3}([^/?#]+/[^/?#][^?#]*)$`), "//$1"},
		{regexp.MustCompile(`^(?i:file)://(?i:localhost)/()`), ""}, // not a server
		{regexp.MustCompile(`^(?i:file)://([^/?#@:[]+/[^/?#][^?#]*)$`), "//$1"},
	},
}

var hostPart = regexp.MustCompile(`^(?is)(file://)([^/?#]*)(.*)$`)

// refused matches percent-encoded octets that no path has.
var refused = map[file.Style]*regexp.Regexp{
	file.Unix:    regexp.MustCompile(`(?i)%00|%2f`),
	file.Windows: regexp.MustCompile(`(?i)%00|%2f|%5c|^//([.?]|%2e|%3f)/`),
}

// slowPath is [file.Style.Path] by these expressions, with percent-decoding by net/url.
func slowPath(s file.Style, text string) (string, bool) {
	if m := hostPart.FindStringSubmatch(text); m != nil {
		if host, err := url.PathUnescape(m[2]); err == nil && strings.EqualFold(host, "localhost") {
			text = m[1] + host + m[3]
		}
	}
	for _, f := range forms[s] {
		m := f.form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		path := strings.Replace(f.path, "$1", m[1], 1)
		decoded, err := url.PathUnescape(path)
		if err != nil || path == "" || refused[s].MatchString(path) {
			return "", false
		}
		if s == file.Windows {
			if !utf8.ValidString(decoded) {
				return "", false
			}
			return strings.ReplaceAll(decoded, "/", `\`), true
		}
		return decoded, true
	}
	return "", false
}

// converts compares Path with slowPath, and checks the round trip.
func converts(s file.Style, x iri.IRI) error {
	path, err := s.Path(x)
	if want, ok := slowPath(s, x.String()); ok != (err == nil) || path != want {
		return fmt.Errorf("%v %v: %q, %v, want %q, %v", s, x, path, err, want, ok)
	}
	if err != nil {
		return nil
	}
	return survives(s, path)
}

// survives checks a round trip of a path.
func survives(s file.Style, path string) error {
	x, err := s.IRI(path)
	if err != nil {
		return fmt.Errorf("%v %q: %w", s, path, err)
	}
	if s == file.Windows {
		path = strings.ReplaceAll(path, "/", `\`)
	}
	for _, y := range []iri.IRI{x, x.ToURI()} {
		if back, err := s.Path(y); err != nil || back != path {
			return fmt.Errorf("%v %q: %v, back %q, %v", s, path, y, back, err)
		}
	}
	if u, err := url.Parse(x.ToURI().String()); s == file.Unix && (err != nil || u.Path != path) {
		return fmt.Errorf("%q: net/url reads %v, %v", path, u, err)
	}
	return nil
}

// TestPieces tries all IRIs of scheme file of up to three pieces, or five with -long, and all paths of pieces.
func TestPieces(t *testing.T) {
	depth := 3
	if *testkit.Long {
		depth = 5
	}
	each("file:", depth, []string{
		"/", "//", "localhost", "%6Cocalhost", "C:", "%43", "%3a", "a", ".", "%3f", "%2f", "%5C", "%00", "é", "%ff", "?", "#", "@", ":", "[::1]",
	}, func(text string) {
		x, err := iri.Parse(text)
		if err != nil {
			return
		}
		if err := errors.Join(converts(file.Unix, x), converts(file.Windows, x)); err != nil {
			t.Error(err)
		}
	})
	each("", depth, []string{"/", `\`, "C:", "a", ".", "?", "%41", "é", "\xff", "\x00", "localhost", " "}, func(path string) {
		for _, s := range []file.Style{file.Unix, file.Windows} {
			if _, err := s.IRI(path); err == nil {
				if err := survives(s, path); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func each(text string, n int, pieces []string, do func(string)) {
	do(text)
	if n == 0 {
		return
	}
	for _, p := range pieces {
		each(text+p, n-1, pieces, do)
	}
}

func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/a/b", `C:\a`, `\\server\share\a`, "file:///C:/a%20b", "file:////server/share", "file:/%c3%a9", "file:///c%3A/a", `\\.\C:\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range []file.Style{file.Unix, file.Windows} {
			if _, err := s.IRI(text); err == nil {
				if err := survives(s, text); err != nil {
					t.Error(err)
				}
			}
			if x, err := iri.Parse(text); err == nil {
				if err := converts(s, x); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
