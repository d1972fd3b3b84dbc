package main

import (
	"io"
	"math"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// perString is the unit of most benchmarks. What benchmarks call ns, benchfmt turns into sec.
const perString = "sec/string"

// results are those of several runs.
type results struct {
	cpu    string
	names  []string                        // of benchmarks, in the order in which they run
	values map[string]map[string][]float64 // by name and unit
}

// read reads what benchmarks printed.
func read(from io.Reader) (*results, error) {
	r := &results{values: make(map[string]map[string][]float64)}
	in := benchfmt.NewReader(from, "benchmarks")
	for in.Scan() {
		switch record := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.Result:
			r.add(record)
		}
	}
	return r, in.Err()
}

func (r *results) add(x *benchfmt.Result) {
	r.cpu = x.GetConfig("cpu")
	base, parts := x.Name.Parts()
	words := []string{string(base)}
	for _, part := range parts {
		if part[0] == '/' { // not the number of processors
			words = append(words, strings.ReplaceAll(string(part), "_", " ")) // blanks, before
		}
	}
	name := strings.Join(words, "")
	if r.values[name] == nil {
		r.names = append(r.names, name)
		r.values[name] = make(map[string][]float64)
	}
	for _, v := range x.Values {
		r.values[name][v.Unit] = append(r.values[name][v.Unit], v.Value)
	}
}

// median returns that of the runs, NaN if there are none.
func (r *results) median(name, unit string) float64 {
	values := r.values[name][unit]
	if len(values) == 0 {
		return math.NaN()
	}
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), 0.95).Center
}

// A relation is the median of a benchmark, and its ratio to that of the first one of its group.
type relation struct {
	name          string
	first         bool
	median, ratio float64
}

// key returns the value of a key in the name.
func (x *relation) key(key string) string {
	_, value, _ := strings.Cut(x.name+"/", "/"+key+"=")
	value, _, _ = strings.Cut(value, "/")
	return value
}

// relations returns those of a function of benchmarks. Benchmarks whose names agree in some keys are a
// group.
func (r *results) relations(function, unit string, group ...string) (list []relation) {
	firsts := make(map[string]float64)
	for _, name := range r.names {
		if !strings.HasPrefix(name, function+"/") {
			continue
		}
		x := relation{name: name, median: r.median(name, unit)}
		var keys []string
		for _, key := range group {
			keys = append(keys, x.key(key))
		}
		id := strings.Join(keys, "/")
		if _, ok := firsts[id]; !ok {
			x.first, firsts[id] = true, x.median
		}
		x.ratio = x.median / firsts[id]
		list = append(list, x)
	}
	return list
}
