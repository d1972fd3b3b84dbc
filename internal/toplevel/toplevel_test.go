package toplevel

import (
	"slices"
	"strings"
	"testing"
)

func TestHas(t *testing.T) {
	names := strings.Split(strings.TrimSuffix(List, "\n"), "\n")
	if !slices.IsSorted(names) {
		t.Fatal("the list is not in order")
	}
	for _, name := range names {
		for label, want := range map[string]bool{name: true, name + "\x00": false, "\x00" + name: false, name + "\n": false, "": false} {
			if Has(label) != want || Has([]byte(label)) != want {
				t.Errorf("%q: %v", label, !want)
			}
		}
	}
}
