package prose

import (
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
)

func parse(t *testing.T, name, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.ParseFile(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSets compares prose that describes a set with its ABNF. Other prose is unchanged.
func TestSets(t *testing.T) {
	const rules = `char = %x00-7F
ctl = %x00-1F / %x7F
space = " "
mark = "(" / <"> / space
text = <any char except ctls, and including fold>
fold = %x0D.0A 1*space
pair = "\" char
loop = "a" / loop
odd = <anything odd>
`
	for prose, want := range map[string]string{
		`"`:                                                   "%x22",
		`any char except ctls or mark`:                        "%x21 / %x23-27 / %x29-7E",
		`any Char, but not """ & SPACE and CTL`:               "%x21 / %x23-7E",
		`char, excluding ctl`:                                 "%x20-7E",
		`any (US-ASCII) CHAR excepting ctls`:                  "%x20-7E",
		`any char other than "%"`:                             "%x00-24 / %x26-7F",
		`any char but not including ctls`:                     "%x20-7E",
		`any text except "("`:                                 "%x20-27 / %x29-7E / fold",
		`any text except space`:                               "", // inside fold
		`any ctl, including mark`:                             "%x00-20 / %x22 / %x28 / %x7F",
		`any ctl & including pair`:                            "%x00-1F / %x7F / pair",
		`any char except pair`:                                "", // two characters
		`any pair except "("`:                                 "",
		`any char except "()"`:                                "",
		`any char except "a"`:                                 "", // in unknown case
		`any char except loop`:                                "",
		` char `:                                              "",
		`the char`:                                            "%x00-7F",
		`any later except "("`:                                "%x20-27 / %x29-7E / fold",
		`any loop`:                                            "",
		`any odd`:                                             "",
		`any char except ctls at the end`:                     "",
		`any char except unknown`:                             "",
		`any char except char`:                                "",
		`any US-ASCII character (octets 0 - 127)`:             "%x00-7F",
		`any ASCII control character and DEL`:                 "%x00-1F / %x7F",
		`US-ASCII LF, linefeed (10)`:                          "%x0A",
		`US-ASCII something (300)`:                            "",
		`US-ASCII LF, linefeed (13)`:                          "",
		`US-ASCII double-quote mark (34)`:                     "%x22",
		`US-ASCII DEL (127)`:                                  "%x7F",
		`all ASCII characters up to DEL (127)`:                "",
		`any ASCII character not DEL (127)`:                   "",
		`ASCII character with bit 8 off, that is below (128)`: "",
		`ASCII ESC, octal (33)`:                               "",
		`octets with decimal values 0 through 31 and 127 through 300`:                 "",
		`any octet with decimal value of 33 through 60 inclusive, and 62 through 126`: "%x21-3C / %x3E-7E",
		`any octet with decimal values 7 through 300`:                                 "",
	} {
		g, repairs := parse(t, "", rules+"it = <"+prose+">\nlater = <any char except ctls, and including fold>\n"), ""
		Read(g, nil, func(_ abnf.Pos, msg string) { repairs += msg + "\n" })
		if want == "" {
			want = "<" + prose + ">"
		}
		if got := g.Lookup("it").Body.String(); got != want {
			t.Errorf("%s: %s, want %s", prose, got, want)
		}
		if said := strings.Contains(repairs, "<"+prose+"> read as "+want); said == strings.HasPrefix(want, "<") {
			t.Errorf("%s: repairs %s", prose, repairs)
		}
	}
}

// TestTails checks that a name with a document is a rule, unless text restricts it.
func TestTails(t *testing.T) {
	library := parse(t, "rfc12", "it = \"12\"\n")
	for prose, want := range map[string]string{
		`it, see [RFC12], Section 3.2.1`:                "it",
		`it from RFC 12`:                                "it",
		`it, as defined in Section 2 of RFC 12 [RFC12]`: "it",
		`it, see Appendix B.1 of [X] and [Y]`:           "it",
		`it is specified in [RFC12], sections 3 and 4.`: "it",
		`DIGIT from 1 to 9`:                             "",
		`ALPHA from A to F`:                             "",
		`DIGIT per octet of the length`:                 "",
		`it from RFC 12 whose scheme is http`:           "",
		`it from RFC 12 minus it`:                       "",
		`it, see RFC 12, restricted to names`:           "",
		`it defined in RFC 12, at most 255 octets`:      "",
		`it, see [RFC12] except x`:                      "",
		`imported from [RFC12], shortened`:              "",
	} {
		g := parse(t, "", "r = < "+prose+" >\n")
		Read(g, []*abnf.Grammar{library}, func(abnf.Pos, string) {})
		if want == "" {
			want = "< " + prose + " >"
		}
		if got := g.Lookup("r").Body.String(); got != want {
			t.Errorf("%s: %s, want %s", prose, got, want)
		}
	}
}

// TestDocuments checks that prose that names an RFC does not refer to a rule of another RFC.
func TestDocuments(t *testing.T) {
	first, own := parse(t, "rfc12", "it = \"12\"\n"), parse(t, "own.abnf", "it = \"own\"\n")
	third := parse(t, "rfc34.abnf", "it = \"34\"\n")
	const refer = "\nc = <it, see [RFC34]> / <it, see [RFC12]>"
	for prose, want := range map[string]string{
		`imported from Section 5 of [RFC34]`: `"34"`,
		`it, see RFC 0034`:                   `"34"`,
		`see RFC 56`:                         `"own"`,
		`see [X]`:                            `"12"`,
		`whatever it is`:                     `"12"`,
	} {
		g := parse(t, "", "it = < "+prose+" >\nb = < "+prose+" > \"x\""+refer)
		Read(g, []*abnf.Grammar{first, own, third}, func(abnf.Pos, string) {})
		if got := g.Lookup("it").Body.String(); got != want {
			t.Errorf("%s: %s, want %s", prose, got, want)
		}
		var bodies []string
		for _, r := range g.References("c") {
			bodies = append(bodies, r.Body.String())
		}
		if got := strings.Join(bodies, " "); got != `"34" "12"` {
			t.Errorf("the references of c are to %s", got)
		}
	}
}
