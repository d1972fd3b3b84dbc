package main

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	less := &mutant{source: &source{"dfa/x.go", "a\nb < c\nd"}, line: 2, column: 3, operator: "boundary", begin: 4, end: 5, with: "<="}
	root := &mutant{source: &source{"x.go", ""}}
	var b strings.Builder
	got := report(&b, []result{
		{mutant: less, verdict: survived},
		{mutant: less, verdict: killedOwn},
		{mutant: less, verdict: killedOwn, timedOut: true},
		{mutant: root, verdict: killedWhole},
		{mutant: root, verdict: explained},
	})
	if got != 75 {
		t.Errorf("%v %% killed, want 75", got)
	}
	const want = `survived dfa/x.go:2:3:boundary
-b < c
+b <= c

  mutants  own package  whole suite  survived  explained   killed  package
        3            2            0         1          0   66.7 %  dfa
        2            0            1         0          1  100.0 %  .

5 mutants: 3 killed (own package 2, whole suite 1), 1 survived, 1 explained; 1 of the killed by a timeout
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestNothingToReport(t *testing.T) {
	if got := report(new(strings.Builder), nil); got != 100 {
		t.Errorf("%v %% killed, want 100", got)
	}
}
