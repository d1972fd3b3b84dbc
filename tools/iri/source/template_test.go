package source

import "testing"

func TestIsTemplate(t *testing.T) {
	for text, want := range map[string]bool{
		"http://{{ host }}/":    true,
		"{{site.url}}/a":        true,
		"{% url 'a' %}":         true,
		"http://a/${B}/c":       true,
		"http://a/<%= b %>":     true,
		"http://a/{b}":          true,
		"/a/{b-c}/{d_e.f}":      true,
		"http://a{/b*}{?c,d:3}": true,
		"http://a/{#b}{&c}":     true,
		"http://a/{0}/{1}":      true,
		"http://a/{%C3%A9}":     true,
		"http://a/}} {{":        false,
		"http://a/{{":           false,
		"http://a/{}":           false,
		"http://a/{b c}":        false,
		"http://a/[a-z]{2,3}":   false,
		"http://a/{b:c}":        false,
		"http://a/?b=<c>%d":     false,
		"http://a/%7Bb%7D$c":    false,
		"http://a/b":            false,
		"":                      false,
		"http://a/{3F2504E0-4F89-41D3-9A0C-0305E82C3301}":     false,
		"http://a/{f2504e01-4f89-41d3-9a0c-0305e82c3301}/{b}": true,
		"http://a/{f2504e01-4f89-41d3-9a0c-0305e82c3301}":     false,
	} {
		if got := IsTemplate([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
