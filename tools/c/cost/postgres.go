package main

import (
	"fmt"
	"os"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/tools/c/internal/postgres"
)

// inPostgreSQL prints the table of what a server takes to count the rows with an IRI.
func inPostgreSQL(dir string, g *abnf.Grammar, lists []corpus.List, rounds int) error {
	module, err := postgres.Module("postgresql", dir)
	if err != nil {
		return err
	}
	s, err := postgres.Start()
	if err != nil {
		return err
	}
	defer s.Stop()
	functions, err := os.ReadFile("postgresql/iri.sql")
	if err != nil {
		return err
	}
	var b strings.Builder
	b.Write(functions)
	b.WriteString(timer)
	for i, l := range lists {
		fmt.Fprintf(&b, "CREATE TABLE t%d (text text);\nCOPY t%[1]d FROM STDIN;\n%s\n\\.\n", i, strings.ReplaceAll(strings.Join(l.Texts, "\n"), `\`, `\\`))
		fmt.Fprintf(&b, "INSERT INTO t%d SELECT text FROM t%[1]d, generate_series(2, %d); VACUUM ANALYZE t%[1]d;\n", i, 1+min(rounds, 20))
	}
	if _, err := s.Query(module, b.String()); err != nil {
		return err
	}
	conditions := map[string]string{
		"iri_is":      "iri_is(text)",
		"iri_mistake": "iri_mistake(text) IS NULL",
		"regexp":      "text ~ $$" + advanced.expression(g, "IRI") + "$$",
		"scan":        "text <> ''",
	}
	rows := []row{
		{"iri_is", "`iri_is(text)`"},
		{"iri_mistake", "`iri_mistake(text) IS NULL`"},
		{"regexp", "`text ~`, the grammar as an expression"},
		{"scan", "`text <> ''`: the rows themselves"},
	}
	results := make([]map[string]float64, len(lists))
	for i := range lists {
		var b strings.Builder
		b.WriteString("SET max_parallel_workers_per_gather = 0; SET jit = off;\n")
		for range rounds {
			for _, r := range rows {
				fmt.Fprintf(&b, "SELECT '%s ' || took($q$SELECT count(*) FROM t%d WHERE %s$q$, %[2]d);\n", r.name, i, conditions[r.name])
			}
		}
		out, err := s.Query(module, b.String())
		if err != nil {
			return err
		}
		results[i] = medians(out)
	}
	table("In PostgreSQL, one process, `SELECT count(*) WHERE` a condition, nanoseconds a row", lists, rows, results)
	return nil
}

// timer is a function that returns nanoseconds a row of a statement that counts all rows of a table;
// it is a mistake to count fewer.
const timer = `
CREATE FUNCTION took(statement text, number int) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	began timestamptz;
	took float8;
	counted bigint;
	rows bigint;
BEGIN
	EXECUTE 'SELECT count(*) FROM t' || number INTO rows;
	began := clock_timestamp();
	EXECUTE statement INTO counted;
	took := extract(epoch FROM clock_timestamp() - began) * 1e9;
	IF counted <> rows THEN
		RAISE '% rows of %: %', counted, rows, statement;
	END IF;
	RETURN took / rows;
END $$;
`
