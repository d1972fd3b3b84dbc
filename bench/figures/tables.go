package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"example.org/iri/bench"
	"example.org/iri/internal/testkit/corpus"
)

// A row has a median for each column, and its ratio to the first row of the group.
type row struct {
	group, name   string
	first         bool
	median, ratio []float64
}

// rows lets benchstat compute the medians of the results in a file. A row is the results with equal values of group and
// keys, and column is the key of the columns. benchstat converts ns to sec.
func rows(file, filter, unit, group, keys, column string) (list []row, err error) {
	out, err := exec.Command("go", "tool", "benchstat", "-format", "csv", "-filter", ".unit:"+unit+" "+filter, "-row", group+","+keys, "-col", column, file).Output()
	in := csv.NewReader(strings.NewReader(string(out)))
	in.FieldsPerRecord = -1 // lines about the machine come first
	records, broken := in.ReadAll()
	head := slices.IndexFunc(records, func(r []string) bool { return len(r) > 1 && r[1] == unit })
	if err := errors.Join(err, broken); err != nil || head < 0 {
		return nil, fmt.Errorf("benchstat has no %s of %s: %w", unit, filter, err)
	}
	first := row{}
	for _, record := range records[head+1:] {
		if record[0] == "geomean" {
			break
		}
		var x row
		x.group, x.name, _ = strings.Cut(strings.ReplaceAll(record[0], "_", " "), " ") // were spaces before
		for i, name := range records[head] {
			if name == unit {
				value, _ := strconv.ParseFloat(record[i], 64)
				x.median = append(x.median, value)
			}
		}
		if x.first = x.group != first.group; x.first {
			first = x
		}
		for i := range x.median {
			x.ratio = append(x.ratio, x.median[i]/first.median[i])
		}
		list = append(list, x)
	}
	return list, nil
}

func validators(w io.Writer, file string) error {
	times, err := rows(file, ".name:Validate", "sec/string", ".name", "/func,/tier", "/list")
	allocs, failed := rows(file, ".name:Validate", "allocs/op", ".name", "/func,/tier", "/list")
	all, broken := bench.Validators(root)
	if err := errors.Join(err, failed, broken); err != nil {
		return err
	}
	means, lines := make(map[string]float64), [][]string(nil)
	for _, v := range all {
		name := strings.TrimSpace(v.Name + " " + v.Tier.Name)
		i := slices.IndexFunc(times, func(x row) bool { return x.name == name })
		if i < 0 {
			return fmt.Errorf("benchstat has no results of %s", name)
		}
		wrong, err := wrongResults(v)
		if err != nil {
			return err
		}
		means[v.Title] = stats.GeoMean(times[i].ratio)
		perString := slices.Max(allocs[i].median) / float64(len(corpus.Generated()[0].Texts))
		lines = append(lines, []string{v.Title, v.Rule, figure(means[v.Title]), figure(slices.Max(times[i].ratio)), strings.TrimSuffix(fmt.Sprintf("%.1f", perString), ".0"), wrong})
	}
	slices.SortStableFunc(lines, func(a, b []string) int { return cmp.Compare(means[a[0]], means[b[0]]) })
	return table(w, []string{"", "rule", "mean", "worst list", "allocations", "wrong results"}, lines)
}

func wrongResults(v *bench.Validator) (string, error) {
	if v.Rule == "" {
		return "", nil
	}
	cases, err := bench.Suite(root, v.Rule)
	n := v.Wrong(cases)
	if err == nil && v.Exact && n > 0 {
		err = fmt.Errorf("%s has %d wrong results", v.Benchmark(), n)
	}
	return grouped(float64(n)) + " of " + grouped(float64(len(cases))), err
}

// batches prints geometric means over the lists, and the worst list in parentheses.
func batches(w io.Writer, file string) error {
	head, lines := []string{""}, [][]string(nil)
	for _, tier := range bench.Tiers() {
		list, err := rows(file, ".name:Batch /tier:"+tier.Name, "sec/string", "/tier", "/func", "/list")
		if err != nil {
			return err
		}
		head = append(head, tier.Name)
		for i, x := range list[1:] {
			if i == len(lines) {
				lines = append(lines, []string{"`" + x.name + "`"})
			}
			lines[i] = append(lines[i], fmt.Sprintf("%s (%s)", figure(stats.GeoMean(x.ratio)), figure(slices.Max(x.ratio))))
		}
	}
	return table(w, head, lines)
}

// operations prints the time of the first function of each operation, and the ratios of the others to it.
func operations(w io.Writer, file string) error {
	times, err := rows(file, ".name:Operation -/op:normalize", "sec/string", "/op", "/func", "/list")
	others, failed := rows(file, ".name:Operation -/op:normalize", "other/list", "/op", "/func", "/list")
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	head, lines := []string{""}, [][]string(nil)
	for _, l := range corpus.Generated() {
		head = append(head, l.Name)
	}
	for i, x := range times {
		line := []string{strings.TrimSuffix(x.group, "-more") + ": `" + x.name + "`"}
		for k := range x.median {
			cell := figure(x.ratio[k])
			if x.first {
				cell = figure(x.median[k]*1e9) + " ns"
			}
			line = append(line, cell)
		}
		sum := 0.0
		for _, n := range others[i].median {
			sum += n
		}
		lines = append(lines, append(line, grouped(sum)))
	}
	return table(w, append(head, "other results"), lines)
}

// programs prints the CPU time of programs, and the ratio to the first one for a file.
func programs(w io.Writer, file string) error {
	list, err := rows(file, ".name:Command", "cpu-sec/GB", "/file", "/program", ".name")
	var lines [][]string
	for _, x := range list {
		lines = append(lines, []string{x.group + ": `" + x.name + "`", figure(x.ratio[0]), figure(x.median[0])})
	}
	return errors.Join(err, table(w, []string{"", "relative to wc", "CPU s a GB"}, lines))
}

func table(w io.Writer, head []string, lines [][]string) error {
	var text strings.Builder
	text.WriteString("\n|" + strings.Join(head, " | ") + " |\n|---" + strings.Repeat("|--:", len(head)-1) + "|\n")
	for _, line := range lines {
		text.WriteString("| " + strings.Join(line, " | ") + " |\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func figure(x float64) string {
	switch {
	case x < 0.995:
		return fmt.Sprintf("%.2f", x)
	case x < 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return grouped(x)
}

func grouped(x float64) string { return message.NewPrinter(language.English).Sprintf("%.0f", x) }
