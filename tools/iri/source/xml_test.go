package source

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"golang.org/x/text/encoding/charmap"

	"example.org/iri/internal/testkit"
)

func TestXMLNames(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`<enclosure url="a"/>`, `1:17 decoded "http://d/a"`},
		{`<source url="a"/>`, `1:14 decoded "http://d/a"`},
		{`<a url="a"/>`, ``},
		{`<media:content url="a"/>`, `1:21 decoded "http://d/a"`},
		{`<m:thumbnail xmlns:m="http://search.yahoo.com/mrss" url="http://a/"/>`, `1:23 verbatim "http://search.yahoo.com/mrss" 1:58 verbatim "http://a/"`},
		{`<m:player xmlns:m="http://search.yahoo.com/mrss/" url="http://a/"/>`, `1:20 verbatim "http://search.yahoo.com/mrss/" 1:56 verbatim "http://a/"`},
		{`<video:video><video:thumbnail_loc>http://a/</video:thumbnail_loc></video:video>`, `1:35 verbatim "http://a/"`},
		{`<v:player_loc xmlns:v="http://www.google.com/schemas/sitemap-video/1.1"><![CDATA[http://a/]]></v:player_loc>`, `1:24 verbatim "http://www.google.com/schemas/sitemap-video/1.1" 1:82 verbatim "http://a/"`},
		{`<a_loc>http://a/</a_loc>`, ``},
		{`<image:loc>http://a/</image:loc>`, `1:12 verbatim "http://a/"`},
		{`<outline type="link" url="http://a/" xmlUrl="http://b/" htmlUrl="http://c/"/>`, `1:27 verbatim "http://a/" 1:46 verbatim "http://b/" 1:66 verbatim "http://c/"`},
		{`<rdf:Description rdf:ID="a"/>`, ``},
		{`<r:Description xmlns:r="` + rdfSpace + `" r:ID="a"/>`, `1:25 verbatim "` + rdfSpace + `" 1:76 decoded "http://d/#a"`},
		{`<r:Description xmlns:r="` + rdfSpace + `" xml:base="http://e/f?g#h" r:ID="é"/>`, `1:25 verbatim "` + rdfSpace + `" 1:102 decoded "http://e/f?g#é"`},
		{`<urlset><loc></loc></urlset>`, `1:14 error: loc is empty`},
		{"<urlset>\n <loc> \n</loc></urlset>", `3:1 error: loc is empty`},
		{`<urlset><loc/></urlset>`, `1:15 error: loc is empty`},
		{`<urlset><loc><![CDATA[]]></loc><loc>http://a/</loc></urlset>`, `1:26 error: loc is empty 1:37 verbatim "http://a/"`},
		{`<video:player_loc/>`, `1:20 error: player_loc is empty`},
		{`<o xmlns="` + owlSpace + `" ontologyIRI="http://a/" xml:base="http://a/"><Class IRI="#b"/><IRI>#c</IRI><Import>http://d/</Import><IRI/></o>`,
			`1:11 verbatim "` + owlSpace + `" 1:56 verbatim "http://a/" 1:100 decoded "http://a/#b" 1:110 decoded "http://a/#c" 1:126 verbatim "http://d/"`},
		{`<rss><link/><guid/></rss>`, ``},
		{`<item><guid>a:</guid><guid isPermaLink="false">b</guid><x:guid>c</x:guid><guid xmlns="d:">e</guid></item>`, `1:13 verbatim "a:" 1:87 verbatim "d:"`},
		{``, `1:1 error: broken XML: no element`},
		{`<a>b & c</a>`, `1:7 error: broken XML: invalid character entity & without a semicolon; write & as &amp;`},
		{"<?xml version='1.0'?>\n<!-- -->", `1:1 error: broken XML: no element`},
		{`<para><link xlink:href="a">A b</link></para>`, `1:25 decoded "http://d/a"`},
	} {
		got := dump(t, open(t, "x.xml", test.text, Options{Base: "http://d/"}))
		if got = strings.TrimSpace(strings.ReplaceAll(got, "\n", " ")); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestEncodings checks that columns count the bytes of the original encoding.
func TestEncodings(t *testing.T) {
	for _, test := range []struct{ encoding, text, want string }{
		{"ascii", "<a href='a:\xc3\xa9'/>", "1:48 verbatim \"a:é\"\n"},
		{"US-ASCII", "<a href='a:'/>", "1:51 verbatim \"a:\"\n"},
		{"ISO-8859-1", "<a b='\xe9' href='a:\xe9\x80'/>", "1:59 decoded \"a:é\\u0080\"\n"},
		{"latin1", "\n<a b='\xe9\xe9' href='a:b'/>", "2:17 verbatim \"a:b\"\n"},
		{"windows-1252", "<a>\xe9 \x80<loc> \x93\xe9</loc></a>", "1:58 decoded \"“é\"\n"},
		{"cp1252", "<a>\xe9<!-- \xe9 -->\n\xe9<b href='a:'/>\n\xe9</c></a>", "2:11 verbatim \"a:\"\n3:6 error: broken XML: element <a> closed by </c>\n"},
	} {
		text := "<?xml version='1.0' encoding='" + test.encoding + "'?>" + test.text
		if got := dump(t, open(t, "x.xml", text, Options{})); got != test.want {
			t.Errorf("%s: %s, want %s", text, got, test.want)
		}
	}
}

func TestEncodedPlaces(t *testing.T) {
	properties := gopter.NewProperties(gopter.DefaultTestParametersWithSeed(testkit.Seed(48)))
	text := gen.SliceOf(gen.OneConstOf('a', '/', '\n', ' ', 'é', 'ÿ', '€', '“', 'Z')).Map(func(runes []rune) string { return string(runes) })
	properties.Property("the same strings, at their places", prop.ForAll(func(before, value, after string) string {
		document := "<r>" + before + "<a href='a:" + value + "'/>" + after + "<loc>b:" + value + "</loc></r>"
		encoded, err := charmap.Windows1252.NewEncoder().String("<?xml version='1.0' encoding='cp1252'?>\n" + document)
		if err != nil {
			return err.Error()
		}
		plain := strings.Split(dump(t, open(t, "x.xml", "\n"+document, Options{})), "\n")
		for i, line := range strings.Split(dump(t, open(t, "x.xml", encoded, Options{})), "\n") {
			_, wantText, _ := strings.Cut(plain[i], `"`)
			place, text, _ := strings.Cut(line, `"`)
			if text != wantText {
				return fmt.Sprintf("%s, want %s", text, wantText)
			}
			var row, column int
			if n, _ := fmt.Sscanf(place, "%d:%d", &row, &column); n < 2 {
				continue
			}
			rest := bytes.Join(bytes.Split([]byte(encoded), []byte("\n"))[row-1:], []byte("\n"))
			if !bytes.HasPrefix(rest[column-1:], []byte("ab"[i:i+1]+":")) {
				return fmt.Sprintf("%s is not there", line)
			}
		}
		return ""
	}, text, text, text))
	properties.TestingRun(t)
}
