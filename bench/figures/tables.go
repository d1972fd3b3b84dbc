package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/docs"
	"example.org/iri/internal/statistics"
)

// untitled returns the tables alone: the page says above what the lines around them say.
func untitled(out string) (string, error) {
	var rows strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "|") {
			line = "\n"
		}
		rows.WriteString(line)
	}
	return tables(rows.String())
}

// readmeTable picks the rows of README.md from the table of all.
func readmeTable(all grid) string {
	g := grid{{"", "time", "allocations", "wrong verdicts"}}
	for _, pick := range []struct {
		names []string // the first that there is
		title string   // TIER stands for what the name has behind its comma
	}{
		{[]string{"iri.Valid, AVX-512", "iri.Valid, AVX2"}, "**`iri.Valid`**, with TIER"},
		{[]string{"iri.Valid, portable"}, "**`iri.Valid`**, without assembly"},
		{[]string{"net/url.Parse"}, "`net/url.Parse`, which also decodes"},
		{[]string{"jsonschema/v6 iri"}, "`jsonschema/v6`, format iri"},
		{[]string{"regexp, RFC 3987 ABNF"}, "`regexp`, the grammar as an expression"},
	} {
		for _, name := range pick.names {
			if row := all.row(name); row != nil {
				_, tier, _ := strings.Cut(name, ", ")
				g = append(g, append([]string{strings.Replace(pick.title, "TIER", tier, 1)}, row[len(row)-3:]...))
				break
			}
		}
	}
	return g.String()
}

// lengths makes a table of BenchmarkLength/FUNCTION/LENGTH, which go from length to length.
func lengths(out string) (string, error) {
	all, err := benchmarks(out)
	if err != nil {
		return "", err
	}
	g := grid{{""}}
	rows := make(map[string]int)
	for _, r := range all {
		i := strings.LastIndexByte(r.name, '/')
		function, length := strings.TrimPrefix(r.name[:i], "Length/"), statistics.Thousands(r.name[i+1:])
		if g[0][len(g[0])-1] != length {
			g[0] = append(g[0], length)
		}
		row, ok := rows[function]
		if !ok {
			row = len(g)
			rows[function] = row
			g = append(g, []string{"`" + function + "`"})
		}
		g[row] = append(g[row], race.Figure(r.values["ns/op"]))
	}
	return g.String(), nil
}

// adversarial makes a table of BenchmarkAdversarial/FUNCTION, which has a figure for each text.
func adversarial(out string) (string, error) {
	all, err := benchmarks(out)
	if err != nil {
		return "", err
	}
	g := grid{{"", "least", "median", "most", "which"}}
	for _, r := range all {
		var list []float64
		which := make(map[float64]string)
		for unit, ns := range r.values {
			if name, ok := strings.CutSuffix(unit, "-ns/B"); ok && name != "median" {
				list = append(list, ns)
				which[ns] = name
			}
		}
		slices.Sort(list)
		if len(list) == 0 {
			return "", errNoTable
		}
		most := list[len(list)-1]
		g = append(g, []string{"`" + strings.TrimPrefix(r.name, "Adversarial/") + "`", race.Figure(list[0]), race.Figure(list[len(list)/2]), race.Figure(most), which[most]})
	}
	return g.String(), nil
}

// operations keeps the tables that have a rival, and names what they are about.
func operations(out string) (string, error) {
	_, out, _ = strings.Cut(out, "\nOperation ")
	var b strings.Builder
	for part := range strings.SplitSeq(out, "\nOperation ") {
		name, _, _ := strings.Cut(part, "\n")
		if strings.Contains(name, "without kernels") {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "Operation %s:\n\n%v", name, parse(part))
	}
	if b.Len() == 0 {
		return "", errNoTable
	}
	return b.String(), nil
}

// guard makes a table of BenchmarkGuard/REQUEST.
func guard(out string) (string, error) {
	titles := map[string]string{
		"root": "`/`", "10": "10 bytes", "40": "40 bytes, with a query", "40-triples": "40 bytes, 5 triples",
		"120": "120 bytes, with a query", "120-triples": "118 bytes, 23 triples",
		"port": "40 bytes, and a Host field with address and port", "absolute": "absolute-form, 48 bytes", "CONNECT": "`CONNECT`",
	}
	return byUnit(out, "Guard/", titles,
		[]string{"request", "`Check`, RFC", "`Check`, Safe", "`Handler`, RFC", "`Handler`, Safe"},
		[]string{"Check-rfc-ns", "Check-safe-ns", "Handler-rfc-ns", "Handler-safe-ns"})
}

func traefik(out string) (string, error) {
	titles := map[string]string{
		"Interpreted": "the plug-in, interpreted", "Compiled": "the plug-in, compiled",
		"Rules": "`rule.OriginForm` and `rule.HostField`",
	}
	return byUnit(out, "", titles, []string{"a target of 43 bytes and a Host field", "ns"}, []string{"ns/op"})
}

func formats(out string) (string, error) {
	titles := map[string]string{
		"Formats/csv": "CSV", "Formats/tsv": "TSV", "Formats/jsonl": "JSON Lines", "Formats/html": "HTML", "Formats/md": "prose",
		"Parquet/url": "Parquet, dictionary, Snappy", "Parquet/page.address": "Parquet, deltas, zstd",
	}
	return byUnit(out, "", titles, []string{"", "MB/s"}, []string{"MB/s"})
}

func compiling(out string) (string, error) {
	all, err := benchmarks(out)
	if err != nil {
		return "", err
	}
	v := all[0].values
	return grid{{"", "ms", "MB allocated"}, {"IRI-reference", race.Figure(v["ns/op"] / 1e6), race.Figure(v["B/op"] / 1e6)}}.String(), nil
}

// wrong makes a table of BenchmarkWrong/TIER/LENGTH/KIND, a row a kind; there is none where the tier
// is not to be had.
func wrong(out string) (string, error) {
	titles := map[string]string{
		`"_"`: "a space", `"<"`: "`<`", `"%zz"`: "a triple without digits", `"["`: "`[`", `"\x80"`: "ill-formed UTF-8",
		`"\ue000"`: "a character for private use", `"#a#"`: "a second `#`",
	}
	all, err := benchmarks(out)
	if err != nil {
		return "Not measured: this processor has no AVX2.\n", nil
	}
	g := grid{{"", "`Valid`, 24", "60", "4,096", "`Check`, 24", "60", "4,096"}}
	rows := make(map[string][]result)
	var kinds []string
	for _, r := range all {
		kind := r.name[strings.LastIndexByte(r.name, '/')+1:]
		if titles[kind] == "" {
			return "", fmt.Errorf("nobody knows benchmark %s", r.name)
		}
		if rows[kind] == nil {
			kinds = append(kinds, kind)
		}
		rows[kind] = append(rows[kind], r)
	}
	row := func(title, kind string, units ...string) {
		row := []string{title}
		for _, unit := range units {
			for _, r := range rows[kind] {
				row = append(row, race.Figure(r.values[unit]))
			}
		}
		g = append(g, append(row, make([]string, max(0, len(g[0])-len(row)))...))
	}
	row("a valid text", kinds[0], "good-ns")
	for _, kind := range kinds {
		row(titles[kind], kind, "Valid-ns", "Check-ns")
	}
	return g.String(), nil
}

var (
	answerLine = regexp.MustCompile(`: (\w[\w ]*?) *(?:\d+ bytes)?: median ([\d.]+) ms(?:, worst ([\d.]+) ms)?`)
	sizeLine   = regexp.MustCompile(`: (\d+) bytes, (\d+) with gzip\n--- PASS`)
)

// answers makes a table of what the tests of the page log.
func answers(out string) (string, error) {
	size := sizeLine.FindStringSubmatch(out)
	var rows grid
	for _, found := range answerLine.FindAllStringSubmatch(out, -1) {
		rows = append(rows, found[1:])
	}
	if size == nil || rows == nil {
		return "", errNoTable
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return append(grid{{"", "median", "worst"}}, rows...).String() +
		"\n" + docs.Fill("The page has "+statistics.Thousands(size[1])+" bytes, and "+statistics.Thousands(size[2])+" with gzip."), nil
}

// byUnit makes a table with a row a benchmark and a column a unit.
func byUnit(out, prefix string, titles map[string]string, head, units []string) (string, error) {
	all, err := benchmarks(out)
	if err != nil {
		return "", err
	}
	g := grid{head}
	for _, r := range all {
		title, ok := titles[strings.TrimPrefix(r.name, prefix)]
		if !ok {
			return "", fmt.Errorf("nobody knows benchmark %s", r.name)
		}
		row := []string{title}
		for _, unit := range units {
			row = append(row, race.Figure(r.values[unit]))
		}
		g = append(g, row)
	}
	return g.String(), nil
}
