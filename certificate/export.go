// Command certificate prints a Coq file that proves that the table of a rule accepts exactly the language of the rule:
//
//	go run ./certificate -rule IRI >IRI.v
//	go run ./certificate -list
//
// It runs in the root folder of the module. Script run does the rest; README.md states the theorem.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftree"
)

func main() {
	rule := flag.String("rule", "", "print the Coq file of this `rule`")
	mutant := flag.Int("mutate", 0, "damage the table in the `N`th way; Coq must refuse the file")
	list := flag.Bool("list", false, "print the names of all rules that have a table")
	flag.Parse()
	if *list {
		for _, a := range shipped() {
			fmt.Println(a.Name)
		}
		return
	}
	if err := export(os.Stdout, *rule, *mutant); err != nil {
		fmt.Fprintln(os.Stderr, "certificate:", err)
		os.Exit(1)
	}
}

// export writes the Coq file of a rule, with a damaged table if mutant is not 0.
func export(w io.Writer, rule string, mutant int) error {
	a, err := automaton(rule)
	if err != nil {
		return err
	}
	g, file, err := grammar(rule)
	if err != nil {
		return err
	}
	t, err := read(a)
	if err != nil {
		return err
	}
	name := identifier(rule)
	var p strings.Builder
	fmt.Fprintf(&p, "(* Rule %s of %s and its table. *)\n\n", rule, file)
	fmt.Fprint(&p, "From Coq Require Import String List NArith.\nFrom IRI Require Import Spec Check.\nImport ListNotations.\n")
	fmt.Fprint(&p, "Open Scope N_scope.\nOpen Scope string_scope.\nOpen Scope abnf_scope.\n\n")
	r := rules{grammar: g, out: &p, seen: make(map[*abnf.Rule]bool)}
	top := r.define(rule)
	if mutant != 0 {
		fmt.Fprintf(&p, "\n(* Damaged: %s. *)", t.mutate(mutant))
	}
	t.print(&p, name+"_table")
	fmt.Fprintf(&p, "\nTheorem %s_certified : shipped_table_is_grammar %[1]s_table %s.\n", name, top)
	fmt.Fprint(&p, "Proof. apply certificate. vm_cast_no_check (eq_refl true). Qed.\n\n")
	fmt.Fprintf(&p, "Print Assumptions %s_certified.\n", name)
	_, err = io.WriteString(w, p.String())
	return err
}

func automaton(rule string) (*dfa.Automaton, error) {
	for _, a := range shipped() {
		if a.Name == rule {
			return a, nil
		}
	}
	return nil, fmt.Errorf("no table for rule %q; -list prints all", rule)
}

// grammar returns the grammar of a rule: RFC 3987, or RFC 3986 if RFC 3987 does not define the rule.
func grammar(rule string) (*abnf.Grammar, string, error) {
	for _, file := range []string{"rfc3987.abnf", "rfc3986.abnf"} {
		text, err := os.ReadFile(filepath.Join("tables", file))
		if err != nil {
			return nil, "", err
		}
		g, err := abnf.ParseFile(file, text)
		if err != nil {
			return nil, "", err
		}
		if g.Lookup(rule) != nil {
			return g, file, g.Verify(rule)
		}
	}
	return nil, "", fmt.Errorf("no grammar has rule %q", rule)
}

type rules struct {
	grammar *abnf.Grammar
	out     io.Writer
	seen    map[*abnf.Rule]bool
}

// define writes a rule after the rules that it refers to, and returns its Coq name. Coq would refuse a rule that refers
// to itself, because its definition would use itself.
func (r *rules) define(name string) string {
	rule := r.grammar.Lookup(name)
	id := "rule_" + identifier(rule.Name)
	if !r.seen[rule] {
		r.seen[rule] = true
		fmt.Fprintf(r.out, "Definition %s : abnf := %s.\n", id, r.node(rule.Body))
	}
	return id
}

// node returns the Coq term of a node, without parentheses: ABNF with a dot between the elements of a concatenation.
func (r *rules) node(n abnf.Node) string {
	return abnftree.Fold(n,
		func(_ *abnf.Alternation, alts []string) string { return "(" + strings.Join(alts, " / ") + ")" },
		func(_ *abnf.Concatenation, elems []string) string { return "(" + strings.Join(elems, " · ") + ")" },
		repetition, charVal, numVal,
		func(n *abnf.RuleRef) string { return r.define(n.Name) },
		func(n *abnf.ProseVal) string { panic(n) }, // Verify refuses it
	)
}

func repetition(n *abnf.Repetition, elem func() string) string {
	switch n.Max {
	case 0: // the element may be prose, as in 0<pchar>
		return `""`
	case abnf.Unbounded:
		return fmt.Sprintf("(many %d %s)", n.Min, elem())
	}
	return fmt.Sprintf("(times %d %d %s)", n.Min, n.Max, elem())
}

func charVal(n *abnf.CharVal) string {
	if n.CaseSensitive {
		return sequence([]byte(n.Text))
	}
	return `"` + strings.ReplaceAll(n.Text, `"`, `""`) + `"`
}

func numVal(n *abnf.NumVal) string {
	if n.Range {
		return fmt.Sprintf("(Range 0x%X 0x%X)", n.Values[0], n.Values[1])
	}
	return sequence(n.Values)
}

// sequence returns the Coq term for a case-sensitive sequence of characters.
func sequence[Char byte | uint32](list []Char) string {
	term := `""`
	for _, l := range slices.Backward(list) {
		term = fmt.Sprintf("(Range 0x%X 0x%[1]X · %s)", l, term)
	}
	return term
}

func identifier(rule string) string { return strings.ReplaceAll(rule, "-", "_") }
