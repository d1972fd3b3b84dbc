package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTargets checks that the output of compile passes its own test, and fails it with an injected mistake. The command
// in its header gives the same output.
func TestTargets(t *testing.T) {
	folder(t, "x.abnf", "list = item *( \",\" item ) [ \";\" rest ]\nitem = 1*DIGIT / %xE9 [ %x2C ] \"?\"\nrest = *( %x22 / \"\\\" / %x0A )\n",
		"my y.abnf", "char = *%x80-FF\n")
	for _, x := range []struct{ args, run, right, wrong string }{
		{"-o x.c", "cc -std=c99 -Wall -Wextra -Werror -pedantic -o test x.c x_test.c && ./test", "&& s >= t->accept", "|| s >= t->accept"},
		{"-o x.c", "cc -std=c99 -o test x.c x_test.c && ./test", "begin_rest, end_rest)", "begin_rest, 1)"},
		{"-o x.mjs", "node x_test.mjs", "&& state >= t.accept", "|| state >= t.accept"},
		{"-o x.cjs", "node x_test.cjs", "span(begin_rest", "span(end_rest + 1"},
		{"--octets -o x.mjs", "node x_test.mjs", "&& state >= t.accept", "|| state >= t.accept"},
		{"--octets -o x.c", "cc -std=c99 -o test x.c x_test.c && ./test", "&& s >= t->accept", "|| s >= t->accept"},
	} {
		t.Run(x.args, func(t *testing.T) {
			name, _, _ := strings.Cut(x.run, " ")
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(err)
			}
			args := append([]string{"compile", "--rule", "list,item,rest", "--rule", "char", "--span", "item,rest", "--import", "my y.abnf:char"}, strings.Fields(x.args)...)
			if r := abnfc(append(args, "x.abnf")...); r != (result{}) {
				t.Fatalf("status %d\n%s%s", r.code, r.stdout, r.stderr)
			}
			out := args[len(args)-1]
			source, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := exec.Command("sh", "-c", x.run).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", x.run, err, text)
			}
			again(t, out, source)
			mistaken := bytes.Replace(source, []byte(x.right), []byte(x.wrong), 1)
			if err := os.WriteFile(out, mistaken, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := exec.Command("sh", "-c", x.run).Run(); err == nil || bytes.Equal(mistaken, source) {
				t.Errorf("the test passes with %s", x.wrong)
			}
		})
	}
}

// again runs the command in the header of a source, and compares the output.
func again(t *testing.T, out string, source []byte) {
	t.Helper()
	_, line, _ := strings.Cut(string(source), "\n * abnfc ")
	line, _, _ = strings.Cut(line, "\n")
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{out, strings.TrimSuffix(out, filepath.Ext(out)) + "_test" + filepath.Ext(out)} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	args, err := exec.Command("sh", "-c", "cd '"+folder+"' && printf '%s\\n' "+line).Output()
	if err != nil {
		t.Fatal(err)
	}
	if r := abnfc(strings.Split(strings.TrimSuffix(string(args), "\n"), "\n")...); r != (result{}) {
		t.Fatalf("%s: status %d\n%s%s", line, r.code, r.stdout, r.stderr)
	}
	if made, err := os.ReadFile(out); err != nil || !bytes.Equal(made, source) {
		t.Errorf("%s: another %s, %v", line, out, err)
	}
}
