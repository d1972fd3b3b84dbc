package main

import (
	"bufio"
	"maps"
	"os"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

const decOctet = `(* Rule dec-octet of rfc3987.abnf and its table. *)

From Coq Require Import String List NArith.
From IRI Require Import Spec Check.
Import ListNotations.
Open Scope N_scope.
Open Scope string_scope.
Open Scope abnf_scope.

Definition rule_DIGIT : abnf := (Range 0x30 0x39).
Definition rule_dec_octet : abnf := (rule_DIGIT / ((Range 0x31 0x39) · rule_DIGIT) / ("1" · (times 2 2 rule_DIGIT)) / ("2" · (Range 0x30 0x34) · rule_DIGIT) / ("25" · (Range 0x30 0x35))).

Definition dec_octet_table : table := Table 1 [
  (false, []);
  (false, [(0x30, 0x30, 2); (0x31, 0x31, 3); (0x32, 0x32, 4); (0x33, 0x39, 5)]);
  (true, []);
  (true, [(0x30, 0x39, 5)]);
  (true, [(0x30, 0x34, 5); (0x35, 0x35, 6); (0x36, 0x39, 2)]);
  (true, [(0x30, 0x39, 2)]);
  (true, [(0x30, 0x35, 2)])].

Theorem dec_octet_certified : shipped_table_is_grammar dec_octet_table rule_dec_octet.
Proof. apply certificate. vm_cast_no_check (eq_refl true). Qed.

Print Assumptions dec_octet_certified.
`

func TestExport(t *testing.T) {
	t.Chdir("..")
	var b strings.Builder
	if err := export(&b, "dec-octet", 0); err != nil {
		t.Fatal(err)
	}
	if b.String() != decOctet {
		t.Errorf("got\n%swant\n%s", b.String(), decOctet)
	}
	if err := export(&b, "ALPHA", 0); err == nil {
		t.Error("a rule without a table was exported")
	}
}

func TestNodes(t *testing.T) {
	g, err := abnf.Parse([]byte("a = 1*b-c \"x\" *2(\"y\" / %d65) / [B-C] \"\"\nb-c = %s\"aB\" %x41-10FFFF %b1.10 0<prose>\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `Definition rule_b_c : abnf := ((Range 0x61 0x61 · (Range 0x42 0x42 · "")) · (Range 0x41 0x10FFFF) · (Range 0x1 0x1 · (Range 0x2 0x2 · "")) · "").
Definition rule_a : abnf := (((many 1 rule_b_c) · "x" · (times 0 2 ("y" / (Range 0x41 0x41 · "")))) / ((times 0 1 rule_b_c) · "")).
`
	var b strings.Builder
	r := rules{grammar: g, out: &b, seen: make(map[*abnf.Rule]bool)}
	if name := r.define("A"); name != "rule_a" || b.String() != want {
		t.Errorf("got %s:\n%swant\n%s", name, b.String(), want)
	}
}

// TestShipped compares the list of automata with the summaries.
func TestShipped(t *testing.T) {
	want, got := make(map[string]int), make(map[string]int)
	for _, file := range []string{"../tables/rfc3987.sum", "../tables/rfc3986.sum"} {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			name, _, _ := strings.Cut(lines.Text(), " ")
			rule, _, _ := strings.Cut(name, "+") // also lines for parts and plan
			want[rule] = 1
		}
	}
	for _, a := range shipped() {
		got[a.Name]++
	}
	if !maps.Equal(got, want) {
		t.Errorf("shipped are %v, want %v", got, want)
	}
}

// TestMutate checks that a mutant differs from its table in one place, and in print.
func TestMutate(t *testing.T) {
	a := language.DecOctet.Automaton
	for n := 1; n <= 300; n++ {
		before, after := mustRead(t, a), mustRead(t, a)
		text := after.mutate(n)
		places := 0
		for state := range before.next {
			for b := range before.next[state] {
				if before.next[state][b] != after.next[state][b] {
					places++
				}
			}
			if before.accepts[state] != after.accepts[state] {
				places++
			}
		}
		var x, y strings.Builder
		before.print(&x, "t")
		after.print(&y, "t")
		if places != 1 || x.String() == y.String() {
			t.Errorf("mutant %d (%s) differs in %d places", n, text, places)
		}
	}
}

func mustRead(t *testing.T, a *dfa.Automaton) *table {
	t.Helper()
	x, err := read(a)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
