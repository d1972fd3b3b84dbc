package ssrf

import (
	"regexp"
	"testing"

	"example.org/iri/internal/inet"
)

// TestHostNames compares all short names over a small alphabet with a regular expression and inet_aton, and checks the
// reasons.
func TestHostNames(t *testing.T) {
	hostName := regexp.MustCompile(`^([A-Za-z0-9_-]+\.)*[A-Za-z][A-Za-z0-9_-]*$`)
	alphabet := []string{"a", "x", "0", "9", "-", "_", ".", "!", "é", "%41"}
	var step func(name string, n int)
	step = func(name string, n int) {
		if name != "" {
			got := nameReason(name)
			if is := hostName.MatchString(name); is != (got == 0) {
				t.Errorf("%q: %v", name, got)
			}
			_, addr := inet.Addr(name)
			if got == 0 && (addr || inet.EndsInNumber(name)) {
				t.Errorf("%q is read as an address", name)
			}
		}
		if n == 0 {
			return
		}
		for _, c := range alphabet {
			step(name+c, n-1)
		}
	}
	step("", 5)
}
