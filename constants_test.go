package iri_test

import (
	"testing"

	"example.org/iri"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// TestConstants: constants have the values of those of the packages that get them.
func TestConstants(t *testing.T) {
	if iri.FormFragment != iri.Forms(ref.FragmentOnly) || iri.FormIRI != iri.Forms(ref.Absolute) {
		t.Error("Forms")
	}
	if iri.CaseNormalization != iri.Normalization(normal.Case) || iri.IPv6Text != iri.Normalization(normal.IPv6) {
		t.Error("Normalization")
	}
	if iri.HostRegName != iri.HostKind(inet.RegName) || iri.HostIPvFuture != iri.HostKind(inet.IPvFuture) {
		t.Error("HostKind")
	}
}
