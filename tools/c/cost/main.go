// Cost measures what a verdict takes through the library for C, beside regular expressions, and in
// PostgreSQL beside its operator ~. It prints tables in Markdown. It makes the library itself, and
// needs gcc and PCRE2 (Debian: libpcre2-dev). What PostgreSQL takes is left out where there is
// none.
//
//	go -C tools/c run ./cost             # some 80 seconds, on a quiet machine
//	go -C tools/c run ./cost -rounds 1   # a trial
//
// Contestants take turns, in as many rounds. Figures are medians.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/tables"
	"example.org/iri/tools/c/internal/postgres"
)

func main() {
	rounds := flag.Int("rounds", 21, "how often each contestant runs")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "cost")
	if err == nil {
		err = os.Chmod(dir, 0o755) // PostgreSQL runs as another user
		if err == nil {
			err = tablesOf(dir, *rounds)
		}
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

func tablesOf(dir string, rounds int) error {
	g, err := abnf.Parse([]byte(tables.RFC3987))
	if err != nil {
		return err
	}
	if _, err := output(exec.Command("go", "run", "./build", dir)); err != nil {
		return err
	}
	lists := corpus.Generated()
	if err := inC(dir, g, lists, rounds); err != nil {
		return err
	}
	if err := loading(dir, rounds); err != nil {
		return err
	}
	err = inPostgreSQL(dir, g, lists, rounds)
	if errors.Is(err, postgres.ErrMissing) {
		fmt.Fprintln(os.Stderr, "cost:", err)
		return nil
	}
	return err
}

// output returns what a command prints.
func output(cmd *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, stderr.Bytes())
	}
	return string(out), nil
}

// inC prints the table of calls from C.
func inC(dir string, g *abnf.Grammar, lists []corpus.List, rounds int) error {
	program, posixFile, pcreFile := filepath.Join(dir, "cost"), filepath.Join(dir, "posix"), filepath.Join(dir, "pcre")
	err := errors.Join(
		os.WriteFile(posixFile, []byte(posix.expression(g, "IRI")), 0o666),
		os.WriteFile(pcreFile, []byte(pcre.expression(g, "IRI")), 0o666))
	if err != nil {
		return err
	}
	_, err = output(exec.Command("gcc", "-O2", "-D_GNU_SOURCE", "-I"+dir, "cost/programs/cost.c", "-o", program, "-L"+dir, "-liri", "-lpcre2-8", "-Wl,-rpath,"+dir))
	if err != nil {
		return err
	}
	results := make([]map[string]float64, len(lists))
	for i, l := range lists {
		file := filepath.Join(dir, "texts")
		if err := os.WriteFile(file, []byte(strings.Join(l.Texts, "\n")+"\n"), 0o666); err != nil {
			return err
		}
		out, err := output(exec.Command(program, file, posixFile, pcreFile, strconv.Itoa(rounds), strconv.Itoa(min(30, 10*rounds))))
		if err != nil {
			return err
		}
		results[i] = medians(out)
	}
	table("From C, rule IRI, nanoseconds a text", lists, []row{
		{"iri_column", "`iri_column`, the list as a column"},
		{"iri_valid", "`iri_valid`, a call a text"},
		{"iri_check", "`iri_check`, a call a text"},
		{"iri_split", "`iri_split`, a call a text"},
		{"name", "`iri_component_name`, a look into a table: the call itself"},
		{"pcre2", "PCRE2 with its compiler, the grammar as an expression"},
		{"regexec", "`regexec` of the C library, the grammar as an expression"},
	}, results)
	return nil
}

// A row is a contestant, by its name in results and by what readers call it.
type row struct{ name, label string }

// table prints the results of each list.
func table(title string, lists []corpus.List, rows []row, results []map[string]float64) {
	fmt.Print(title + ":\n\n| |")
	for _, l := range lists {
		fmt.Printf(" %s, %d bytes |", l.Name, l.Bytes()/len(l.Texts))
	}
	fmt.Println("\n|---|" + strings.Repeat("---:|", len(lists)))
	for _, r := range rows {
		fmt.Print("| " + r.label + " |")
		for i := range lists {
			fmt.Printf(" %s |", figure(results[i][r.name]))
		}
		fmt.Println()
	}
	fmt.Println()
}

// figure rounds to three digits.
func figure(x float64) string {
	if x >= 100 {
		return strconv.Itoa(int(x + 0.5))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// medians returns the median of each contestant in lines NAME NUMBER.
func medians(out string) map[string]float64 {
	all := make(map[string][]float64)
	for line := range strings.Lines(out) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if x, err := strconv.ParseFloat(number, 64); err == nil {
			all[name] = append(all[name], x)
		}
	}
	result := make(map[string]float64)
	for name, list := range all {
		slices.Sort(list)
		result[name] = list[len(list)/2]
	}
	return result
}

// loading prints the table of what there is to pay once in each process.
func loading(dir string, rounds int) error {
	program, library := filepath.Join(dir, "load"), filepath.Join(dir, "libiri.so.1")
	if _, err := output(exec.Command("gcc", "-O2", "-D_GNU_SOURCE", "cost/programs/load.c", "-o", program, "-ldl")); err != nil {
		return err
	}
	var all strings.Builder
	for range rounds {
		out, err := output(exec.Command(program, library))
		if err != nil {
			return err
		}
		all.WriteString(out)
	}
	info, err := os.Stat(library)
	if err != nil {
		return err
	}
	once := medians(all.String())
	fmt.Print("The library in a process:\n\n| | |\n|---|---:|\n")
	fmt.Printf("| from `dlopen` to the first verdict | %.1f ms |\n", once["load"]/1e3)
	fmt.Printf("| memory that the process grows by | %.1f MB |\n", once["memory"]*1024/1e6)
	fmt.Printf("| size of `libiri.so.1` | %.1f MB |\n\n", float64(info.Size())/1e6)
	return nil
}
