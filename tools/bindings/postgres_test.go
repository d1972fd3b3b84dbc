//go:build nightly && unix

package bindings

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// TestPostgreSQL installs the extension on this machine, and tries it in a server of its own.
func TestPostgreSQL(t *testing.T) {
	s := start(t)
	config := "PG_CONFIG=" + filepath.Join(s.bin, "pg_config")
	for _, target := range []string{"clean", "all", "install"} {
		if out, err := exec.Command("make", "-C", "../../bindings/postgresql", config, "COPT=-Werror", target).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	t.Cleanup(func() {
		_ = exec.Command("make", "-C", "../../bindings/postgresql", config, "uninstall", "clean").Run()
	})
	// a user who is not a superuser may create the extension
	query(t, s, `CREATE ROLE someone LOGIN; CREATE DATABASE other OWNER someone;`)
	if _, err := s.query("CREATE EXTENSION iri; SELECT iri_valid('a:');", "--dbname", "other", "--username", "someone"); err != nil {
		t.Error(err)
	}
	query(t, s, "CREATE EXTENSION iri;")
	t.Run("rows", func(t *testing.T) { testRows(t, s) })
	t.Run("results", func(t *testing.T) { testResults(t, s) })
	t.Run("parallel", func(t *testing.T) { testParallel(t, s) })
	t.Run("refused", func(t *testing.T) { testRefused(t, s) })
	t.Run("recipe", func(t *testing.T) { testRecipe(t, s) })
	t.Run("preloaded", func(t *testing.T) { testPreloaded(t, s) })
}

func query(t *testing.T, s *server, statements string) string {
	t.Helper()
	rows, err := s.query(statements)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// testRows: the functions have the results of package iri.
func testRows(t *testing.T, s *server) {
	list := []string{"", "a:", "not a", "http://u@h:8/%c3%a9/../%7e?q#f", "//[::1]:80/x", "a:\u202e", "?", "#", "/..//a/../b", "a://@:?#", "a:" + strings.Repeat("b/", 3000)}
	for _, l := range corpus.Generated() {
		list = append(list, l.Texts[:40]...)
	}
	var statements, want strings.Builder
	statements.WriteString("CREATE TABLE strings (id serial, s text);\n")
	for _, text := range list {
		if !utf8.ValidString(text) { // the server takes none
			continue
		}
		fmt.Fprintf(&statements, "INSERT INTO strings (s) VALUES (convert_from('\\x%s', 'UTF8'));\n", hex.EncodeToString([]byte(text)))
		for _, r := range []rule.Rule{rule.IRI, rule.URIReference, rule.Port} {
			want.WriteString(map[bool]string{true: "t\t", false: "f\t"}[r.ValidString(text)])
		}
		x, err := iri.ParseReference(text)
		scheme := func() (string, bool) { return x.Scheme(), x.IsAbs() }
		for _, get := range []func() (string, bool){scheme, x.Authority, x.Userinfo, x.Host, x.Port, func() (string, bool) { return x.Path(), true }, x.Query, x.Fragment} {
			component, ok := get()
			if !ok || err != nil {
				component = "none"
			}
			want.WriteString(component + "\t")
		}
		if err != nil {
			want.WriteString("none\tnone\n")
			continue
		}
		want.WriteString(x.Normalize(iri.SyntaxBased).String() + "\t" + iri.MustParse("http://a/b/c").Resolve(x).String() + "\n")
	}
	statements.WriteString(`\pset null none
SELECT iri_valid(s), iri_valid(s, 'URI-reference'), iri_valid(s, 'port'), iri_scheme(s), iri_authority(s), iri_userinfo(s), iri_host(s),
	iri_port(s), iri_path(s), iri_query(s), iri_fragment(s), iri_normalize(s), iri_resolve('http://a/b/c', s) FROM strings ORDER BY id;`)
	got := strings.Split(query(t, s, statements.String()), "\n")
	for i, line := range strings.Split(want.String(), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("row %d: %q, want %q", i, got[i:min(i+1, len(got))], line)
		}
	}
}

func testResults(t *testing.T, s *server) {
	for _, x := range []struct{ statement, want string }{
		{`SELECT iri_valid(NULL) IS NULL, iri_valid('a:', NULL) IS NULL, iri_host('a:') IS NULL, iri_host('a://') = '', iri_resolve('a', 'b') IS NULL`, "t\tt\tt\tt\tt\n"},
		{`CREATE TABLE pages (url iri); CREATE INDEX ON pages (iri_host(url));
			INSERT INTO pages VALUES ('http://b/x'), ('http://a/y'); SET enable_seqscan = off;
			SELECT url FROM pages WHERE iri_host(url) = 'a'`, "http://a/y\n"},
		// a value out of line, and a rule that changes from row to row
		{`SELECT iri_valid(url || repeat('x', 100000)), iri_valid(url, rule) FROM pages, (VALUES ('IRI'), ('port'), ('URI')) AS rules (rule) WHERE url = 'http://a/y'`, "t\tt\nt\tf\nt\tt\n"},
	} {
		if got := query(t, s, x.statement+";"); got != x.want {
			t.Errorf("%s: %q, want %q", x.statement, got, x.want)
		}
	}
}

// testParallel has several processes of the server validate at once.
func testParallel(t *testing.T, s *server) {
	got := query(t, s, `CREATE TABLE many AS SELECT 'http://example.org/' || CASE WHEN i % 7 = 0 THEN ' ' ELSE '' END || i AS s FROM generate_series(1, 200000) AS i;
		SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 3;
		EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) SELECT count(*) FROM many WHERE iri_valid(s);
		SELECT count(*) FROM many WHERE iri_valid(s);`)
	if !strings.Contains(got, "Workers Launched: 3") || !strings.HasSuffix(got, "\n171429\n") {
		t.Error(got)
	}
}

func testRefused(t *testing.T, s *server) {
	for statement, want := range map[string]string{
		`INSERT INTO pages VALUES ('http://a b/')`: "violates check constraint",
		`SELECT iri_valid('a:', 'none')`:           `there is no rule "none"`,
		`SELECT iri_valid('a:', '')`:               `there is no rule ""`,
	} {
		if out, err := s.query(statement + ";"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s%v, want %s", statement, out, err, want)
		}
	}
	if _, err := s.query(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0;`); err != nil {
		t.Fatal(err)
	}
	if out, err := s.query("CREATE EXTENSION iri; SELECT iri_valid('a:');", "--dbname", "latin"); err == nil || !strings.Contains(err.Error(), "needs a database in UTF8") {
		t.Errorf("LATIN1: %s%v", out, err)
	}
}

// testPreloaded: the server forks with the module in it, and pg_dump has the extension, not its functions.
func testPreloaded(t *testing.T, s *server) {
	if err := s.down(); err != nil {
		t.Fatal(err)
	}
	if err := s.up("shared_preload_libraries=iri"); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s, `SHOW shared_preload_libraries; SELECT iri_host('a://b');`); got != "iri\nb\n" {
		t.Error(got)
	}
	dump, err := s.run("", "pg_dump", "--host", s.dir, "--username", "postgres", "--schema-only")
	if err != nil || !strings.Contains(dump, "CREATE EXTENSION IF NOT EXISTS iri") || strings.Contains(dump, "CREATE FUNCTION") {
		t.Errorf("%v\n%s", err, dump)
	}
}

// testRecipe runs the statements of docs/recipes/postgresql.md, which print what stands below them.
func testRecipe(t *testing.T, s *server) {
	page, err := os.ReadFile("../../docs/recipes/postgresql.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```(?:\n\n```text\n(.*?)```)?").FindAllStringSubmatch(string(page), -1)
	for _, block := range blocks {
		got, err := s.console(block[1])
		got = strings.TrimRight(regexp.MustCompile(`(?m) +$`).ReplaceAllString(got, ""), "\n") // psql fills lines up
		if want := strings.TrimRight(block[2], "\n"); err != nil || got != want {
			t.Errorf("%s\nprints\n%s\n%v, want\n%s", block[1], got, err, want)
		}
	}
	if len(blocks) != 3 {
		t.Errorf("%d blocks of SQL", len(blocks))
	}
}
