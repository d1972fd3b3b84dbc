package recipe

import (
	"os"
	"path/filepath"
	"strings"
)

// SamplesFile has the samples of all rules; the path is relative to folder tables.
const SamplesFile = "testdata/rules.txt"

// A Sample describes the strings of a rule for users.
type Sample struct {
	Matches        string // a noun, such as "one delimiter"
	Valid, Invalid string // Go strings without quotes: one that matches, and one that does not
}

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
