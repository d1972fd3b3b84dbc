package main

import (
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPictures draws docs/pictures by the commands in draw.go, and compares.
func TestPictures(t *testing.T) {
	made := 0
	for _, m := range regexp.MustCompile(`(?m)^//go:generate go run \. (.*)$`).FindAllStringSubmatch(read(t, "draw.go"), -1) {
		args := strings.Fields(m[1])
		i := slices.Index(args, "-o") + 1
		file := args[i]
		args[i] = filepath.Join(t.TempDir(), filepath.Base(file))
		if r := abnfc(args...); r.code != 0 || read(t, args[i]) != read(t, file) {
			t.Errorf("%s is not what abnfc %s makes: %s", file, m[1], r.stderr)
		}
		made++
	}
	if made == 0 {
		t.Error("no pictures")
	}
}

// TestDrawn compares the SVG files of Graphviz with their DOT files: nodes, edges and lines of labels.
func TestDrawn(t *testing.T) {
	files, err := filepath.Glob("../../docs/pictures/*.dot")
	if err != nil || len(files) == 0 {
		t.Fatalf("no graphs: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, "dot") + "svg"
		want, got := elementsOfDOT(read(t, file)), elementsOfSVG(read(t, name))
		if !slices.Equal(want, got) {
			t.Errorf("%s is not drawn from %s; draw it again by dot -Tsvg\n%q\n%q", name, file, got, want)
		}
	}
}

// elementsOfDOT returns the nodes and edges of a graph in order, with the lines of their labels.
func elementsOfDOT(text string) (list []string) {
	statements := regexp.MustCompile(`(?m)^\t((?:n|start)\d*(?: -> n\d+)?)(?: \[(.*)\])?$`)
	for _, m := range statements.FindAllStringSubmatch(text, -1) {
		label := regexp.MustCompile(`\blabel="((?:[^"\\]|\\.)*)"`).FindStringSubmatch(m[2])
		if label == nil {
			label = []string{"", ""}
		}
		lines := strings.NewReplacer(`\n`, "|", `\"`, `"`, `\\`, `\`).Replace(label[1])
		list = append(list, strings.ReplaceAll(m[1], " ", "")+" "+lines)
	}
	slices.Sort(list)
	return list
}

// elementsOfSVG returns the same for a picture of Graphviz.
func elementsOfSVG(text string) (list []string) {
	groups := regexp.MustCompile(`(?s)<g id="[^"]*" class="(?:node|edge)">\n<title>([^<]*)</title>(.*?)\n</g>`)
	lines := regexp.MustCompile(`(?s)<text [^>]*>([^<]*)</text>`)
	for _, m := range groups.FindAllStringSubmatch(text, -1) {
		var label []string
		for _, line := range lines.FindAllStringSubmatch(m[2], -1) {
			label = append(label, html.UnescapeString(line[1]))
		}
		list = append(list, html.UnescapeString(m[1])+" "+strings.Join(label, "|"))
	}
	slices.Sort(list)
	return list
}
