package jsonschema_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestCases has a test for each case of the official suite. The project's own test ends at the
// first case of a file that fails.
func TestCases(t *testing.T) {
	suite := os.Getenv("JSON_SCHEMA_TEST_SUITE")
	if suite == "" {
		t.Skip("no suite")
	}
	for name, draft := range map[string]*jsonschema.Draft{
		"draft4": jsonschema.Draft4, "draft6": jsonschema.Draft6, "draft7": jsonschema.Draft7,
		"draft2019-09": jsonschema.Draft2019, "draft2020-12": jsonschema.Draft2020,
	} {
		tests := filepath.Join(suite, "tests")
		err := filepath.WalkDir(filepath.Join(tests, name), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".json" || slices.Contains(skip, filepath.Base(file)) {
				return err
			}
			relative, err := filepath.Rel(tests, file)
			if err != nil {
				return err
			}
			t.Run(filepath.ToSlash(relative), func(t *testing.T) { runCases(t, suite, file, draft) })
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func runCases(t *testing.T, suite, file string, draft *jsonschema.Draft) {
	var groups []struct {
		Description string
		Schema      any
		Tests       []struct {
			Description string
			Data        any
			Valid       bool
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.UseNumber()
	if err := d.Decode(&groups); err != nil {
		t.Fatal(err)
	}
	for _, group := range groups {
		c := jsonschema.NewCompiler()
		c.DefaultDraft(draft)
		if strings.Contains(file, "optional") {
			c.AssertFormat()
			c.AssertContent()
		}
		c.UseLoader(jsonschema.SchemeURLLoader{"file": jsonschema.FileLoader{}, "http": suiteRemotes(suite)})
		const url = "http://testsuites.com/schema.json"
		err := c.AddResource(url, group.Schema)
		var schema *jsonschema.Schema
		if err == nil {
			schema, err = c.Compile(url)
		}
		for _, test := range group.Tests {
			t.Run(group.Description+"/"+test.Description, func(t *testing.T) {
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(test.Data); (err == nil) != test.Valid {
					t.Errorf("%v: %v", test.Data, err)
				}
			})
		}
	}
}
