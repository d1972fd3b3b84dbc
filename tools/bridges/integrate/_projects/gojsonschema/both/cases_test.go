package gojsonschema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCases has a test for each case that the official suite has of four formats, in all drafts.
func TestCases(t *testing.T) {
	suite := os.Getenv("JSON_SCHEMA_TEST_SUITE")
	if suite == "" {
		t.Skip("no suite")
	}
	for _, format := range []string{"uri", "uri-reference", "iri", "iri-reference"} {
		var files []string
		for _, folder := range []string{"draft*/optional/format", "v1/format"} {
			found, err := filepath.Glob(filepath.Join(suite, "tests", folder, format+".json"))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		for _, file := range files {
			t.Run(strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(suite)+"/tests/"), func(t *testing.T) { runCases(t, file, format) })
		}
	}
}

func runCases(t *testing.T, file, format string) {
	var groups []struct {
		Tests []struct {
			Description string
			Data        interface{}
			Valid       bool
		}
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &groups)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range groups {
		for _, test := range group.Tests {
			if _, ok := test.Data.(string); !ok {
				continue // formats are of strings
			}
			t.Run(test.Description, func(t *testing.T) {
				if FormatCheckers.IsFormat(format, test.Data) != test.Valid {
					t.Errorf("%q", test.Data)
				}
			})
		}
	}
}
