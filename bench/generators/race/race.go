// Package race races functions on texts, in one process.
package race

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// Race is contestants and the texts that they judge.
type Race struct {
	Rule  string
	Texts []string
	Field []Contestant
}

// Contestant reports whether a text matches.
type Contestant struct {
	Name  string
	Judge func(string) bool
}

// Run prints a table in Markdown, a row a race: ns a text of the first contestant, and what others
// take relative to it, medians of rounds. It returns the exit status: 1 if contestants disagree.
func Run(rounds int, races []Race) int {
	for _, r := range races {
		for _, text := range r.Texts {
			for i, spoiled := range []string{text, text + "\x7f", text[:len(text)/2] + "\x01" + text[len(text)/2:]} {
				want := i == 0
				for _, c := range r.Field {
					if c.Judge(spoiled) != want {
						fmt.Fprintf(os.Stderr, "%s: %s: %q: valid: %t\n", r.Rule, c.Name, spoiled, !want)
						return 1
					}
				}
			}
		}
	}
	fmt.Println("| rule | bytes | ValidX, ns |" + names(races[0].Field[1:]))
	fmt.Println("|---" + strings.Repeat("|--:", len(races[0].Field)+1) + "|")
	for _, r := range races {
		r.print(rounds)
	}
	return 0
}

func names(field []Contestant) (text string) {
	for _, c := range field {
		text += " " + c.Name + " |"
	}
	return text
}

// print prints a line of the table.
func (r *Race) print(rounds int) {
	ns := make([][]float64, len(r.Field))
	for round := range rounds {
		for k := range r.Field {
			i := (k + round) % len(r.Field)
			ns[i] = append(ns[i], r.lap(r.Field[i]))
		}
	}
	size := 0
	for _, text := range r.Texts {
		size += len(text)
	}
	fmt.Printf("| %s | %d |", r.Rule, size/len(r.Texts))
	first := median(ns[0])
	fmt.Printf(" %.0f |", first)
	for i := 1; i < len(ns); i++ {
		fmt.Printf(" %.2f |", median(ns[i])/first)
	}
	fmt.Println()
}

// lap returns ns a text.
func (r *Race) lap(c Contestant) float64 {
	begin := time.Now()
	for _, text := range r.Texts {
		c.Judge(text)
	}
	return float64(time.Since(begin)) / float64(len(r.Texts))
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
