package source

import (
	"slices"
	"testing"
)

func TestMembers(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a": "http://a b/", "b": "http://a/b c.png", "c": "http://a/my file of words.pdf", "d": "b"}`:                                                         {"1:8=http://a b/", "1:28=http://a/b c.png", "1:53=http://a/my file of words.pdf"},
		`{"a": "smtp://a:25/ (Explicit TLS)", "b": "http://a, http://b", "d": "a://b:1,c_d://e:2", "c": "http://a is a site for you"}`:                          nil,
		`{"a": "http://.*", "b": "^http://a\\.b", "c": "http://a\\.b/", "e": "http://a,http://b", "d": "https?://(?:a|b)/"}`:                                    nil,
		`{"a": "docker://sha256:0123", "b": "docker-pullable://c@sha256:0123"}`:                                                                                 nil,
		`{"dependencies": {"url": "^0.11.0", "uri": "~1", "href": ">= 2"}, "url": "http://a b"}`:                                                                {"1:75=http://a b"},
		`{"url": "http://a b c d e", "uri": "a(b.*)", "$id": "http://a, http://b"}`:                                                                             {"1:10=http://a b c d e", "1:37=a(b.*)", "1:54=http://a, http://b"},
		`{"url": "Printed by a club in 2009. See http://a/b"}`:                                                                                                  nil,
		`{"url": "The :attribute is not a URL.", "uri": "a b c d", "href": "my file of words.pdf", "$id": "a b c", "$ref": "<svg a='b'><path c='d e'/></svg>"}`: {"1:68=my file of words.pdf", "1:99=a b c"},
	} {
		if got := texts(t, "x.json", text, Options{}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
