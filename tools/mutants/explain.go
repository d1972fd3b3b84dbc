package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// explanation says why a mutant survives: it behaves as the original does, or
// differs only in speed. In the file it is a line of three fields, separated by
// tabs: the id, the changed line, the reason. The changed line is there so that
// an id that has come to mean another mutant is noticed. Lines that begin with #
// are comments.
type explanation struct {
	changed, why string
	line         int // in the file
}

// explanations are those of a file by id.
type explanations map[string]explanation

// readExplanations reads those that concern some folders.
func readExplanations(name string, folders []string) (explanations, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list := make(explanations)
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || f[2] == "" {
			return nil, fmt.Errorf("%s:%d: want ID, tab, changed line, tab, reason", name, i+1)
		}
		if _, ok := list[f[0]]; ok {
			return nil, fmt.Errorf("%s:%d: %s is explained twice", name, i+1, f[0])
		}
		if slices.Contains(folders, folderOf(f[0])) {
			list[f[0]] = explanation{f[1], f[2], i + 1}
		}
	}
	return list, nil
}

// folderOf returns the folder that an id speaks of.
func folderOf(id string) string { return path.Dir(fileOf(id)) }

func fileOf(id string) string {
	file, _, _ := strings.Cut(id, ":")
	return file
}

func operatorOf(id string) string { return id[strings.LastIndexByte(id, ':')+1:] }

// check returns an error if an explained mutant is not there any more.
func (e explanations) check(mutants []*mutant) error {
	there := make(map[string]string)
	for _, m := range mutants {
		there[m.id()] = m.changed()
	}
	var stale []error
	for id, x := range e {
		if changed, ok := there[id]; !ok || changed != x.changed {
			text := fmt.Sprintf("%s is explained, but no mutant makes there %q", id, x.changed)
			if moved := x.candidates(id, mutants); len(moved) > 0 {
				text += "; it may be now " + strings.Join(moved, " or ") + ", which -moved writes if it is only one"
			}
			stale = append(stale, errors.New(text))
		}
	}
	slices.SortFunc(stale, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(stale...)
}

// candidates returns the ids of the mutants of the same file that make the same change.
func (x explanation) candidates(id string, mutants []*mutant) []string {
	var list []string
	for _, m := range mutants {
		if m.name == fileOf(id) && m.operator == operatorOf(id) && m.changed() == x.changed {
			list = append(list, m.id())
		}
	}
	return list
}

// move rewrites the file: where lines were added or removed in front of a mutant,
// it gets its present id.
func (e explanations) move(name string, mutants []*mutant) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	for id, x := range e {
		if moved := x.candidates(id, mutants); len(moved) == 1 {
			_, rest, _ := strings.Cut(lines[x.line-1], "\t")
			lines[x.line-1] = moved[0] + "\t" + rest
		}
	}
	return os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666)
}
