package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"example.org/iri"
	"example.org/iri/bench/internal/race"
)

// An input is what an operation works on. Resolve and relativize have a base; the others have none.
type input struct{ base, text string }

// A contestant does an operation, as often as there are inputs.
type contestant struct {
	name    string
	ours    bool
	results func() ([]string, error) // a text an input, "" for none; nil if it has none at all
	lap     race.Runner
	allocs  float64 // an input; -1 if that is not known
}

// inProcess returns a contestant of this process. A function appends the result for input i, or
// nothing if there is none.
func inProcess(name string, n int, do func(dst []byte, i int) []byte) *contestant {
	buf := make([]byte, 0, 1<<16)
	results := make([]string, n)
	for i := range n {
		results[i] = string(do(buf, i))
	}
	c := &contestant{
		name:    name,
		results: func() ([]string, error) { return results, nil },
		lap: func(from, to int) float64 {
			begin := time.Now()
			for i := from; i < to; i++ {
				do(buf, i)
			}
			return float64(time.Since(begin).Nanoseconds())
		},
	}
	c.allocs = allocations(c, n)
	return c
}

// own is inProcess for package iri.
func own(name string, n int, do func(dst []byte, i int) []byte) *contestant {
	c := inProcess(name, n, do)
	c.ours = true
	return c
}

// yardstick is inProcess for what has no results.
func yardstick(name string, n int, do func(i int)) *contestant {
	c := inProcess(name, n, func(dst []byte, i int) []byte { do(i); return dst })
	c.results = nil
	return c
}

// contestants returns those of this process that do an operation, such as resolve, or normalize and a
// level.
func contestants(operation string, inputs []input) []*contestant {
	name, level, _ := strings.Cut(operation, " ")
	switch name {
	case "resolve":
		return resolve(inputs)
	case "relativize":
		return relativize(inputs)
	case "to-uri":
		return toURI(inputs)
	case "to-iri":
		return toIRI(inputs)
	}
	l, _ := iri.ParseLevel(level)
	return normalize(l, inputs)
}

// competitors returns those of this process and those of harnesses.
func competitors(operation string, inputs []input, all harnesses) []*contestant {
	return append(contestants(operation, inputs), all.contestants(operation, inputs)...)
}

func allocations(c *contestant, n int) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c.lap(0, n)
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(n)
}

// A deviation counts results that are not those wanted.
type deviation struct{ none, other int }

// deviations counts the results that are not those wanted, or where want is nil not those of the
// first contestant that has any. It is an error if those are of package iri.
func deviations(inputs []input, field []*contestant, want []string) ([]deviation, error) {
	counts := make([]deviation, len(field))
	for k, c := range field {
		if c.results == nil {
			continue
		}
		got, err := c.results()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		if want == nil {
			want = got
		}
		for i := range got {
			switch {
			case got[i] == want[i]:
				continue
			case c.ours:
				return nil, fmt.Errorf("%w: %+v: %s says %q, not %q", errWrong, inputs[i], c.name, got[i], want[i])
			case got[i] == "":
				counts[k].none++
			default:
				counts[k].other++
			}
		}
	}
	return counts, nil
}
