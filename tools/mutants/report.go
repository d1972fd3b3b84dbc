package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// count is how many mutants met each fate.
type count struct {
	fate     [explained + 1]int
	timedOut int
}

func (c *count) add(r result) {
	c.fate[r.verdict]++
	if r.timedOut {
		c.timedOut++
	}
}

func (c *count) killed() int { return c.fate[killedOwn] + c.fate[killedWhole] }

// run is the number of mutants whose fate was not known before.
func (c *count) run() int { return c.killed() + c.fate[survived] }

// percentage is that of the killed among those run.
func (c *count) percentage() float64 {
	if c.run() == 0 {
		return 100
	}
	return 100 * float64(c.killed()) / float64(c.run())
}

// report prints the survivors, a table by package and a summary, and returns the
// percentage of killed mutants.
func report(w io.Writer, results []result) float64 {
	var all count
	byFolder := make(map[string]*count)
	var folders []string
	for _, r := range results {
		if r.verdict == survived {
			fmt.Fprintf(w, "survived %s\n%s\n", r.id(), r.diff())
		}
		c := byFolder[r.folder()]
		if c == nil {
			c = new(count)
			byFolder[r.folder()] = c
			folders = append(folders, r.folder())
		}
		c.add(r)
		all.add(r)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "mutants\town package\twhole suite\tsurvived\texplained\tkilled\t  package")
	for _, folder := range folders {
		c := byFolder[folder]
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%.1f %%\t  %s\n", c.run()+c.fate[explained],
			c.fate[killedOwn], c.fate[killedWhole], c.fate[survived], c.fate[explained], c.percentage(), folder)
	}
	t.Flush()
	fmt.Fprintf(w, "\n%d mutants: %d killed (own package %d, whole suite %d), %d survived",
		len(results), all.killed(), all.fate[killedOwn], all.fate[killedWhole], all.fate[survived])
	if n := all.fate[explained]; n > 0 {
		fmt.Fprintf(w, ", %d explained", n)
	}
	if all.timedOut > 0 {
		fmt.Fprintf(w, "; %d of the killed by a timeout", all.timedOut)
	}
	fmt.Fprintln(w)
	return all.percentage()
}
