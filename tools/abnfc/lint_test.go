package main

import (
	"slices"
	"strings"
	"testing"
)

func TestLintCommand(t *testing.T) {
	t.Chdir(folder(t,
		"clean.abnf", oldDates,
		"odd.abnf", "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT / \"12\"\nweek = %x61 / \"W\"\n",
		"rec.abnf", "r = \"(\" r \")\" / \"1\" / %s\"1\"\n",
		"bad.abnf", "r = <x> gone\nq = %x80-FF\n",
		"day.abnf", "day = date\nmonth = 3DIGIT\n",
		"page.txt", "Grammar:\n\n   year = 2DIGIT / more\n"))
	for _, x := range []struct {
		args string
		want result
	}{
		{"clean.abnf", result{}},
		{"--rule date clean.abnf", result{}},
		{"--rule year,month clean.abnf", result{1, "clean.abnf:1:1: rule date: not needed by the start rules\n", ""}},
		{"--rule year --rule month clean.abnf", result{1, "clean.abnf:1:1: rule date: not needed by the start rules\n", ""}},
		{"odd.abnf", result{1, "odd.abnf:3:18: rule month: alternative \"12\" adds nothing: 2DIGIT before it matches all its texts\n" +
			"odd.abnf:4:15: rule week: \"W\" matches in either case, but %x61 beside it does not\n", ""}},
		{"rec.abnf", result{1, "rec.abnf:1:9: rule r: not checked, and neither is what refers to it: it refers to itself in the middle of a rule (r -> r), which is not regular\n" +
			"rec.abnf:1:23: rule r: alternative %s\"1\" adds nothing: \"1\" before it matches all its texts\n", ""}},
		{"bad.abnf", result{1, "bad.abnf:1:5: rule \"r\" depends on prose: <x> (define it in ABNF instead); not checked, and neither is what refers to it\n" +
			"bad.abnf:1:9: rule \"gone\" is not defined; not checked, and neither is what refers to it\n" +
			"bad.abnf:2:5: rule q: %x80-FF looks like octets, and is read as U+0080 to U+00FF: --octets reads all values as octets\n", ""}},
		{"--rule week bad.abnf", result{1, "", "abnfc: rule \"week\" is not defined\n"}},
		{"--wild --import clean.abnf page.txt", result{1, "page.txt:3:4: rule year: defined in clean.abnf:2:1, too\n" +
			"page.txt:3:20: rule \"more\" is not defined; not checked, and neither is what refers to it\n", "page.txt:1:1: repaired: left out: \"Grammar:\"\n"}},
		{"--override clean.abnf --rule day day.abnf", result{1, "day.abnf:2:1: rule month: defined in clean.abnf:3:1, too; that in clean.abnf does not match \"000\"\n",
			"clean.abnf:3:1: rule month is overridden by day.abnf:2:1\n"}},
	} {
		if r := abnfc(append([]string{"lint"}, strings.Fields(x.args)...)...); r != x.want {
			t.Errorf("%s: %+v, want %+v", x.args, r, x.want)
		}
	}
}

// TestLintStandards: what is found in the grammars of other standards.
func TestLintStandards(t *testing.T) {
	t.Chdir("../../grammars")
	for _, x := range []struct {
		args string
		want []string
	}{
		{"--rule date-time date-time.abnf", nil},
		{"--rule request-target,http-URI,https-URI,partial-URI,host-field,Location,Referer,Content-Location,Link,method --import ../tables/rfc3986.abnf ../tables/rfc9112.abnf", []string{
			`../tables/rfc9112.abnf:18:18: rule request-target: the place of absolute-form, authority-form is ambiguous, as in "A:"`,
			`../tables/rfc9112.abnf:45:20: rule Link: the place of link-value is ambiguous, as in "<>;!\t,"`,
		}},
		{"--rule request-target,http-URI,https-URI,partial-URI,Host,Location,Referer,Content-Location,Link,method --rename host-field=Host --import ../tables/rfc3986.abnf ../tables/rfc9112.abnf", []string{
			`../tables/rfc9112.abnf:24:1: rule authority-form: matches no text`, // uri-host refers to Host
			`../tables/rfc9112.abnf:28:1: rule uri-host: matches no text`,
			`../tables/rfc9112.abnf:38:1: rule Host: defined in ../tables/rfc3986.abnf:26:1, too; that in ../tables/rfc3986.abnf also matches ""`,
			`../tables/rfc9112.abnf:38:1: rule Host: matches no text`,
			`../tables/rfc9112.abnf:45:20: rule Link: the place of link-value is ambiguous, as in "<>;!\t,"`,
		}},
		{"--rule Language-Tag language-tag.abnf", []string{
			`language-tag.abnf:11:17: rule Language-Tag: the place of langtag, grandfathered is ambiguous, as in "NO-BOK"`,
		}},
		{"--octets --rule media-type media-type.abnf", nil},
		{"--rule URI-Template --import ../tables/rfc3987.abnf uri-template.abnf", nil},
		{"--rule namestring --import ../tables/rfc3986.abnf urn.abnf", []string{
			`urn.abnf:5:19: rule namestring: the place of rq-components is ambiguous, as in "URN:00:!"`,
			`urn.abnf:14:24: rule rq-components: the place of r-component, q-component is ambiguous, as in "?+!?=!"`,
		}},
	} {
		r := abnfc(append([]string{"lint"}, strings.Fields(x.args)...)...)
		if got := strings.FieldsFunc(r.stdout, func(c rune) bool { return c == '\n' }); !slices.Equal(got, x.want) {
			t.Errorf("%s: status %d, on stderr %q, found\n%s", x.args, r.code, r.stderr, r.stdout)
		}
	}
}
