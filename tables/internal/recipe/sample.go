package recipe

import (
	"os"
	"path/filepath"
	"strings"
)

// SamplesFile has the samples of all rules, by its path from folder tables.
const SamplesFile = "testdata/rules.txt"

// A Sample describes what a rule matches, for users.
type Sample struct {
	Matches        string // a noun, such as "one delimiter"
	Valid, Invalid string // Go strings without their quotes: one that the rule matches, and one that it does not
}

// Samples returns the samples by the names of the rules.
func Samples(dir string) (map[string]Sample, error) {
	text, err := os.ReadFile(filepath.Join(dir, SamplesFile))
	if err != nil {
		return nil, err
	}
	samples := make(map[string]Sample)
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(cells) == 4 {
			samples[cells[0]] = Sample{cells[1], cells[2], cells[3]}
		}
	}
	return samples, nil
}
