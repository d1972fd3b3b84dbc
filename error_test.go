package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// TestReasonConstants: those of package fault have the same values.
func TestReasonConstants(t *testing.T) {
	for i, r := range []fault.Reason{
		fault.NoScheme: fault.Reason(iri.ReasonNoScheme), fault.InScheme: fault.Reason(iri.ReasonScheme), fault.InAuthority: fault.Reason(iri.ReasonAuthority),
		fault.InPort: fault.Reason(iri.ReasonPort), fault.InPath: fault.Reason(iri.ReasonPath), fault.InQuery: fault.Reason(iri.ReasonQuery), fault.InFragment: fault.Reason(iri.ReasonFragment),
		fault.ColonInSegment: fault.Reason(iri.ReasonFirstSegment), fault.Bracket: fault.Reason(iri.ReasonBracket), fault.Unclosed: fault.Reason(iri.ReasonUnclosed),
		fault.InAddress: fault.Reason(iri.ReasonAddress), fault.InZone: fault.Reason(iri.ReasonZone), fault.Percent: fault.Reason(iri.ReasonPercent), fault.IllFormed: fault.Reason(iri.ReasonIllFormed),
		fault.NonASCII: fault.Reason(iri.ReasonNonASCII), fault.PrivateUse: fault.Reason(iri.ReasonPrivateUse), fault.Formatting: fault.Reason(iri.ReasonFormatting),
		fault.TooShort: fault.Reason(iri.ReasonTooShort), fault.NotInRule: fault.Reason(iri.ReasonNotInRule), fault.NumReasons: fault.NumReasons,
	} {
		if int(r) != i {
			t.Errorf("%v is %d here and %d there", fault.Reason(i), r, i)
		}
	}
}

// TestErrorWrapped: callers find the error by its type, however deep.
func TestErrorWrapped(t *testing.T) {
	err := fmt.Errorf("line 7: %w", rule.IRI.Check([]byte("no one")))
	var e *iri.SyntaxError
	if !errors.As(err, &e) || e.Offset != 2 || e.Byte != ' ' || e.Rule != "IRI" || e.Reason != iri.ReasonScheme || e.Component() != "scheme" {
		t.Errorf("%v", e)
	}
}

// TestZeroSyntaxError: an error filled in by hand says little but does not panic.
func TestZeroSyntaxError(t *testing.T) {
	for _, e := range []*iri.SyntaxError{{}, {Rule: "IRI", Reason: 200, Offset: 1 << 40, Byte: 'x', Rune: 'x'}} {
		if e.Component() != "" || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
			t.Errorf("%v, %v, %q", e.Component(), e.Expected(), e.Error())
		}
	}
}

const secret = "s3cr3t"

// checkSecret checks that an error of a text tells nothing of a secret, however it is
// printed.
func checkSecret(t testing.TB, r rule.Rule, text string) {
	t.Helper()
	err := r.CheckString(text)
	if err == nil {
		return
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Error("bad", "error", err)
	slog.New(slog.NewJSONHandler(&log, nil)).Error("bad", "error", err)
	asJSON, jsonErr := json.Marshal(err)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	told := fmt.Sprintf("%v %+v %s %q", err, err, log.String(), asJSON)
	fields := fmt.Sprintf("%#v", err)
	for i := range len(secret) - 2 {
		part := secret[i : i+3]
		if strings.Contains(told, part) || strings.Contains(fields, fmt.Sprintf("%#x, %#x, %#x", part[0], part[1], part[2])) {
			t.Fatalf("%v: %q: the error tells %q: %s\n%s", r, text, part, told, fields)
		}
	}
}

// TestErrorsKeepSecrets: what may be a userinfo is in no error, whatever else the text
// holds, and whatever character of a password nobody has percent-encoded.
func TestErrorsKeepSecrets(t *testing.T) {
	prefixes := []string{"http://", "//", "http:", "http:/", "ht tp://", "HTTP://u@h/", "\x00//", "http://[::1]@", "a://%", "/", "", " ", "\ufeff"}
	pieces := []string{secret, secret, "a", ":", "/", "?", "#", "[", "]", "@", "%", "%41", "%4", " ", "é", "\ue000", "\ufffe", "\u200e", "\xc3", "\xe2\x82", "\xff", "8", "\n", "\x00", "|"}
	rules := []rule.Rule{
		rule.IRI.Rule, rule.IRIReference.Rule, rule.URI.Rule, rule.IRIStrict.Rule, rule.IRIWithZone.Rule, rule.IRelativeRef.Rule, rule.LEIRI.Rule,
		rule.IAuthority, rule.IHierPart, rule.IRelativePart, rule.IHost, rule.IPath, rule.Port, rule.Scheme, rule.IPv6Address,
	}
	rnd, n := rand.New(rand.NewPCG(1, 2)), 10_000
	if *testkit.Long {
		n = 100_000
	}
	for range n {
		text := prefixes[rnd.IntN(len(prefixes))] + ":"
		if rnd.IntN(2) == 0 {
			text = strings.TrimSuffix(text, ":") + "user:"
		}
		for range rnd.IntN(6) {
			text += pieces[rnd.IntN(len(pieces))]
		}
		text += "@"
		for range rnd.IntN(6) {
			text += pieces[2+rnd.IntN(len(pieces)-2)]
		}
		checkSecret(t, rules[rnd.IntN(len(rules))], text)
	}
	for range 1000 {
		var text strings.Builder
		for range rnd.IntN(6) {
			text.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		checkSecret(t, rule.IUserinfo, text.String()) // with no delimiter behind it
		checkSecret(t, rule.Userinfo, text.String())
	}
}

func FuzzErrorsKeepSecrets(f *testing.F) {
	f.Add("http://user:", " ", "host/")
	f.Fuzz(func(t *testing.T, before, within, behind string) {
		if strings.ContainsAny(before+within+behind, secret) {
			t.Skip()
		}
		checkSecret(t, rule.IRI.Rule, "http://"+before+secret+within+"@"+behind)
		checkSecret(t, rule.IRIReference.Rule, before+secret+within+"@"+behind)
	})
}
