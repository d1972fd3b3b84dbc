//go:build nightly

package main_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/c/internal/postgres"
)

// server starts PostgreSQL with the module, and returns what runs statements in a session of it.
func server(t *testing.T) (s *postgres.Server, module string, query func(statements string) string) {
	module, err := postgres.Module("postgresql", built)
	if err == nil {
		s, err = postgres.Start()
	}
	if errors.Is(err, postgres.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	query = func(statements string) string {
		t.Helper()
		rows, err := s.Query(module, statements)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	functions, err := os.ReadFile("postgresql/iri.sql")
	if err != nil {
		t.Fatal(err)
	}
	query(string(functions))
	return s, module, query
}

// TestPostgreSQL: the functions say of texts in a table what package iri says.
func TestPostgreSQL(t *testing.T) {
	s, module, query := server(t)
	t.Run("texts", func(t *testing.T) { testRows(t, query) })
	t.Run("results", func(t *testing.T) { testResults(t, query) })
	t.Run("parallel", func(t *testing.T) { testParallel(t, query) })
	t.Run("mistakes", func(t *testing.T) { testRefused(t, s, module) })
	t.Run("signals", func(t *testing.T) { testSignals(t, s, module) })
	t.Run("recipe", func(t *testing.T) { testRecipe(t, s) })
	t.Run("preloaded", func(t *testing.T) { testPreloaded(t, s, module) })
}

func testRows(t *testing.T, query func(string) string) {
	var statements, want strings.Builder
	statements.WriteString("CREATE TABLE texts (id serial, text text);\n")
	for _, text := range texts() {
		if !utf8.ValidString(text) { // the server takes none
			continue
		}
		fmt.Fprintf(&statements, "INSERT INTO texts (text) VALUES (convert_from('\\x%s', 'UTF8'));\n", hex.EncodeToString([]byte(text)))
		for _, r := range []rule.Rule{rule.IRI, rule.URIReference} {
			var e *iri.SyntaxError
			if errors.As(r.CheckString(text), &e) {
				want.WriteString("f\t" + e.Message() + "\t")
			} else {
				want.WriteString("t\t\t")
			}
		}
		x, err := iri.ParseReference(text)
		if err == nil {
			host, _ := x.Host()
			fragment, _ := x.Fragment()
			want.WriteString(host + "\t" + x.Path() + "\t" + fragment + "\t" + x.Normalize(iri.SyntaxBased|iri.DecodeUTF8).String() + "\t" + iri.MustParse("http://a/b/c").Resolve(x).String() + "\n")
		} else {
			want.WriteString("\t\t\t\t\n")
		}
	}
	statements.WriteString(`SELECT iri_is(text), iri_mistake(text), iri_is(text, 'URI-reference'), iri_mistake(text, 'URI-reference'),
		iri_part(text, 'host'), iri_part(text, 'path'), iri_part(text, 'fragment'), iri_normal(text), iri_resolved('http://a/b/c', text)
		FROM texts ORDER BY id;`)
	if got := query(statements.String()); got != want.String() {
		t.Error(difference(got, want.String()))
	}
}

func testResults(t *testing.T, query func(string) string) {
	for _, x := range []struct{ statement, want string }{
		{`SELECT iri_is(NULL) IS NULL, iri_part('a:', 'host') IS NULL, iri_part('a://', 'host') = '', iri_resolved('a', 'b') IS NULL`, "t\tt\tt\tt\n"},
		{`CREATE TABLE pages (url iri); CREATE INDEX ON pages (iri_part(url, 'host'));
			INSERT INTO pages VALUES ('http://b/x'), ('http://a/y'); SET enable_seqscan = off;
			SELECT url FROM pages WHERE iri_part(url, 'host') = 'a'`, "http://a/y\n"},
		// a value out of line, and a rule that changes from row to row
		{`SELECT iri_is(url || repeat('x', 100000)), iri_is(url, rule) FROM pages, (VALUES ('IRI'), ('port'), ('URI')) AS rules (rule) WHERE url = 'http://a/y'`, "t\tt\nt\tf\nt\tt\n"},
	} {
		if got := query(x.statement + ";"); got != x.want {
			t.Errorf("%s: %q, want %q", x.statement, got, x.want)
		}
	}
}

// testParallel has several processes of the server judge at once, each with a library of its own.
func testParallel(t *testing.T, query func(string) string) {
	got := query(`CREATE TABLE many AS SELECT 'http://example.org/' || CASE WHEN i % 7 = 0 THEN ' ' ELSE '' END || i AS text FROM generate_series(1, 200000) AS i;
		SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 3;
		EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) SELECT count(*) FROM many WHERE iri_is(text);
		SELECT count(*) FROM many WHERE iri_is(text);`)
	if !strings.Contains(got, "Workers Launched: 3") || !strings.HasSuffix(got, "\n171429\n") {
		t.Error(got)
	}
}

func testRefused(t *testing.T, s *postgres.Server, module string) {
	for statement, want := range map[string]string{
		`INSERT INTO pages VALUES ('http://a b/')`: "violates check constraint",
		`SELECT iri_is('a:', 'none')`:              `no rule "none"`,
		`SELECT iri_is('a:', repeat('a', 99))`:     `no rule "aaaa`,
		`SELECT iri_part('a:', 'hos')`:             `no component "hos"`,
	} {
		if out, err := s.Query(module, statement+";"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s%v, want %s", statement, out, err, want)
		}
	}
}

// testSignals: a session with the library in it is interrupted as others are, by the signal of a
// clock and by one of another process. Only its first thread takes these signals; it takes SIGURG
// from a file, so that all block it.
func testSignals(t *testing.T, s *postgres.Server, module string) {
	_, err := s.Query(module, `SELECT iri_is('a:'); SET statement_timeout = 100; SELECT pg_sleep(600);`)
	if err == nil || !strings.Contains(err.Error(), "statement timeout") {
		t.Error(err)
	}
	got, err := s.Query(module, `SELECT iri_is('a:');
LISTEN heard;
SELECT pg_backend_pid() AS session \gset
\setenv PID :session
NOTIFY heard;
\! grep -h SigBlk /proc/$PID/task/*/status
`)
	if err != nil {
		t.Fatal(err)
	}
	if blocked := masks(got); len(blocked) < 3 || blocked[0] != 1<<(syscall.SIGURG-1) || !strings.Contains(got, `"heard"`) {
		t.Errorf("threads block %x:\n%s", blocked, got)
	} else {
		checkMasks(t, blocked[1:])
	}
}

func testPreloaded(t *testing.T, s *postgres.Server, module string) {
	if err := s.Down(); err != nil {
		t.Fatal(err)
	}
	if err := s.Up("shared_preload_libraries=" + module); err == nil || !strings.Contains(err.Error(), "iri_pg must not be preloaded") {
		t.Error(err)
	}
}

// testRecipe runs the statements of docs/recipes/postgresql.md, which print what stands below them.
func testRecipe(t *testing.T, s *postgres.Server) {
	page, err := os.ReadFile("../../docs/recipes/postgresql.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```(?:\n\n```text\n(.*?)```)?").FindAllStringSubmatch(string(page), -1)
	for _, block := range blocks {
		got, err := s.Console(block[1])
		got = strings.TrimRight(regexp.MustCompile(`(?m) +$`).ReplaceAllString(got, ""), "\n") // psql fills lines up
		if want := strings.TrimRight(block[2], "\n"); err != nil || got != want {
			t.Errorf("%s\nprints\n%s\n%v, want\n%s", block[1], got, err, want)
		}
	}
	if len(blocks) != 3 {
		t.Errorf("%d blocks of SQL", len(blocks))
	}
}
