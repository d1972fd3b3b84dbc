package iri_test

import (
	"testing"

	"example.org/iri"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
)

// TestConstants checks that exported constants equal the internal ones, from which they are converted.
func TestConstants(t *testing.T) {
	for i, same := range []bool{
		iri.HostRegName == iri.HostKind(inet.RegName), iri.HostIPv4 == iri.HostKind(inet.IPv4),
		iri.HostIPv6 == iri.HostKind(inet.IPv6), iri.HostIPvFuture == iri.HostKind(inet.IPvFuture),
		iri.CaseNormalization == iri.Normalization(normal.Case), iri.PercentNormalization == iri.Normalization(normal.Percent),
		iri.DotSegments == iri.Normalization(normal.Dots), iri.SchemeRules == iri.Normalization(normal.Scheme),
		iri.DecodeUTF8 == iri.Normalization(normal.UTF8), iri.IPv6Text == iri.Normalization(normal.IPv6),
		iri.FormFragment == iri.Forms(ref.FragmentOnly), iri.FormQuery == iri.Forms(ref.QueryOnly),
		iri.FormRelativePath == iri.Forms(ref.RelativePath), iri.FormAbsolutePath == iri.Forms(ref.AbsolutePath),
		iri.FormNetworkPath == iri.Forms(ref.NetworkPath), iri.FormIRI == iri.Forms(ref.Absolute),
	} {
		if !same {
			t.Errorf("constant %d differs", i)
		}
	}
}
