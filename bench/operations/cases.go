package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A caseLine is a line of a file of cases, of which each file has its own fields.
type caseLine struct {
	Base, Ref, Target string // resolve.jsonl

	Input, Normalized string // normalize.jsonl
	Levels            []string

	IRI, URI, Direction, Host string // convert.jsonl
}

// An operation is what contestants do, with the cases that it should get right.
type operation struct {
	name   string
	inputs []input
	want   []string
}

// judge counts, for each operation and contestant, the cases that do not come out as the files of a
// folder have them, and short texts that break the laws of an operation. It is an error if those are
// of package iri.
func judge(folder string, all harnesses, w io.Writer) error {
	operations, err := readCases(folder)
	if err != nil {
		return err
	}
	for _, op := range operations {
		field := competitors(op.name, op.inputs, all)
		counts, err := deviations(op.inputs, field, op.want)
		if err != nil {
			return err
		}
		tab := begin(w, op.name+", cases", len(op.inputs), "none\tother")
		for i, c := range field {
			if c.results != nil {
				fmt.Fprintf(tab, "%d\t%d\t  %s\n", counts[i].none, counts[i].other, c.name)
			}
		}
		if err := end(tab, w); err != nil {
			return err
		}
	}
	if err := relativizing(all, w); err != nil {
		return err
	}
	return settling(all, w)
}

// readCases reads resolve.jsonl, normalize.jsonl, which is an operation for each level, and
// convert.jsonl, of which it takes what leaves IDNA aside.
func readCases(folder string) (all []*operation, err error) {
	byName := make(map[string]*operation)
	add := func(name, base, text, want string) {
		op := byName[name]
		if op == nil {
			op = &operation{name: name}
			byName[name], all = op, append(all, op)
		}
		op.inputs, op.want = append(op.inputs, input{base, text}), append(op.want, want)
	}
	for _, file := range []string{"resolve.jsonl", "normalize.jsonl", "convert.jsonl"} {
		lines, err := readLines(filepath.Join(folder, file))
		if err != nil {
			return nil, err
		}
		for _, c := range lines {
			switch {
			case c.Target != "":
				add("resolve", c.Base, c.Ref, c.Target)
			case c.Direction == "iri-to-uri" && c.Host != "idna":
				add("to-uri", "", c.IRI, c.URI)
			case c.Direction == "uri-to-iri":
				add("to-iri", "", c.URI, c.IRI)
			}
			for _, level := range c.Levels {
				add("normalize "+level, "", c.Input, c.Normalized)
			}
		}
	}
	return all, nil
}

func readLines(file string) (lines []caseLine, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for text := range strings.Lines(string(data)) {
		var line caseLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lines = append(lines, line)
	}
	return lines, nil
}
