package abnf

import (
	"errors"
	"strings"
	"testing"
)

func TestVerify(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"complete", "a = b *c\nb = ALPHA / DIGIT\nc = \"c\" / a\n", ""},
		{"unreached", "a = \"x\"\nb = c <prose>\n", ""},
		{"zero repetitions", "a = 0b / *0<prose> / 0*0( b <prose> )\nb = c\n", ""},
		{"undefined in zero repetitions", "a = 0x 0*0( b 0( y ) <prose> ) *0b\nb = \"b\"\n", `abnf: 1:6: rule "x" is not defined
abnf: 1:18: rule "y" is not defined`},
		{"numbers", "a = 0x41 0X41 0b101 0d65 x41-5A x41 d65 1b1 0o17 0xAGE\n", `abnf: 1:6: rule "x41" is not defined (a number is written %x41)
abnf: 1:11: rule "X41" is not defined (a number is written %x41)
abnf: 1:16: rule "b101" is not defined (a number is written %b101)
abnf: 1:22: rule "d65" is not defined (a number is written %d65)
abnf: 1:26: rule "x41-5A" is not defined (a number is written %x41-5A)
abnf: 1:33: rule "x41" is not defined (a number is written %x41)
abnf: 1:37: rule "d65" is not defined (a number is written %d65)
abnf: 1:42: rule "b1" is not defined (a number is written %b1)
abnf: 1:46: rule "o17" is not defined
abnf: 1:51: rule "xAGE" is not defined`},
		{"a number or a name", "a = 0x41\nx42 = \"b\"\n", `abnf: 1:6: rule "x41" is not defined (did you mean "x42"? a number is written %x41)`},
		{"core", "a = LWSP / crlf / Vchar\n", ""},
		{"undefined", "a = b\nb = xyz\n", `abnf: 2:5: rule "xyz" is not defined`},
		{"each place", "a = xyz / b / [ xyz ]\nb = 2xyz\n", `abnf: 1:5: rule "xyz" is not defined
abnf: 1:17: rule "xyz" is not defined
abnf: 2:6: rule "xyz" is not defined`},
		{"in order of places", "b = uvw\na = c b\nc = xyz\n", `abnf: 1:5: rule "uvw" is not defined
abnf: 3:5: rule "xyz" is not defined`},
		{"a set of characters", "a = [a-zA-Z] [x-y]\n", `abnf: 1:6: rule "a-zA-Z" is not defined (write ALPHA for [a-zA-Z])
abnf: 1:15: rule "x-y" is not defined (write %x78-79 for [x-y])`},
		{"near", "a = ihots *DIGITS\nihost = \"h\"\n", `abnf: 1:5: rule "ihots" is not defined (did you mean "ihost"?)
abnf: 1:12: rule "DIGITS" is not defined (did you mean "DIGIT"?)`},
		{"prose", "a = *( \"x\" b )\nb = [ <any text> ]\n",
			`abnf: 2:7: rule "b" depends on prose: <any text> (define it in ABNF instead)`},
		{"prose that is a name", "a = <B>\nb = \"x\"\n", `abnf: 1:5: rule "a" depends on prose: <B> (write b for the rule at 2:1)`},
		{"prose that is the name of its rule", "a = <a>\n", `abnf: 1:5: rule "a" depends on prose: <a> (define it in ABNF instead)`},
		{"no start", "aa = b\n", `abnf: rule "a" is not defined`},
		{"near start", "ab = b\n", `abnf: rule "a" is not defined`},
	}
	for _, test := range tests {
		err := mustParse(t, test.text).Verify("a")
		if got := errorText(err); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}

	err := mustParse(t, "IRI-reference = b\n").Verify("iri-refrence")
	if got, want := errorText(err), `abnf: rule "iri-refrence" is not defined (did you mean "IRI-reference"?)`; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	var list ErrorList
	if !errors.As(err, &list) || list[0].Pos != (Pos{}) {
		t.Errorf("got %#v, want an ErrorList without a place", err)
	}
}

func TestVerifyAll(t *testing.T) {
	g := mustParse(t, "a = x b\nb = y\nc = <z> b\n")
	const want = `abnf: rule "d" is not defined
abnf: 1:5: rule "x" is not defined
abnf: 2:5: rule "y" is not defined
abnf: 3:5: rule "c" depends on prose: <z> (define it in ABNF instead)`
	if got := errorText(g.Verify("c", "b", "d", "a", "d", "a")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
	var list ErrorList
	errors.As(mustParse(t, "a = DIGTI x <y>\n").Verify("a"), &list)
	if len(list) != 3 || list[0].Undefined != "DIGTI" || list[0].Nearest != "DIGIT" ||
		list[1].Undefined != "x" || list[1].Nearest != "" || list[2].Undefined != "" {
		t.Errorf("errors %+v", list)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestNearest(t *testing.T) {
	g := mustParse(t, "ihost = a\niport = a\npct-encoded = a\nihosts = a\n")
	tests := []struct{ name, want string }{
		{"ihost", "ihost"},            // the same
		{"IHOST", "ihost"},            // but for case
		{"iohst", "ihost"},            // swapped
		{"ihst", "ihost"},             // left out
		{"ihostt", "ihost"},           // added; ihosts is as near, but second
		{"ipost", "ihost"},            // changed; likewise
		{"iiiport", "iport"},          // two added
		{"pct_encode", "pct-encoded"}, // two changes
		{"DIGTI", "DIGIT"},            // a core rule
		{"ncoded", "pct-encoded"},     // five letters lost, but no other
		{"pct-e", "pct-encoded"},      // likewise at the end
		{"ded", ""},                   // too short for that
		{"encode", ""},                // a part in the middle
		{strings.Repeat("i", longestNear+1), ""},
		{"x", ""}, // a name of one letter is near to none
		{"", ""},
	}
	for _, test := range tests {
		if got := g.nearest(test.name); got != test.want {
			t.Errorf("nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
}
