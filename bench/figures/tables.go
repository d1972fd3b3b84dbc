package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"example.org/iri/bench"
	"example.org/iri/internal/statistics"
	"example.org/iri/internal/testkit/corpus"
)

// validateTable has all validators, the fastest first.
func validateTable(r *results, validators []*bench.Validator) (*table, error) {
	t := newTable()
	means := make(map[string]float64)
	perList := float64(len(corpus.Generated()[0].Texts))
	for _, v := range validators {
		var ratios, allocs []float64
		t.set(v.Title, "rule", v.Rule)
		for _, x := range r.relations("Validate", perString, "list") {
			if strings.HasSuffix(x.name, "/"+v.Benchmark()) {
				t.set(v.Title, x.key("list"), figure(x.ratio))
				ratios, allocs = append(ratios, x.ratio), append(allocs, r.median(x.name, "allocs/op")/perList)
			}
		}
		means[v.Title] = stats.GeoMean(ratios)
		t.set(v.Title, "mean", figure(means[v.Title]))
		t.set(v.Title, "allocations", strings.TrimSuffix(fmt.Sprintf("%.1f", slices.Max(allocs)), ".0"))
		wrong, err := wrongResults(v)
		if err != nil {
			return nil, err
		}
		t.set(v.Title, "wrong results", wrong)
	}
	slices.SortStableFunc(t.rows, func(a, b string) int { return cmp.Compare(means[a], means[b]) })
	return t, nil
}

// wrongResults counts those of a validator. It is an error if it has to be exact and has any.
func wrongResults(v *bench.Validator) (string, error) {
	if v.Rule == "" {
		return "", nil
	}
	cases, err := bench.Suite(root, v.Rule)
	n := v.Wrong(cases)
	if err == nil && v.Exact && n > 0 {
		err = fmt.Errorf("%s has %d wrong results", v.Benchmark(), n)
	}
	return statistics.Grouped(float64(n)) + " of " + statistics.Grouped(float64(len(cases))), err
}

// readmeTable is a part of validateTable: the best and the worst tier, and what readers know.
func readmeTable(all *table) *table {
	t := newTable()
	for _, row := range all.rows {
		for _, part := range []string{"iri.Valid`, " + bench.Tiers()[0].Name, "iri.Valid`, portable", "net/url", "jsonschema", "`regexp"} {
			if !strings.Contains(row, part) {
				continue
			}
			for _, column := range []string{"mean", "allocations", "wrong results"} {
				t.set(row, column, all.cells[row+column])
			}
		}
	}
	return t
}

// batchTable has the geometric means over the lists, and in parentheses the worst list.
func batchTable(r *results) *table {
	t := newTable()
	ratios := make(map[string][]float64)
	for _, x := range r.relations("Batch", perString, "tier", "list") {
		row, column := "`"+x.key("func")+"`", x.key("tier")
		list := append(ratios[row+column], x.ratio)
		ratios[row+column] = list
		if !x.first {
			t.set(row, column, fmt.Sprintf("%s (%s)", figure(stats.GeoMean(list)), figure(slices.Max(list))))
		}
	}
	return t
}

// operationsTable has a row a function, after the operation.
func operationsTable(r *results) *table {
	t := newTable()
	others := make(map[string]float64)
	for _, x := range r.relations("Operation", perString, "op", "list") {
		row := x.key("op") + ": `" + x.key("func") + "`"
		t.set(row, x.key("list"), timeOrRatio(x))
		others[row] += r.median(x.name, "other/list")
	}
	for row, n := range others {
		t.set(row, "other results", statistics.Grouped(n))
	}
	return t
}

// generatedTable has a row a generator, and a column a rule.
func generatedTable(r *results) *table {
	t := newTable()
	for _, x := range r.relations("Generated", perString, "rule") {
		t.set(x.key("code"), x.key("rule"), timeOrRatio(x))
	}
	return t
}

// commandTable has a row a program, after the file.
func commandTable(r *results) *table {
	t := newTable()
	for _, x := range r.relations("Command", "cpu-sec/GB", "file") {
		row := x.key("file") + ": `" + x.key("program") + "`"
		t.set(row, "relative to wc", figure(x.ratio))
		t.set(row, "CPU s a GB", figure(x.median))
		t.set(row, "wall s a GB", figure(r.median(x.name, "wall-sec/GB")))
	}
	return t
}

// timeOrRatio returns the time of what others relate to, and their ratio.
func timeOrRatio(x relation) string {
	if x.first {
		return figure(x.median*1e9) + " ns"
	}
	return figure(x.ratio)
}
