package source

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// FuzzAttributes compares attribute offsets with the tokenizer of golang.org/x/net: the decoded text at an offset is
// the value.
func FuzzAttributes(f *testing.F) {
	for _, tag := range []string{
		`<a href=x>`, `<a href = 'x' b="y"c=z/>`, `<A HREF="a&amp;b"href=c>`, `<a =b = =c ==d>`, `<a/href/=x b=>`, `<a b=c/d>`,
		"<a\x0cb='>'\tc>", "<a \x00b=\x00 c=\"\r\n\">", `<a b='x>`, `<a b c=d>`, `<a b=&amp b=2 c=&copy=3>`, "<aK K=1 k=2>",
	} {
		f.Add([]byte(tag))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tokens := html.NewTokenizer(bytes.NewReader(text))
		if tt := tokens.Next(); tt != html.StartTagToken && tt != html.SelfClosingTagToken {
			return
		}
		tag := slices.Clone(tokens.Raw())
		_, more := tokens.TagName()
		raw := newRawAttributes(tag)
		for more {
			var name, value []byte
			name, value, more = tokens.TagAttr()
			if !isASCII(name) {
				continue // such names are never searched
			}
			a := raw.find(name, value)
			if a.at+len(value) > len(tag) && a.verbatim {
				t.Fatalf("%q: %s stands at %d", tag, name, a.at)
			}
			if a.verbatim != strings.HasPrefix(string(tag[a.at:]), string(value)) {
				t.Fatalf("%q: %s=%q at %d, verbatim: %t", tag, name, value, a.at, a.verbatim)
			}
			if got := decoded(tag, a.at); len(value) > 0 && got != string(value) {
				t.Fatalf("%q: %s=%q, at its place is %q", tag, name, value, got)
			}
		}
	})
}

// decoded returns the decoded attribute value at an offset in a tag.
func decoded(tag []byte, at int) string {
	raw := tag[at : at+bytes.IndexAny(tag[at:], htmlSpace+">")]
	if quote := tag[at-1]; quote == '"' || quote == '\'' {
		raw = tag[at-1 : at+bytes.IndexByte(tag[at:], quote)+1]
	}
	tokens := html.NewTokenizer(bytes.NewReader(slices.Concat([]byte("<a b="), raw, []byte(">"))))
	tokens.Next()
	tokens.TagName()
	_, value, _ := tokens.TagAttr()
	return string(value)
}

func isASCII(name []byte) bool {
	return !slices.ContainsFunc(name, func(c byte) bool { return c >= 0x80 })
}
