package main

import (
	"strings"
	"testing"
)

const (
	oldDates = "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n"
	newDates = "date = year [ \"-\" month ]\nyear = 4%x30-39\nmonth = \"0\" %x31-39 / \"1\" %x30-32\n"
)

func TestEqualCommand(t *testing.T) {
	t.Chdir(folder(t, "old.abnf", oldDates, "new.abnf", newDates, "a:b.abnf", "date = <x>\nmonth = 2DIGIT\nodd = %xE9 / \"none\" no\nno = \"x\" no\n"))
	for _, x := range []struct {
		args string
		want result
	}{
		{"old.abnf:year new.abnf:year", result{0, "equal\n", ""}},
		{"old.abnf:YEAR old.abnf:year", result{0, "equal\n", ""}},
		{"old.abnf:month a:b.abnf:month", result{0, "equal\n", ""}},
		{"old.abnf:DIGIT new.abnf:DIGIT", result{0, "equal\n", ""}},
		{"old.abnf:month new.abnf:month", result{1, "new.abnf:month is a subset of old.abnf:month: only old.abnf:month matches \"00\"\n", ""}},
		{"new.abnf:month old.abnf:month", result{1, "new.abnf:month is a subset of old.abnf:month: only old.abnf:month matches \"00\"\n", ""}},
		{"old.abnf:date new.abnf:date", result{1, "neither is a subset of the other: only old.abnf:date matches \"0000-00\", only new.abnf:date matches \"0000\"\n", ""}},
		{"old.abnf:month a:b.abnf:odd", result{1, "neither is a subset of the other: only old.abnf:month matches \"00\", only a:b.abnf:odd matches \"\\u00e9\"\n", ""}},
		{"old.abnf:month a:b.abnf:no", result{1, "a:b.abnf:no is a subset of old.abnf:month: only old.abnf:month matches \"00\"\n", ""}},
	} {
		if r := diagnosed(append([]string{"equal"}, strings.Fields(x.args)...)...); r != x.want {
			t.Errorf("%s: %+v, want %+v", x.args, r, x.want)
		}
	}
}

// The flags hold for both files, and a rename for those where the name occurs.
func TestEqualFlags(t *testing.T) {
	t.Chdir(folder(t,
		"a.abnf", "a = dgit dgit\nb = x\n",
		"b.abnf", "a = two\ntwo = 2DIGIT\nb = y\n",
		"c.abnf", "a = 0digt 2dgit\n",
		"lib.abnf", "x = \"1\"\ny = \"1\"\n"))
	for _, x := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"--rename dgit=DIGIT a.abnf:a b.abnf:a", 0, "equal\n", "a.abnf:1:5: repaired: dgit renamed to DIGIT\na.abnf:1:10: repaired: dgit renamed to DIGIT\n"},
		{"--rename dgit=DIGIT b.abnf:a a.abnf:a", 0, "equal\n", "a.abnf:1:5: repaired: dgit renamed to DIGIT\na.abnf:1:10: repaired: dgit renamed to DIGIT\n"},
		{"--rename dgit=digt --rename digt=DIGIT c.abnf:a b.abnf:a", 0, "equal\n", "c.abnf:1:12: repaired: dgit renamed to digt\nc.abnf:1:6: repaired: digt renamed to DIGIT\nc.abnf:1:12: repaired: digt renamed to DIGIT\n"},
		{"--import lib.abnf a.abnf:b b.abnf:b", 0, "equal\n", ""},
		{"--import lib.abnf a.abnf:b lib.abnf:x", 0, "equal\n", ""},
		{"a.abnf:a b.abnf:a", 1, "", "a.abnf:1:5: rule \"dgit\" is not defined (did you mean \"DIGIT\"?)\na.abnf:1:10: rule \"dgit\" is not defined (did you mean \"DIGIT\"?)\n"},
		{"a.abnf:b b.abnf:b", 1, "", "a.abnf:2:5: rule \"x\" is not defined\nb.abnf:3:5: rule \"y\" is not defined\n"},
		{"--rename none=DIGIT b.abnf:a b.abnf:two", 1, "", "abnfc: cannot rename \"none\": no place says so\n"},
		{"--rename none=DIGIT a.abnf:a b.abnf:a", 1, "", "abnfc: cannot rename \"none\": no place says so\n"},
		{"--rename two=a a.abnf:a b.abnf:a", 1, "", "b.abnf:2:1: rule \"two\" cannot be renamed: \"a\" is defined at b.abnf:1:1\n"},
	} {
		r := diagnosed(append([]string{"equal"}, strings.Fields(x.args)...)...)
		if r != (result{x.code, x.stdout, x.stderr}) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %d, %q,\n%s", x.args, r.code, r.stdout, r.stderr, x.code, x.stdout, x.stderr)
		}
	}
}

func TestEqualErrors(t *testing.T) {
	t.Chdir(folder(t, "a.abnf", oldDates, "b.abnf", "b = \"x\" | \"y\"\n", "c.abnf", "c = ?\n", "r.abnf", "r = \"(\" r \")\" / \"\"\n"))
	for _, x := range []struct {
		args string
		code int
		want string
	}{
		{"b.abnf:b none.abnf:x", 2, "abnfc: open none.abnf: "},
		{"b.abnf:b c.abnf:c", 1, "b.abnf:1:9: "},
		{"a.abnf:day a.abnf:date", 1, "abnfc: a.abnf: rule \"day\" is not defined"},
		{"a.abnf:day a.abnf:dyear", 1, "abnfc: a.abnf: rule \"day\" is not defined\nabnfc: a.abnf: rule \"dyear\" is not defined (did you mean \"year\"?)\n"},
		{"a.abnf:date r.abnf:r", 1, "r.abnf:1:9: rule r refers to itself"},
	} {
		r := diagnosed(append([]string{"equal"}, strings.Fields(x.args)...)...)
		if r.code != x.code || r.stdout != "" || !strings.HasPrefix(r.stderr, x.want) {
			t.Errorf("%s: status %d, on stdout %q, on stderr\n%s\nwant %d,\n%s", x.args, r.code, r.stdout, r.stderr, x.code, x.want)
		}
	}
	if r := abnfc("equal", "b.abnf:b", "c.abnf:c"); !strings.Contains(r.stderr, "\nc.abnf:1:5: ") {
		t.Errorf("faults of one file only:\n%s", r.stderr)
	}
}
