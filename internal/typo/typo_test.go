package typo

import "testing"

func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b string
		near bool
	}{
		{"org", "org", true}, {"orgg", "org", true}, {"or", "org", true}, {"orf", "org", true}, {"ogr", "org", true},
		{"rog", "org", true}, {"gor", "org", false}, {"", "a", true}, {"", "ab", false}, {"orggg", "org", false}, {"nets", "info", false},
	} {
		if Near(c.a, c.b) != c.near || Near(c.b, c.a) != c.near {
			t.Errorf("%q, %q: %v", c.a, c.b, !c.near)
		}
	}
}

func TestSameLetters(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{{"gor", "org", true}, {"oorg", "orgg", false}, {"org", "orgg", false}, {"", "", true}} {
		if SameLetters(c.a, c.b) != c.same || SameLetters(c.b, c.a) != c.same {
			t.Errorf("%q, %q: %v", c.a, c.b, !c.same)
		}
	}
}
