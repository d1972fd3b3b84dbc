package intl

import (
	"os"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/docs"
)

// TestProfilesTable: docs/reference/operations.md has for each profile what becomes of two hosts.
func TestProfilesTable(t *testing.T) {
	const name = "../docs/reference/operations.md"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	profiles := map[string]Profile{"UTS46": UTS46, "IDNA2008": IDNA2008, "Transitional": Transitional}
	for _, table := range docs.Parse(name, string(text)).Tables {
		if table.Rows[0][0] != "profile" {
			continue
		}
		for _, row := range table.Rows[1:] {
			profile := strings.Trim(strings.TrimSuffix(row[0], ", nontransitional"), "`")
			p, known := profiles[profile]
			delete(profiles, profile)
			for i := 1; i <= 2; i++ {
				host := strings.Trim(table.Rows[0][i], "`")
				x, err := p.ToURI(iri.MustParse("http://" + host + "/"))
				got, _ := x.Host()
				if err != nil {
					got = "error: nothing is mapped"
				}
				if !known || got != strings.Trim(row[i], "`") {
					t.Errorf("%s: %s becomes %s (%v), not %s", row[0], host, got, err, row[i])
				}
			}
		}
	}
	if len(profiles) > 0 {
		t.Errorf("the table does not have %v", profiles)
	}
}
