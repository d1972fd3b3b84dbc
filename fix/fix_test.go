package fix_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/fix"
	"example.org/iri/rule"
)

// TestFix repairs pasted strings; "" means an error.
func TestFix(t *testing.T) {
	https := fix.Fixer{Scheme: "https"}
	uri := fix.Fixer{ASCII: true}
	ref := fix.Fixer{Relative: true}
	for _, c := range []struct {
		fixer      fix.Fixer
		text, want string
	}{
		{fix.Fixer{}, "http://example.org/a b", "http://example.org/a%20b"},
		{fix.Fixer{}, " \t<http://example.org/>\r\n", "http://example.org/"},
		{fix.Fixer{}, "\ufeff\"http://example.org/\"\x00", "http://example.org/"},
		{fix.Fixer{}, "\ufeffhttp://example.org/", "http://example.org/"},
		{fix.Fixer{}, "< http://a/ >", "http://a/"},
		{fix.Fixer{}, "http://example.org/a\r\n   b/c", "http://example.org/ab/c"},
		{fix.Fixer{}, "http://exam\nple.org/", ""},
		{fix.Fixer{}, "http://a\t/\tb \t c d", ""},
		{fix.Fixer{}, `http:\\example.org\a\c`, "http://example.org/a/c"},
		{fix.Fixer{}, `http://a\@b/`, ""}, // for browsers, the host is a
		{fix.Fixer{}, `mailto:a\b`, ""},
		{fix.Fixer{}, "http://a/x?[y]#[z]#a", "http://a/x?%5By%5D#%5Bz%5D%23a"},
		{fix.Fixer{}, "http://a/^?|>^", "http://a/%5E?%7C%3E%5E"},
		{fix.Fixer{}, "http://a/100%", "http://a/100%25"},
		{fix.Fixer{}, "http://a/%zz", ""},
		{fix.Fixer{}, "http://a/%%41%%", "http://a/%25%41%25%25"},
		{fix.Fixer{}, "http://a/\ue000\ufffe?\ue000", "http://a/%EE%80%80%EF%BF%BE?\ue000"},
		{fix.Fixer{}, "http://a/\xe9\xe9", ""},
		{fix.Fixer{}, "http://u\ue000@h/", ""},
		{fix.Fixer{}, "http://é/é", "http://é/é"},
		{uri, "http://é/é?é#é", "http://%C3%A9/%C3%A9?%C3%A9#%C3%A9"},
		{uri, "http://a/é %", "http://a/%C3%A9%20%25"},
		{fix.Fixer{}, "git@example.org:a/b.git", "ssh://git@example.org/a/b.git"},
		{fix.Fixer{}, "git@example.org:/a#1%20", "ssh://git@example.org/a%231%2520"},
		{fix.Fixer{}, "git@h:a]b:c", "ssh://git@h/a%5Db:c"},
		{fix.Fixer{}, "git@[::1:a", ""},
		{fix.Fixer{}, "git@[::1]:a", "ssh://git@[::1]/a"},
		{uri, "git@é:é", "ssh://git@%C3%A9/%C3%A9"},
		{ref, "git@example.org:a", "ssh://git@example.org/a"},
		{fix.Fixer{}, `C:\a b\100%.txt`, "file:///C:/a%20b/100%25.txt"},
		{fix.Fixer{}, `C:/a b`, "file:///C:/a%20b"},
		{fix.Fixer{}, `\\server\share\a`, "file://server/share/a"},
		{uri, `C:\é`, "file:///C:/%C3%A9"},
		{ref, `C:\a`, "file:///C:/a"},
		{https, "example.org/a b", "https://example.org/a%20b"},
		{https, "//example.org", "https://example.org"},
		{https, `/\example.org`, "https://example.org"},
		{https, "127.0.0.1:8080/", "https://127.0.0.1:8080/"},
		{https, "[::1]/", "https://[::1]/"},
		{https, "é.example", "https://é.example"},
		{https, "user@example.org/a", ""},
		{https, "localhost:8080/", "localhost:8080/"}, // the scheme is localhost
		{https, "http://a/ b", ""},
		{ref, "a b", "a%20b"},
		{ref, `a\b`, "a/b"},
		{ref, "12:30 notes", "./12:30%20notes"},
		{ref, "a/b:c d", "a/b:c%20d"},
		{ref, "a^b:c\n/d", "./a%5Eb:c/d"},
		{ref, "", ""},

		{https, "https//example.org/a//b", "https://example.org/a//b"},
		{https, "HTTP;//example.org/", "http://example.org/"},
		{https, `http\\:example.org/`, "http://example.org/"},
		{fix.Fixer{Scheme: "ftp"}, "ftp//example.org/", ""},
		{fix.Fixer{Scheme: "ftp"}, "https//example.org/", "https://example.org/"},
		{https, "ht\ntps//example.org/", ""},
		{https, "httpd//a", ""},
		{https, "http/a", ""},
		{https, "localhost/a", "https://localhost/a"},
		{https, "1.2.3.4:5?a", "https://1.2.3.4:5?a"},
		{https, "例え.jp", "https://例え.jp"},
		{https, "例え", ""},
		{https, "N/A", ""},
		{https, "none", ""},
		{https, "LocalHost/a", "https://LocalHost/a"},
		{https, "-", ""},
		{https, "2024-01-01", ""},
		{https, "+1-555-1234", ""},
		{https, "a@1.2.3", ""},
		{https, "1.2.3.4.5", ""},
		{ref, "https//example.org/ ", "https//example.org/"},

		{https, "(http://example.org/x)", "http://example.org/x"},
		{https, "“http://example.org/x”", "http://example.org/x"},
		{https, "„ http://example.org/x “", "http://example.org/x"},
		{https, "[http://[::1]/?[x]]", "http://[::1]/?%5Bx%5D"},
		{https, "(<'http://example.org/'>)", "http://example.org/"},
		{https, "<<http://example.org/>>", "http://example.org/"},
		{ref, "{http://example.org/^}", "http://example.org/%5E"},
		{https, "[::1]", "https://[::1]"},
		{ref, "(a b)", "(a%20b)"},
		{ref, "(//a b)", "(//a%20b)"},
		{ref, `"a?"b""`, "a?%22b%22"},
		{https, "(http://example.org/x", "http://example.org/x"},

		{fix.Fixer{}, "", ""},
		{fix.Fixer{}, "<>", ""},
		{fix.Fixer{}, "example.org", ""},
		{https, "/a", ""},
		{https, "?a", ""},
		{https, "#a", ""},
		{https, "  ", ""},
		{fix.Fixer{Scheme: "1"}, "example.org", ""},
		{fix.Fixer{}, "http://a b/", ""},
		{fix.Fixer{}, "http://a:8x/", ""},
		{fix.Fixer{}, "http://[::1/", ""},
		{fix.Fixer{}, "http://a%/", ""},
		{fix.Fixer{}, "http://\xe9/", ""},
		{fix.Fixer{}, "http://u@v@h/", ""},
		{fix.Fixer{}, `\\?\C:\a`, ""},
		{fix.Fixer{}, `C:\a` + "\x00b", ""},
		{fix.Fixer{}, "ht tp://a/", ""},
		{fix.Fixer{}, "a@b@c:d", ""},
	} {
		x, _, err := c.fixer.Fix(c.text)
		if x.String() != c.want || (err != nil) != (c.want == "" && c.fixer != ref) {
			t.Errorf("%+v %q: %q, %v, want %q", c.fixer, c.text, x, err, c.want)
		}
		if err := checkResult(c.fixer, c.text); err != nil {
			t.Error(err)
		}
	}
}

var fixers = []fix.Fixer{
	{}, {ASCII: true}, {Relative: true}, {ASCII: true, Relative: true}, {Scheme: "https"}, {ASCII: true, Scheme: "a"}, {Scheme: "https:"},
	{Scheme: "https", Web: true}, {ASCII: true, Relative: true, Web: true},
}

type validator interface {
	ValidString(string) bool
	CheckString(string) error
}

func ruleOf(f fix.Fixer) validator {
	switch {
	case f.Web && f.ASCII:
		return rule.URI
	case f.Web:
		return rule.IRI
	case f.ASCII && f.Relative:
		return rule.URIReference
	case f.ASCII:
		return rule.URI
	case f.Relative:
		return rule.IRIReference
	}
	return rule.IRI
}

// checkResult checks that the result is valid and a fixed point, that a valid input is unchanged, and that applying the
// changes gives the result.
func checkResult(f fix.Fixer, text string) error {
	x, changes, err := f.Fix(text)
	appended, appendErr := f.AppendFix([]byte("x"), []byte(text))
	if string(appended) != "x"+x.String() || fmt.Sprint(appendErr) != fmt.Sprint(err) {
		return fmt.Errorf("%+v %q: AppendFix has %q, %v, but Fix %q, %v", f, text, appended, appendErr, x, err)
	}
	valid := ruleOf(f).ValidString(text)
	if err != nil {
		return failed(f, text, x, changes, valid, err)
	}
	if !ruleOf(f).ValidString(x.String()) || x != iri.MustParseReference(x.String()) {
		return fmt.Errorf("%+v %q: %q is not valid", f, text, x)
	}
	if again, more, err := f.Fix(x.String()); again != x || len(more) > 0 || err != nil {
		return fmt.Errorf("%+v %q: %q becomes %q by %v, %v", f, text, x, again, more, err)
	}
	if f.Web && (!x.HasScheme("http") && !x.HasScheme("https") || x.Hostname() == "") {
		return fmt.Errorf("%+v %q: %q is no URL of HTTP", f, text, x)
	}
	if y, err := iri.ParseReference(text); err == nil && f.ASCII && !f.Web && (f.Relative || y.IsAbs()) && x != y.ToURI() {
		return fmt.Errorf("%+v %q: %q is not its URI, %q", f, text, x, y.ToURI())
	}
	if (len(changes) == 0) != (x.String() == text) || !f.Web && valid != (len(changes) == 0) {
		return fmt.Errorf("%+v %q: valid %v, and %q by %v", f, text, valid, x, changes)
	}
	result, at := "", 0
	for _, c := range changes {
		if c.Span.Start < at || text[c.Span.Start:c.Span.End] != c.From || c.From == c.To || strings.HasPrefix(c.Kind.String(), "Kind") {
			return fmt.Errorf("%+v %q: change %+v", f, text, c)
		}
		result += text[at:c.Span.Start] + c.To
		at = c.Span.End
	}
	if result += text[at:]; result != x.String() {
		return fmt.Errorf("%+v %q: the changes make %q, not %q", f, text, result, x)
	}
	return nil
}

func failed(f fix.Fixer, text string, x iri.Reference, changes []fix.Change, valid bool, err error) error {
	var wrong *fix.Error
	var path *file.Error
	if valid && !f.Web || !x.IsZero() || changes != nil || !errors.As(err, &wrong) && !errors.As(err, &path) {
		return fmt.Errorf("%+v %q: valid %v, %q, %v, %v", f, text, valid, x, changes, err)
	}
	if wrong != nil && (wrong.Span.Start > wrong.Span.End || wrong.Span.End > len(text)) {
		return fmt.Errorf("%+v %q: %+v", f, text, wrong)
	}
	return nil
}

// TestFixOfIRIs checks that ASCII changes an IRI as ToURI does, even if its end looks like a space.
func TestFixOfIRIs(t *testing.T) {
	for _, text := range []string{"a:\u00a0", "a:\u2028\u3000", "http://\u00a0/\u00a0", "\u2028//a:a:", "\u00a0é", "é?\ue000#é"} {
		for _, f := range fixers {
			if err := checkResult(f, text); err != nil && (f.Relative || !strings.Contains(err.Error(), "no scheme")) {
				t.Error(err)
			}
		}
	}
}

func TestFixChanges(t *testing.T) {
	_, changes, err := (fix.Fixer{Scheme: "https"}).Fix(" <example.org\\a b%\n> ")
	want := "[{surrounding text {0 2}  < } {missing scheme {2 2}  https://} {backslash {13 14} \\ /} {percent-encoded {15 16}   %20} {percent-encoded {17 18} % %25} {surrounding text {18 21} \n>  }]"
	if got := fmt.Sprint(changes); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	_, changes, _ = (fix.Fixer{}).Fix("git@a:b")
	if got := fmt.Sprint(changes); got != "[{scp address {0 7} git@a:b ssh://git@a/b}]" {
		t.Error(got)
	}
}

func TestKind(t *testing.T) {
	for k, want := range map[fix.Kind]string{
		0:                                  "",
		fix.Encoded:                        "percent-encoded",
		fix.SSH | fix.Surrounding:          "surrounding text, scp address",
		1<<15 | fix.Backslash | fix.Scheme: "backslash, missing scheme, Kind(0x8000)",
	} {
		if got := k.String(); got != want {
			t.Errorf("%d: %q, want %q", k, got, want)
		}
	}
	for k := range kinds() {
		if name := k.String(); name == "" || strings.Contains(name, ",") || strings.HasPrefix(name, "Kind") {
			t.Errorf("%d: %q", k, name)
		}
	}
}

func TestFixAllocs(t *testing.T) {
	text := strings.Repeat("http://example.org/é%20b", 2)
	for _, f := range fixers {
		if f.Web || !ruleOf(f).ValidString(text) {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { f.Fix(text) }); n != 0 {
			t.Errorf("%+v: %v allocations", f, n)
		}
	}
}

func TestAppendFixAllocs(t *testing.T) {
	for _, text := range []string{
		"http://example.org/", " http://example.org/ ", `"http://example.org/a b"`, "example.org/é^%", `http:\\example.org\a`, "(http://example.org/)", "http://example.org/a\n/b", "//example.org",
	} {
		for _, f := range []fix.Fixer{{Scheme: "https"}, {Scheme: "https", ASCII: true}, {Scheme: "https", Allow: allKinds}} {
			dst, input := make([]byte, 0, 100), []byte(text)
			if n := testing.AllocsPerRun(100, func() { f.AppendFix(dst, input) }); n != 0 {
				t.Errorf("%+v %q: %v allocations", f, text, n)
			}
		}
	}
}

func TestFixError(t *testing.T) {
	for text, want := range map[string]string{
		" http://a b/":        "iri: cannot be repaired: ' ' is not allowed in an authority (byte 9)",
		"http://u:secret x@h": "iri: cannot be repaired: a character is not allowed in a userinfo; it must be percent-encoded (byte 15)",
		"a b":                 "iri: cannot be repaired: ' ' is not allowed in a scheme (byte 1)",
		`\\.\x`:               "iri: path of a device (byte 0)",
	} {
		_, _, err := (fix.Fixer{}).Fix(text)
		var syntax *iri.SyntaxError
		if err == nil || err.Error() != want || errors.As(err, &syntax) != strings.Contains(want, "repaired") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestHints checks that Fix does what the hints of parser errors advise. They advise to encode a backslash, where Fix
// guesses.
func TestHints(t *testing.T) {
	each("http://a/", 2, []string{" ", "[", "%", "^", "#", "?", "é", "|", "%4", "\"", "\t"}, func(text string) {
		advised(t, rule.IRI, fix.Fixer{}, text+"z")
		advised(t, rule.URI, fix.Fixer{ASCII: true}, text+"z")
	})
	for _, text := range []string{"git@h:p", "\ufeffa:b", `C:\a`, "a:b\n", "git@h:p/q"} {
		advised(t, rule.IRI, fix.Fixer{}, text)
	}
}

func advised(t *testing.T, r validator, f fix.Fixer, text string) {
	var wrong *iri.SyntaxError
	if !errors.As(r.CheckString(text), &wrong) {
		return
	}
	x, changes, err := f.Fix(text)
	var doubtful *fix.Error
	if errors.As(err, &doubtful) && doubtful.Readings != nil {
		return // hints are about single characters
	}
	if err != nil || len(changes) == 0 {
		t.Errorf("%q: %v", text, err)
		return
	}
	first, message := changes[0], wrong.Message()
	_, triple, _ := strings.Cut(message, " written ")
	for hint, done := range map[string]bool{
		"it is written %":            strings.HasPrefix(first.To, triple) || first.Kind == fix.Whitespace,
		"the sign itself":            strings.HasPrefix(first.To, triple),
		"written ssh://":             x.HasScheme("ssh"),
		"written file:///":           x.HasScheme("file"),
		"byte order mark":            first.From == "\ufeff",
		"the end of a line does not": first.Kind == fix.Surrounding,
	} {
		if strings.Contains(message, hint) && !done {
			t.Errorf("%q: %s: %v, %v", text, message, x, changes)
		}
	}
}

// TestFixPieces checks the laws for all concatenations of up to three pieces.
func TestFixPieces(t *testing.T) {
	n := 0
	each("", 3, []string{
		"a", "http:", ":", "/", "//", `\`, "C:", "git@", "[", "]", "é", "\ue000", "\xff", "%", "%41", " ", "\n", "\t", "(", ")", "<", ">", "\"", "?", "#", "@", "|", "\ufeff", "\x00", "1",
	}, func(text string) {
		for _, f := range fixers {
			n++
			if err := allLaws(f, text, sets[n%len(sets)]); err != nil {
				t.Error(err)
			}
		}
	})
}

func allLaws(f fix.Fixer, text string, allow fix.Kind) error {
	return errors.Join(checkResult(f, text), keepsTo(f, text, allow), samePlace(f, text), isClean(f, text))
}

// each calls do for text followed by up to n pieces.
func each(text string, n int, pieces []string, do func(string)) {
	do(text)
	if n == 0 {
		return
	}
	for _, p := range pieces {
		each(text+p, n-1, pieces, do)
	}
}

func FuzzFix(f *testing.F) {
	for _, text := range []string{
		"http://example.org/a b", `C:\a b`, "git@example.org:a.git", " <http://a/%zz|> ", "example.org:80/é", "\\\\server\\share", "12:30 a\n b", "http://[::1]/[a]#b#c",
		"ht\ttp://h\t/%\t4\n1", "http://h/%\n4\n1/c", "https:https:/h.example:8/", "h.example:80", "http://h/{\"a\":[1]}", "tel:1 2", "file://C:\\a", "[a](h.example)", "ttp:///h.example", "https://h/xhttps://i/", "http://h/\f\v\u0085\u2028", "(‘http://h/’)", "http;//h", "2024-01-01", " \\\\?\\C:\\\x00", "<a\tb:8x/>",
	} {
		for _, allow := range []fix.Kind{0, noKind, fix.Encoded, fix.Surrounding | fix.Whitespace, ^fix.Scheme} {
			f.Add(text, uint16(allow))
		}
	}
	f.Add("00\u0600", uint16(65448))
	f.Add("/.\\", uint16(32768))
	f.Add("http://0#%\n00", uint16(32796))
	f.Add("A:\\..", uint16(65434))
	f.Add("\\\\ 00000\\00", uint16(71))
	f.Add("A0:// 0\"", uint16(32698))
	f.Add("git@00000:000A", uint16(0))
	f.Add(" A:/]", uint16(65530))
	f.Add("h000://[000]0[0]00]!", uint16(65471))
	f.Add("0[]", uint16(10))
	f.Add("http\\,//", uint16(3))
	f.Add(" ttp://0*\"", uint16(64))
	f.Add("tel:^", uint16(75))
	f.Add("A://0}{%", uint16(75))
	f.Add("<0:<0000000<0000000<0000000<0000000<0000000<0000000<%0X00", uint16(73))
	f.Add("http://0#0http\r://", uint16(32761))
	f.Add("0@0:</", uint16(32766))
	f.Add("tel:%", uint16(90))
	f.Add(" A:/\"", uint16(65509))
	f.Fuzz(func(t *testing.T, text string, allow uint16) {
		for _, f := range fixers {
			if err := allLaws(f, text, fix.Kind(allow)); err != nil {
				t.Error(err)
			}
		}
	})
}
