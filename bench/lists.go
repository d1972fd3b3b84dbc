package main

import (
	"fmt"
	"os"
	"strings"
)

// A list is texts to measure with or to judge.
type list struct {
	name  string
	texts []string
	bytes int
}

func newList(name string, texts []string) *list {
	l := &list{name: name, texts: texts}
	for _, text := range texts {
		l.bytes += len(text)
	}
	return l
}

// mean returns the length of a text.
func (l *list) mean() float64 { return float64(l.bytes) / float64(len(l.texts)) }

// readList reads the lines of a file, which end in LF or CR LF.
func readList(name, file string) (*list, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var texts []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		texts = append(texts, strings.TrimSuffix(line, "\r"))
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%s: no lines", file)
	}
	return newList(name, texts), nil
}
