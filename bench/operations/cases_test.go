package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri"
)

// write makes a folder with files, whose names and texts are given in turn.
func write(t *testing.T, files ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(folder, files[i]), []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestCases(t *testing.T) {
	t.Setenv("OPERATIONS_HARNESS", "1")
	folder := write(t,
		"resolve.jsonl", `{"base": "f://h/a", "ref": "é?#", "target": "f://h/é?#"}`+"\n"+`{"base": "f://h/a", "ref": "f:", "target": "f:"}`+"\n",
		"normalize.jsonl", `{"input": "F:%41#", "normalized": "f:A#", "levels": ["rfc3986-6.2.2", "rfc3987-5.3.3"]}`+"\n",
		"convert.jsonl", `{"iri": "é", "uri": "%C3%A9", "direction": "uri-to-iri"}`+"\n"+
			`{"iri": "//é", "uri": "//xn--9ca", "direction": "iri-to-uri", "host": "idna"}`+"\n"+
			`{"iri": "é", "uri": "%C3%A9", "direction": "iri-to-uri", "host": "percent"}`+"\n")
	status, stdout, stderr := invoke("-cases", folder, "-harness", os.Args[0])
	if status != exitOK || stderr != "" {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	for _, part := range []string{
		"resolve, cases: 2 texts\n\n", "   0      0  iri.Resolver.AppendResolve\n", "   0      1  net/url", "   0      1  echo\n",
		"normalize rfc3986-6.2.2, cases: 1 texts\n", "normalize rfc3987-5.3.3, cases: 1 texts\n", "to-iri, cases: 1 texts\n", "to-uri, cases: 1 texts\n",
		"relativize, short IRIs: ", "    0      0       0  iri.Resolver.AppendRelativize\n", "    0         0          0  iri.AppendNormal\n",
	} {
		if !strings.Contains(stdout, part) {
			t.Errorf("no %q in\n%s", part, stdout)
		}
	}
}

// TestWrongCases: a case that package iri does not get right is an error, and so is what cannot be read.
func TestWrongCases(t *testing.T) {
	for _, test := range []struct {
		folder string
		status int
		part   string
	}{
		{write(t, "resolve.jsonl", `{"base": "a:", "ref": "b", "target": "c:"}`, "normalize.jsonl", "", "convert.jsonl", ""), exitWrong, `says "a:b", not "c:"`},
		{write(t), exitUsage, "resolve.jsonl"},
		{write(t, "resolve.jsonl", "["), exitUsage, "resolve.jsonl: unexpected end"},
	} {
		if status, _, stderr := invoke("-cases", test.folder); status != test.status || !strings.Contains(stderr, test.part) {
			t.Errorf("status %d, stderr %q, want %d, %q", status, stderr, test.status, test.part)
		}
	}
}

func TestWhatwg(t *testing.T) {
	folder := write(t, "cases.json", `["comment",
		{"input": "http://f:b/c", "base": "http://h/", "failure": true},
		{"input": "b", "base": "http://h/a", "href": "http://h/b", "protocol": "http:"},
		{"input": "http://H", "base": null, "href": "http://h/"},
		{"input": "i", "base": "sc:sd", "failure": true},
		{"input": "http://f:999999/c", "base": null, "failure": true},
		{"input": "a b", "base": "http://h/", "href": "http://h/a%20b"},
		{"input": "http:b", "base": "http://h/", "href": "http://h/b"},
		{"input": "///b", "base": "http://h/", "href": "http://b/"},
		{"input": "http://256", "base": null, "href": "http://0.0.1.0/"},
		{"input": "http://@h", "base": null, "href": "http://h/"},
		{"input": "http://h:000001", "base": null, "href": "http://h:1/"},
		{"input": "/", "base": "file:///C:/a", "href": "file:///C:/"},
		{"input": "http://h/?'", "base": null, "href": "http://h/?%27"},
		{"input": "x", "base": "a b:", "href": "x:"}]`)
	status, stdout, stderr := invoke("-whatwg", filepath.Join(folder, "cases.json"))
	if status != exitOK || stderr != "" {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	want := map[int]int{weRefuse: 2, authorityDiffers: 2}
	for k, name := range classNames {
		count := "| 1 |"
		if want[k] == 2 {
			count = "| 2 |"
		}
		if row := "| " + name + " " + count; !strings.Contains(stdout, row) {
			t.Errorf("no %q in\n%s", row, stdout)
		}
	}
	if !strings.HasSuffix(stdout, "| all | 14 | |\n") || !strings.Contains(stdout, "| `sc:sd` + `i` = `sc:i`, - |") {
		t.Error(stdout)
	}
	for _, text := range []string{"{", "[1", `[{"input": 1}]`} {
		if status, _, stderr := invoke("-whatwg", filepath.Join(write(t, "x", text), "x")); status != exitUsage || !strings.Contains(stderr, "x: ") {
			t.Errorf("%s: status %d, stderr %q", text, status, stderr)
		}
	}
}

// TestNormalLists: the lists are what their names say.
func TestNormalLists(t *testing.T) {
	for _, l := range normalLists() {
		normal := 0
		for _, x := range l.inputs {
			if iri.IsNormal([]byte(x.text), raced) {
				normal++
			}
		}
		if strings.HasSuffix(l.name, ", normal") != (normal == len(l.inputs)) || normal > 0 && normal < len(l.inputs) {
			t.Errorf("%s: %d of %d are normal", l.name, normal, len(l.inputs))
		}
	}
}
