package main

import (
	"regexp"
	"strings"
	"testing"
)

// numbers replaces the counts of pairs, which may change.
func numbers(text string) string {
	return regexp.MustCompile(`: \d+ pairs`).ReplaceAllString(text, ": N pairs")
}

const (
	linkProved = "link accepts the language of its rule: N pairs\n"
	userProved = "user accepts the language of its rule: N pairs\n"
	hostProved = "host accepts the language of its rule: N pairs\n"
	portProved = "port accepts the language of its rule: N pairs\n"
)

func TestProve(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links))
	for _, test := range []struct {
		args, want string
	}{
		{"links.abnf", linkProved + userProved + hostProved + portProved},
		{"--rule user links.abnf", userProved},
		{"--rule port,user --rule HOST links.abnf", portProved + userProved + hostProved},
		{"--scalars --rule port links.abnf", portProved},
		{"--span HOST,port links.abnf", linkProved + "with spans, " + linkProved + "link reports where host lies: N pairs\nlink reports where port lies: N pairs\n" +
			userProved + hostProved + portProved},
		{"--rule link --span port --scalars links.abnf", linkProved + "with spans, " + linkProved + "link reports where port lies: N pairs\n"},
	} {
		r := diagnosed(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 0 || r.stderr != "" || numbers(r.stdout) != test.want {
			t.Errorf("%s: status %d, on stderr %q, on stdout\n%s\nwant\n%s", test.args, r.code, r.stderr, r.stdout, test.want)
		}
	}
}

// A claim that does not hold: status 1, a text that shows it on stderr; what was
// shown before stays on stdout.
func TestProveRefutes(t *testing.T) {
	t.Chdir(folder(t, "links.abnf", links, "loose.abnf", "a = b *\"1\"\nb = *\"1\"\n"))
	for _, test := range []struct {
		args, stdout, stderr string
	}{
		{"--span b loose.abnf", "a accepts the language of its rule: N pairs\n", "loose.abnf:2:1: rule a: where b lies is ambiguous: in \"1\" it is at 0 to 0 or at 0 to 1\n"},
	} {
		r := diagnosed(append([]string{"prove"}, strings.Fields(test.args)...)...)
		if r.code != 1 || r.stderr != test.stderr || numbers(r.stdout) != test.stdout {
			t.Errorf("%s: status %d, on stdout\n%son stderr\n%swant\n%s", test.args, r.code, r.stdout, r.stderr, test.stderr)
		}
	}
}
