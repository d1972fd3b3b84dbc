package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestJSONGold runs the whole command for one project, the others are for hands: they take minutes.
// The tests of RFC 3986 that json-gold skips pass with this library, and only with it.
func TestJSONGold(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another project")
	}
	results, err := integrate("", []string{"json-gold"})
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	t.Logf("%d of %d tests pass before, %d after", r.before.passed(), len(r.before), r.after.passed())
	if unexpected := r.unexpected(); len(unexpected) > 0 {
		t.Errorf("lost, or known as lost and not: %q", unexpected)
	}
	if gained := r.gained(); len(gained) < 8 {
		t.Errorf("gained only %q", gained)
	}
}

func TestReadEvents(t *testing.T) {
	o, err := readEvents([]byte(`
{"Action":"start"}
{"Action":"run","Test":"TestA"}
{"Action":"run","Test":"TestA/b"}
{"Action":"fail","Test":"TestA/b"}
{"Action":"pass","Test":"TestA/c/d"}
{"Action":"fail","Test":"TestA"}
{"Action":"skip","Test":"TestE"}
{"Action":"pass"}`))
	want := outcomes{"TestA/b": false, "TestA/c/d": true}
	if err != nil || !maps.Equal(o, want) {
		t.Errorf("%v, %v, want %v", o, err, want)
	}
	if _, err := readEvents([]byte("no JSON")); err == nil {
		t.Error("no error")
	}
}

func TestEARL(t *testing.T) {
	file := filepath.Join(t.TempDir(), "earl.jsonld")
	err := os.WriteFile(file, []byte(`{"subjectOf": [
		{"earl:test": "a", "earl:result": {"earl:outcome": "earl:passed"}},
		{"earl:test": "a", "earl:result": {"earl:outcome": "earl:failed"}},
		{"earl:test": "b", "earl:result": {"earl:outcome": "earl:untested"}}]}`), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	o, want := make(outcomes), outcomes{"a": true, "a (2)": false}
	if err := o.addEARL(file); err != nil || !maps.Equal(o, want) {
		t.Errorf("%v, %v, want %v", o, err, want)
	}
}

func TestResult(t *testing.T) {
	r := result{
		project: &project{lost: map[string]string{"known": "wrong", "gone": "wrong"}},
		before:  outcomes{"known": true, "new": true, "same": true, "gained": false},
		after:   outcomes{"known": false, "new": false, "same": true, "gained": true, "gone": true},
	}
	if got := r.unexpected(); !slices.Equal(got, []string{"new", "gone"}) {
		t.Errorf("unexpected: %q", got)
	}
	if got := r.gained(); !slices.Equal(got, []string{"gained", "gone"}) {
		t.Errorf("gained: %q", got)
	}
	got := grouped([]string{"a", "x.json/a", "x.json/b", "y.json/c"})
	if want := []string{"`a`", "2 of `x.json`", "1 of `y.json`"}; !slices.Equal(got, want) {
		t.Errorf("grouped: %q", got)
	}
}
