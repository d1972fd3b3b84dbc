package iri_test

import (
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// newProperties returns properties to be tried on n/10 strings, or n with -long.
func newProperties(t *testing.T, n int) *gopter.Properties {
	params := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
	params.MinSuccessfulTests = n
	if !*testkit.Long {
		params.MinSuccessfulTests = n / 10
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("to see this again: go test -run %s -seed=%d", t.Name(), testkit.Seed(1))
		}
	})
	return gopter.NewProperties(params)
}

// holds turns a check that returns an error into a property.
func holds(gen gopter.Gen, check func(s trial) error) gopter.Prop {
	return prop.ForAll(func(s trial) (string, error) { return "", check(s) }, gen)
}

func holdsOfPairs[A, B any](a, b gopter.Gen, check func(A, B) error) gopter.Prop {
	return prop.ForAll(func(x A, y B) (string, error) { return "", check(x, y) }, a, b)
}

// TestErrorsInto checks that CheckInto and SplitInto store in a reused SyntaxError what Check and Split return, and
// leave it unchanged if they return none.
func TestErrorsInto(t *testing.T) {
	properties := newProperties(t, 20_000)
	var e iri.SyntaxError
	last := e
	checkStored := func(got, want error, matches bool) error {
		if wrong, is := want.(*iri.SyntaxError); is {
			if got != error(&e) || e != *wrong || e.Error() != wrong.Error() {
				return fmt.Errorf("%v, want %v", got, want)
			}
			last = e
		} else if got != want || e != last || matches != (got == nil) {
			return fmt.Errorf("%v, want %v; stores %v", got, want, e)
		}
		return nil
	}
	properties.Property("as without Into", holds(newGenerator().mutated, func(s trial) error {
		p := []byte(s.text)
		matches := s.rule.Valid(p)
		if err := checkStored(s.rule.CheckInto(&e, p), s.rule.Check(p), matches); err != nil {
			return fmt.Errorf("CheckInto: %w", err)
		}
		want, wrong := s.rule.Split(p)
		parts, err := s.rule.SplitInto(&e, p)
		if parts != want {
			return fmt.Errorf("SplitInto %v, want %v", parts, want)
		}
		if wrong == rule.ErrNoParts { // also for strings that match
			matches = false
		}
		if err := checkStored(err, wrong, matches); err != nil {
			return fmt.Errorf("SplitInto: %w", err)
		}
		made := s.rule.CheckInto(nil, p)
		if x, is := made.(*iri.SyntaxError); is != (s.rule.Check(p) != nil) || is && *x != *s.rule.Check(p).(*iri.SyntaxError) {
			return fmt.Errorf("CheckInto nothing: %v", made)
		}
		return nil
	}))
	properties.TestingRun(t)
}

// TestCovering compares all results with the slow reference on a covering set of strings of each rule.
func TestCovering(t *testing.T) {
	g, count := newGenerator(), 0
	for r := range rule.All() {
		if left := g.of(r).LeftOut(); len(left) > 0 {
			t.Errorf("%v: no text has %v", r, left)
		}
		for _, text := range g.of(r).cover {
			if err := compareWithReference(r, text); err != nil || !r.ValidString(text) {
				t.Errorf("%v %q: valid %v, %v", r, text, r.ValidString(text), err)
			}
			count++
		}
	}
	t.Logf("%d strings", count)
}

// TestResults compares all results with the slow reference on strings of the grammar and near it.
func TestResults(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 20_000)
	p.Property("strings of the grammar match", holds(g.matching, func(s trial) error {
		if !s.rule.ValidString(s.text) {
			return errors.New("does not match")
		}
		return compareWithReference(s.rule, s.text)
	}))
	p.Property("one mutation agrees with the slow reference", holds(g.mutatedOnce, func(s trial) error {
		return compareWithReference(s.rule, s.text)
	}))
	p.Property("up to three mutations agree with the slow reference", holds(g.mutated, func(s trial) error {
		return compareWithReference(s.rule, s.text)
	}))
	p.TestingRun(t)
}

// TestPieces checks that a Matcher depends neither on the division into pieces nor on the choice of Write or
// WriteString, and that copies are independent.
func TestPieces(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 10_000)
	p.Property("pieces equal the whole", prop.ForAll(func(s trial, seed int64) (string, error) {
		rng := rand.New(rand.NewSource(seed))
		m := s.rule.Matcher()
		taken, err := writeInPieces(&m, s.text, rng)
		return "", checkMatcher(&m, s, taken, err)
	}, g.mutated, genSeed))
	p.Property("a copy is independent", prop.ForAll(func(s, other trial, seed int64) (string, error) {
		rng := rand.New(rand.NewSource(seed))
		m := s.rule.Matcher()
		half := rng.Intn(len(s.text) + 1)
		taken, err := writeInPieces(&m, s.text[:half], rng)
		before, copied := m, m
		_, _ = writeInPieces(&copied, other.text, rng)
		if m != before {
			return "", errors.New("writing to the copy has changed the original")
		}
		if err == nil {
			var n int
			n, err = writeInPieces(&m, s.text[half:], rng)
			taken += n
		}
		return "", checkMatcher(&m, s, taken, err)
	}, g.mutated, g.mutated, genSeed))
	p.TestingRun(t)
}

func genSeed(params *gopter.GenParameters) *gopter.GenResult {
	return gopter.NewGenResult(params.Rng.Int63(), gopter.NoShrinker)
}

// writeInPieces writes a string by all methods in random pieces, and continues after an error, when nothing more may be
// accepted.
func writeInPieces(m *rule.Matcher, text string, rng *rand.Rand) (taken int, err error) {
	for text != "" {
		n := rng.Intn(min(len(text), 9) + 1)
		var got int
		var gotErr error
		if rng.Intn(2) == 0 {
			got, gotErr = m.Write([]byte(text[:n]))
		} else {
			got, gotErr = m.WriteString(text[:n])
		}
		if err != nil && (got != 0 || !reflect.DeepEqual(gotErr, err)) {
			return taken, fmt.Errorf("after %w: took %d bytes, error %w", err, got, gotErr)
		}
		taken, err = taken+got, gotErr
		if err == nil && got != n {
			return taken, fmt.Errorf("took %d bytes of %d without an error", got, n)
		}
		text = text[n:]
	}
	return taken, err
}

// checkMatcher compares a Matcher after a string with Valid and Check.
func checkMatcher(m *rule.Matcher, s trial, taken int, err error) error {
	want := s.rule.CheckString(s.text)
	if m.Matched() != s.rule.ValidString(s.text) || !sameInPieces(m.Err(), want) {
		return fmt.Errorf("matched %v, error %v; Check %v", m.Matched(), m.Err(), want)
	}
	length := len(s.text)
	var e *iri.SyntaxError
	if errors.As(want, &e) {
		length = int(e.Offset)
		if early := e.Byte < 0; early != (err == nil) || !early && !sameInPieces(err, want) {
			return fmt.Errorf("error of Write %v; Check %v", err, want)
		}
	} else if err != nil {
		return err
	}
	if m.Len() != int64(length) || taken != length {
		return fmt.Errorf("Len %d, taken %d, want %d", m.Len(), taken, length)
	}
	return nil
}

func sameInPieces(got, want error) bool {
	var e *iri.SyntaxError
	if !errors.As(want, &e) {
		return got == nil && want == nil
	}
	return sameError(got, want, int(e.Offset)+1) // a piece may end within the character at Offset
}

// TestExpected checks that Expected has a byte if and only if the slow reference accepts it at the offset of the error.
func TestExpected(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 600)
	p.Property("expected bytes are the viable ones", holds(g.mutated, func(s trial) error {
		rng := rand.New(rand.NewSource(int64(len(s.text))))
		err := s.rule.CheckString(s.text)
		for i := 0; err == nil && i < 9; i++ {
			s.text = mutate(s.text, rng)
			err = s.rule.CheckString(s.text)
		}
		var e *iri.SyntaxError
		if !errors.As(err, &e) {
			return nil
		}
		g, expected := grammarOf(s.rule), e.Expected()
		for b := range 256 {
			text := s.text[:e.Offset] + string([]byte{byte(b)})
			if _, reach := matcher.Prefixes(g, s.rule.String(), text); expected.Has(byte(b)) != (reach == len(text)) {
				return fmt.Errorf("%q is expected: %v", text, expected.Has(byte(b)))
			}
		}
		return nil
	}))
	p.TestingRun(t)
}

// TestParts checks that the components, joined by their delimiters, are the string, and that each matches its rule.
func TestParts(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 5000)
	for _, c := range []struct {
		rule  rule.Rule
		rules map[string]rule.Rule
	}{
		{rule.IRIReference, iriParts}, {rule.IRI, iriParts}, {rule.AbsoluteIRI, iriParts}, {rule.IRelativeRef, iriParts},
		{rule.URIReference, uriParts}, {rule.URI, uriParts}, {rule.AbsoluteURI, uriParts}, {rule.RelativeRef, uriParts},
	} {
		p.Property(c.rule.String(), holds(g.matchingOf(c.rule), func(s trial) error {
			return partsFit(s, c.rules)
		}))
	}
	p.TestingRun(t)
}

var iriParts = map[string]rule.Rule{
	"scheme": rule.Scheme, "authority": rule.IAuthority, "userinfo": rule.IUserinfo, "host": rule.IHost,
	"port": rule.Port, "path": rule.IPath, "query": rule.IQuery, "fragment": rule.IFragment,
}

var uriParts = map[string]rule.Rule{
	"scheme": rule.Scheme, "authority": rule.Authority, "userinfo": rule.Userinfo, "host": rule.Host,
	"port": rule.Port, "path": rule.Path, "query": rule.Query, "fragment": rule.Fragment,
}

func partsFit(s trial, rules map[string]rule.Rule) error {
	parts, err := iri.SplitReferenceString(s.text)
	if err != nil {
		return err
	}
	c := cutOf(parts)
	if joined := c.kit(s.text).text(); joined != s.text {
		return fmt.Errorf("joined: %q", joined)
	}
	for name, span := range c {
		if part := s.text[span.Start:span.End]; !rules[name].ValidString(part) {
			return fmt.Errorf("%s %q does not match rule %v", name, part, rules[name])
		}
	}
	if _, ok := c["scheme"]; ok != iri.ValidString(s.text) {
		return fmt.Errorf("Valid %v, scheme %v", iri.ValidString(s.text), ok)
	}
	return kindFits(parts, s.text)
}

// kindFits checks that the kind of a host is the first form that the slow reference accepts.
func kindFits(parts iri.Parts, text string) error {
	span, authority := parts.Host()
	want := iri.HostRegName
	switch host := text[span.Start:span.End]; {
	case !authority:
		want = iri.NoHost
	case matcher.Matches(rfc3987(), "IP-literal", host):
		want = iri.HostIPv6
		if matcher.Matches(rfc3987(), "IPvFuture", host[1:len(host)-1]) {
			want = iri.HostIPvFuture
		}
	case matcher.Matches(rfc3987(), "IPv4address", host):
		want = iri.HostIPv4
	case !matcher.Matches(rfc3987(), "ireg-name", host):
		return fmt.Errorf("%q is no host", host)
	}
	if kind := iri.MustParseReference(text).HostKind(); kind != want {
		return fmt.Errorf("host kind %v, want %v", kind, want)
	}
	return nil
}

// seeds has a string of each kind.
var seeds = []string{
	"", "http://user:pw@example.org:8080/a/b?q=1#f", // every component
	"//:@", "http://a:b:c@d/", "//a:8a/", // a colon that is not that of a port
	"urn:isbn:0451450523", "../a:b", "a:b", "1a:b", "./a:b", // scheme or path
	"http://[::ffff:192.0.2.1]:/", "http://[v1F.a:b]/", "http://[::1", "http://[::256.1.1.1]/", // IP literals
	"http://1.2.3.4/", "http://256.1.1.1/", // address or name
	"http://a/%C3%A9%zz", "a:%", "a:%4", // percent
	"http://é.example/中文?\uE000#\u00A0", "a:\uE000", "a:\uFFFE", // ucschar, iprivate and neither
	"a:\x80", "a:\xC3", "a:\xED\xA0\x80", "a:\xF4\x90\x80\x80", // ill-formed UTF-8
	"http://a/\n", "http://a/ ", "a:?#", "#a#",
	"//[1:2:3:4:5:6:7:8]", "//[1::8", "//[::1.2.3.4]", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:8:9]", // all forms of IPv6 addresses
	"//[v1.]", "//[V1.:]", "//[v.a]", // a letter in either case; a missing digit
	"//255.255.255.256", "//00.1.2.3", // address or name, both alternatives of ihost
	"//@@", "//u:p@h:8:0", "//a:8@", // both meanings of a colon
	"/", "//", "///", "/:", ":", "a", "a:", "a:/", "a://", // each form of path
	"\u00a0", "\u009f", "\ufdcf", "\ufdd0", "\ufdf0", "\uffef", "\ufff0", // edges of ucschar
	"?\U000F0000\U0010FFFD", "?\U0010FFFE", "\U000E1000", "\U000E0FFF", // and of iprivate
	"\xc2", "\xe0\xa0", "\xf0\x90\x80", "\xef\xbf\xbd", // parts of characters, and U+FFFD
}

// FuzzValid compares results, prefixes, errors and matchers with the slow reference.
func FuzzValid(f *testing.F) {
	fuzzVerify(f, rule.AbsoluteIRI, rule.IRelativeRef, rule.URI, rule.URIReference, rule.AbsoluteURI, rule.RelativeRef)
}

func FuzzParse(f *testing.F) { fuzzVerify(f, rule.IRI, rule.IRIReference) }

func fuzzVerify(f *testing.F, rules ...rule.Rule) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return // the reference is slow
		}
		for _, r := range rules {
			if err := compareWithReference(r, text); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzRules compares calls with each other for every rule and any length, for which the reference is too slow.
func FuzzRules(f *testing.F) {
	for i, text := range seeds {
		f.Add([]byte(text), i%5)
	}
	f.Fuzz(func(t *testing.T, p []byte, cut int) {
		cut = max(0, min(cut, len(p)))
		for r := range rule.All() {
			valid, want := r.Valid(p), r.Check(p)
			if n := r.Prefix(p); (n == len(p)) != valid || n >= 0 && !r.Valid(p[:n]) || (want == nil) != valid {
				t.Fatalf("%v, %q: valid %v, prefix %d, check %v", r, p, valid, n, want)
			}
			m := r.Matcher()
			n, err := m.Write(p[:cut])
			if err == nil {
				var k int
				k, err = m.WriteString(string(p[cut:]))
				n += k
			}
			if m.Matched() != valid || int64(n) != m.Len() {
				t.Fatalf("%v, %q | %q: matched %v, %d taken, length %d", r, p[:cut], p[cut:], m.Matched(), n, m.Len())
			}
			if want != nil && !sameError(m.Err(), want, cut, len(p)) {
				t.Fatalf("%v, %q | %q: %v, want %v", r, p[:cut], p[cut:], m.Err(), want)
			}
			if err != nil && n > len(p) {
				t.Fatal("taken more than there is")
			}
		}
	})
}
