package intl_test

import (
	"testing"

	"golang.org/x/text/unicode/norm"

	"example.org/iri/intl"
)

// TestIsNFC compares with norm, and checks that the span is the first part to change.
func TestIsNFC(t *testing.T) {
	pieces := []string{"", "a", "é", "e\u0301", "\u0301", "\u0323", "\u212b", "한", "\u1112\u1161\u11ab", "\u0344", "\xff", "/"}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				text := a + b + c
				span, ok := intl.IsNFC(text)
				if ok != norm.NFC.IsNormalString(text) {
					t.Errorf("%+q: %v", text, ok)
				}
				if !ok && (norm.NFC.IsNormalString(text[span.Start:span.End]) || !norm.NFC.IsNormalString(text[:span.Start])) {
					t.Errorf("%+q: %v", text, span)
				}
			}
		}
	}
}
