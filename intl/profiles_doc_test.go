package intl

import (
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// TestProfilesTable checks the table of docs/guide/hosts.md with conversions by each profile.
func TestProfilesTable(t *testing.T) {
	rows := testkit.Table(t, "../docs/guide/hosts.md", "profile")
	profiles := map[string]Profile{"UTS46": UTS46, "IDNA2008": IDNA2008, "Transitional": Transitional}
	for _, row := range rows[1:] {
		profile := strings.Trim(row[0], "`")
		p, known := profiles[profile]
		delete(profiles, profile)
		for i := 1; i < len(row)-1; i++ {
			host := strings.Trim(rows[0][i], "`")
			x, err := p.ToURI(iri.MustParse("http://" + host + "/"))
			got, _ := x.Host()
			if err != nil {
				got = "error"
			}
			if !known || got != strings.Trim(row[i], "`") {
				t.Errorf("%s: %s becomes %s (%v), not %s", row[0], host, got, err, row[i])
			}
		}
	}
	if len(profiles) > 0 {
		t.Errorf("the table does not have %v", profiles)
	}
}
