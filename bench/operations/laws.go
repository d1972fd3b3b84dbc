package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"example.org/iri"
)

// shortIRIs returns all IRIs of a scheme, or of a scheme and a host, and up to n of six bytes, which
// have most roles.
func shortIRIs(n int) (all []string) {
	for _, head := range []string{"f:", "f://a"} {
		for tails := []string{""}; len(tails[0]) <= n; tails = longer(tails) {
			for _, tail := range tails {
				if iri.ValidString(head + tail) {
					all = append(all, head+tail)
				}
			}
		}
	}
	return all
}

func longer(texts []string) (all []string) {
	for _, text := range texts {
		for _, b := range "a/.:?#" {
			all = append(all, text+string(b))
		}
	}
	return all
}

// relativizing counts the references that do not resolve back to the target, and those that are
// longer than the shortest ones, over all pairs of short IRIs of which there can be one.
func relativizing(all harnesses, w io.Writer) error {
	inputs := pairs()
	answers, err := results("relativize", inputs, all)
	if err != nil {
		return err
	}
	tab := begin(w, "relativize, short IRIs", len(inputs), "none\tother\tlonger")
	for _, c := range answers {
		none, other, longer := 0, 0, 0
		for i, x := range inputs {
			switch {
			case resolved(x.base, c.texts[i]) == x.text:
				longer += btoi(len(c.texts[i]) > len(answers[0].texts[i]))
			case c.texts[i] == "":
				none++
			default:
				other++
			}
		}
		if c.ours && none+other+longer > 0 {
			return fmt.Errorf("%w: %s: %d none, %d other, %d longer", errWrong, c.name, none, other, longer)
		}
		fmt.Fprintf(tab, "%d\t%d\t%d\t  %s\n", none, other, longer, c.name)
	}
	return end(tab, w)
}

// pairs returns all pairs of a base and a target that some reference leads to.
func pairs() (all []input) {
	short := shortIRIs(3)
	for _, base := range short {
		for _, target := range short {
			if resolved(base, target) == target {
				all = append(all, input{base, target})
			}
		}
	}
	return all
}

// resolved returns the target of a reference, "" if it is none.
func resolved(base, text string) string {
	x, _ := iri.Parse(base)
	r, err := iri.ParseReference(text)
	if err != nil {
		return ""
	}
	return x.Resolve(r).String()
}

// settling counts the short IRIs whose normal form has another normal form, or has an authority
// where the IRI has none or the other way around.
func settling(all harnesses, w io.Writer) error {
	operation := "normalize " + raced.String()
	inputs := inputsOf(shortIRIs(5))
	first, err := results(operation, inputs, all)
	if err != nil {
		return err
	}
	tab := begin(w, operation+", short IRIs", len(inputs), "none\tunstable\tauthority")
	for k, c := range first {
		second, err := results(operation, inputsOf(c.texts), all)
		if err != nil {
			return err
		}
		none, unstable, authority := 0, 0, 0
		for i, once := range c.texts {
			if once == "" {
				none++
				continue
			}
			unstable += btoi(second[k].texts[i] != once)
			authority += btoi(strings.HasPrefix(once, "f://") != strings.HasPrefix(inputs[i].text, "f://"))
		}
		if c.ours && none+unstable+authority > 0 {
			return fmt.Errorf("%w: %s: %d none, %d unstable, %d authorities", errWrong, c.name, none, unstable, authority)
		}
		fmt.Fprintf(tab, "%d\t%d\t%d\t  %s\n", none, unstable, authority, c.name)
	}
	return end(tab, w)
}

// An answer is all results of a contestant.
type answer struct {
	*contestant
	texts []string
}

// results returns those of all who have any. A harness forgets its list when it gets the next one.
func results(operation string, inputs []input, all harnesses) (answers []answer, err error) {
	for _, c := range competitors(operation, inputs, all) {
		if c.results == nil {
			continue
		}
		texts, err := c.results()
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer{c, texts})
	}
	return answers, nil
}

func inputsOf(texts []string) []input {
	all := make([]input, len(texts))
	for i, text := range texts {
		all[i].text = text
	}
	return all
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// begin begins a table; end ends it.
func begin(w io.Writer, title string, n int, columns string) *tabwriter.Writer {
	fmt.Fprintf(w, "%s: %d texts\n\n", title, n)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "%s\t\n", columns)
	return tab
}

func end(tab *tabwriter.Writer, w io.Writer) error {
	tab.Flush()
	_, err := fmt.Fprintln(w)
	return err
}
