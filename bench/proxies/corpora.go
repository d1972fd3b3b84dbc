package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.org/iri/internal/testkit/corpus"
)

// unlabelled is the label of the requests of other projects.
const unlabelled = "unlabelled"

// corpora reads the requests of other projects from files and folders: in Markdown, each block of code in the
// language http is a message; in *.txt, each line is a path. They have no labels, and some messages end early,
// so the table has only what the backend got, and what of it is invalid.
func corpora(list string) (all []corpus.Request, err error) {
	for root := range strings.SplitSeq(list, ",") {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			found, err := requestsIn(file)
			for i, raw := range found {
				all = append(all, corpus.Request{Name: fmt.Sprintf("%s:%d", filepath.Base(file), i+1), Label: unlabelled, Raw: raw})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func requestsIn(file string) (raw []string, err error) {
	source, err := os.ReadFile(file)
	switch filepath.Ext(file) {
	case ".md":
		for _, m := range blocks.FindAllStringSubmatch(string(source), -1) {
			raw = append(raw, messageIn(m[1]))
		}
	case ".txt":
		for lines := bufio.NewScanner(strings.NewReader(string(source))); lines.Scan(); {
			raw = append(raw, plain("/"+strings.TrimPrefix(lines.Text(), "/")))
		}
	}
	return raw, err
}

var (
	blocks  = regexp.MustCompile("(?s)\n```http\n(.*?)```")
	hasHost = regexp.MustCompile(`(?i)\r\nHost\s*:`)
	escaped = strings.NewReplacer(`\r`, "\r", `\n`, "\n", `\t`, "\t", `\f`, "\f")
)

// messageIn returns what a block of llhttp stands for: its lines end in CR LF, and other ends are escaped. A
// message without a Host field would be refused for this alone, so it gets one.
func messageIn(block string) string {
	raw := escaped.Replace(strings.ReplaceAll(block, "\n", "\r\n"))
	if line, rest, is := strings.Cut(raw, "\r\n"); is && !hasHost.MatchString(raw) {
		raw = line + "\r\nHost: h.example\r\n" + rest
	}
	return raw
}
