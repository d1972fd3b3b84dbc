package iri_test

import (
	"encoding/json"
	"flag"
	"io"
	"strings"
	"testing"

	"example.org/iri"
)

// TestNormalizationText checks that the text of every set of steps is parsed back, and that no list of names is
// shorter.
func TestNormalizationText(t *testing.T) {
	for n := range iri.ForComparison + 1 {
		var back iri.Normalization
		if err := back.UnmarshalText([]byte(n.String())); err != nil || back != n {
			t.Errorf("%q is %v, %v", n.String(), back, err)
		}
		if text, err := n.MarshalText(); err != nil || string(text) != n.String() {
			t.Errorf("%v: MarshalText %q, %v", n, text, err)
		}
	}
	for text, want := range map[string]iri.Normalization{
		"":                   0,
		"rfc3986-6.2.2":      iri.SyntaxBased,
		"rfc3987-5.3.2":      iri.SyntaxBased | iri.DecodeUTF8,
		"rfc3986-6.2.3":      iri.SchemeBased,
		"rfc3987-5.3.3":      iri.SchemeBased | iri.DecodeUTF8,
		"rfc3987-5.3.3,ipv6": iri.ForComparison,
		"rfc3986-6.2.2,ipv6": iri.SyntaxBased | iri.IPv6Text,
		"case,dots":          iri.CaseNormalization | iri.DotSegments,
		"percent":            iri.PercentNormalization,
		"scheme,utf8":        iri.SchemeRules | iri.DecodeUTF8,
	} {
		if want.String() != text {
			t.Errorf("%q is the text of steps named %q", want.String(), text)
		}
	}
	if text := (iri.SyntaxBased | 1<<6).String(); text != "rfc3986-6.2.2,0x40" {
		t.Errorf("steps that do not exist: %q", text)
	}
}

// TestNormalizationNames names steps repeatedly and in any order.
func TestNormalizationNames(t *testing.T) {
	n := iri.DotSegments
	if err := n.UnmarshalText([]byte("utf8,rfc3986-6.2.2,case")); err != nil || n != iri.SyntaxBased|iri.DecodeUTF8 {
		t.Errorf("%v, %v", n, err)
	}
	for _, text := range []string{"all", "case,", ",", ",case", "Case", "rfc3986", "case, dots", "0x40"} {
		n := iri.DotSegments
		if err := n.UnmarshalText([]byte(text)); err == nil || n != iri.DotSegments {
			t.Errorf("%q: %v, %v", text, n, err)
		}
	}
}

func TestNormalizationValues(t *testing.T) {
	var n iri.Normalization
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&n, "level", iri.SyntaxBased, "")
	if n != iri.SyntaxBased {
		t.Errorf("by default %v", n)
	}
	if err := flags.Parse([]string{"-level", "case,dots"}); err != nil || n != iri.CaseNormalization|iri.DotSegments {
		t.Errorf("%v, %v", n, err)
	}
	if err := flags.Parse([]string{"-level", "upper"}); err == nil || !strings.Contains(err.Error(), `unknown normalization "upper"`) {
		t.Error(err)
	}
	var config struct{ Level iri.Normalization }
	const object = `{"Level":"rfc3986-6.2.3,ipv6"}`
	if err := json.Unmarshal([]byte(object), &config); err != nil || config.Level != iri.SchemeBased|iri.IPv6Text {
		t.Errorf("%v, %v", config.Level, err)
	}
	if text, err := json.Marshal(config); err != nil || string(text) != object {
		t.Errorf("%s, %v", text, err)
	}
}
