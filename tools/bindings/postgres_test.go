//go:build nightly

package bindings

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// TestPostgreSQL tries the extension, which has to be installed, in a server that pg_virtualenv has
// started, with the module in shared_preload_libraries: see .ci/run.
func TestPostgreSQL(t *testing.T) {
	if os.Getenv("PGVERSION") == "" {
		t.Skip("no server of pg_virtualenv")
	}
	psql(t, "CREATE EXTENSION iri;")
	t.Run("rows", testRows)
	t.Run("results", testResults)
	t.Run("recipe", testRecipe)
	dump := run(t, exec.Command("pg_dump", "--schema-only"))
	if !strings.Contains(dump, "CREATE EXTENSION IF NOT EXISTS iri") || strings.Contains(dump, "CREATE FUNCTION") {
		t.Errorf("pg_dump: %s", dump)
	}
}

// psql returns what statements print, rows with tabs between the fields, and errors.
func psql(t *testing.T, statements string, args ...string) string {
	t.Helper()
	if args == nil {
		args = []string{"--tuples-only", "--no-align", "--field-separator", "\t"}
	}
	cmd := exec.Command("psql", append(args, "--no-psqlrc", "--quiet")...)
	cmd.Stdin = strings.NewReader(statements)
	return run(t, cmd)
}

// testRows: the functions have the results of package iri.
func testRows(t *testing.T) {
	list := []string{"", "a:", "not a", "http://u@h:8/%c3%a9/../%7e?q#f", "//[::1]:80/x", "a:\u202e", "?", "#", "/..//a/../b", "a://@:?#", "a:" + strings.Repeat("b/", 3000)}
	for _, l := range corpus.Generated() {
		list = append(list, l.Texts[:40]...)
	}
	var statements strings.Builder
	var want []string
	statements.WriteString("CREATE TABLE strings (id serial, s text);\n")
	for _, s := range list {
		if !utf8.ValidString(s) { // the server takes none
			continue
		}
		fmt.Fprintf(&statements, "INSERT INTO strings (s) VALUES (convert_from('\\x%s', 'UTF8'));\n", hex.EncodeToString([]byte(s)))
		var row []string
		for _, r := range []rule.Rule{rule.IRI, rule.URIReference, rule.Port} {
			row = append(row, fmt.Sprint(r.ValidString(s))[:1])
		}
		parts, err := iri.SplitReferenceString(s)
		for c := iri.ComponentScheme; c <= iri.ComponentFragment; c++ {
			if span, ok := parts.Get(c); ok && err == nil {
				row = append(row, s[span.Start:span.End])
			} else {
				row = append(row, "none")
			}
		}
		if x, err := iri.ParseReference(s); err == nil {
			row = append(row, x.Normalize(iri.SyntaxBased).String(), x.Normalize(iri.ForComparison).String(), iri.MustParse("http://a/b/c").Resolve(x).String())
		} else {
			row = append(row, "none", "none", "none")
		}
		row = append(row, mistake(s)...)
		want = append(want, strings.Join(row, "\t"))
	}
	statements.WriteString(`\pset null none
SELECT iri_valid(s), iri_valid(s, 'URI-reference'), iri_valid(s, 'port'), iri_scheme(s), iri_authority(s), iri_userinfo(s), iri_host(s),
	iri_port(s), iri_path(s), iri_query(s), iri_fragment(s), iri_normalize(s), iri_normalize(s, 63), iri_resolve('http://a/b/c', s),
	(iri_error(s)).* FROM strings ORDER BY id;`)
	got := strings.Split(strings.TrimSuffix(psql(t, statements.String()), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("row %d: %q, want %q", i, got[i], want[i])
		}
	}
}

// mistake returns the fields of iri_error for a string.
func mistake(s string) []string {
	e, ok := rule.IRI.CheckString(s).(*rule.SyntaxError)
	if !ok {
		return []string{"none", "none"}
	}
	at := int(e.Offset)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return []string{fmt.Sprint(utf8.RuneCountInString(s[:at])), e.Reason.String()}
}

func testResults(t *testing.T) {
	for statement, want := range map[string]string{
		`SELECT iri_valid(NULL) IS NULL, iri_valid('a:', NULL) IS NULL, iri_host('a:') IS NULL, iri_host('a://') = '', iri_resolve('a', 'b') IS NULL`: "t\tt\tt\tt\tt\n",
		`SELECT iri_version() = extversion FROM pg_extension WHERE extname = 'iri'`:                                                                   "t\n",
		`SELECT iri_split('a://@h?'), iri_split('a b') IS NULL, (iri_split('//h/p#f')).host`:                                                          "(a,@h,\"\",h,,\"\",\"\",)\tt\th\n",
		`SELECT iri_error('é '), (iri_error('a:é|')).offset, iri_error('a:') IS NULL, (iri_error('1x', 'port')).reason`:                               "(0,\"no scheme\")\t3\tt\tbad port\n",
		`SELECT count(*) FROM (SELECT iri_host('//h'::iri_reference), iri_host('a://é'::iri), iri_host('a://e'::uri)) AS x`:                           "1\n",
		`SELECT iri_normalize('HTTP://h:80/%7e', 0), iri_normalize('HTTP://h:80/%7e', steps => 15)`:                                                   "HTTP://h:80/%7e\thttp://h/~\n",
		`CREATE TABLE pages (url iri); CREATE INDEX ON pages (iri_host(url));
			INSERT INTO pages VALUES ('http://b/x'), ('http://a/y'); SET enable_seqscan = off;
			SELECT url FROM pages WHERE iri_host(url) = 'a'`: "http://a/y\n",
		// a value out of line, and a rule that changes from row to row
		`SELECT iri_valid('a:b' || repeat('x', 100000)), iri_valid('a:b', rule) FROM (VALUES ('IRI'), ('port'), ('URI')) AS rules (rule)`: "t\tt\nt\tf\nt\tt\n",
		// several processes
		`CREATE TABLE many AS SELECT 'http://example.org/' || CASE WHEN i % 7 = 0 THEN ' ' ELSE '' END || i AS s FROM generate_series(1, 200000) AS i;
			SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 3;
			SELECT count(*) FROM many WHERE iri_valid(s)`: "171429\n",
		`SHOW shared_preload_libraries`:  "iri\n",
		`SELECT 'http://a b/'::iri`:      "ERROR:  value for domain iri violates check constraint",
		`SELECT 'a:é'::uri`:              "ERROR:  value for domain uri violates check constraint",
		`SELECT 'a b'::iri_reference`:    "ERROR:  value for domain iri_reference violates check constraint",
		`SELECT iri_normalize('a:', 64)`: "ERROR:  steps are from 0 to 63, not 64",
		`SELECT iri_normalize('a:', -1)`: "ERROR:  steps are from 0 to 63, not -1",
		`SELECT iri_error('a:', 'none')`: `ERROR:  there is no rule "none"`,
		`SELECT iri_valid('a:', 'none')`: `ERROR:  there is no rule "none"`,
		`SELECT iri_valid('a:', '')`:     `ERROR:  there is no rule ""`,
		"CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;\n\\c latin\nCREATE EXTENSION iri; SELECT iri_valid('a:')": "ERROR:  extension iri needs a database in UTF8",
	} {
		if got := psql(t, statement+";"); got != want && !(strings.HasPrefix(want, "ERROR:") && strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", statement, got, want)
		}
	}
}

// testRecipe runs the statements of docs/bindings/postgresql.md, which print what stands below them.
func testRecipe(t *testing.T) {
	page, err := os.ReadFile("../../docs/bindings/postgresql.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```(?:\n\n```text\n(.*?)```)?").FindAllStringSubmatch(string(page), -1)
	for _, block := range blocks {
		got := regexp.MustCompile(`(?m) +$`).ReplaceAllString(psql(t, block[1], "--pset", "footer=off"), "") // psql fills lines up
		if want := block[2]; strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s\nprints\n%s\nwant\n%s", block[1], got, want)
		}
	}
	if len(blocks) != 4 {
		t.Errorf("%d blocks of SQL", len(blocks))
	}
}
