package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/tools/internal/cli"

	"example.org/iri"
)

// double is a command that writes IRIs twice.
var double = command{"double", "write IRIs twice", "", "", transforming(declareDouble)}

func declareDouble(flags *pflag.FlagSet) func() (transform, error) {
	between := flags.String("between", "", "")
	return func() (transform, error) {
		if *between == "no" {
			return nil, errors.New("--between: no")
		}
		return func(dst, text []byte) ([]byte, error) {
			first, second, columns := bytes.Cut(text, []byte("\t"))
			dst = append(dst, first...)
			if _, err := iri.Split(first); err != nil {
				return dst, err
			}
			if columns && len(second) == 0 {
				return dst, &columnError{len(first) + 1, errors.New("iri: nothing")}
			}
			if _, err := iri.Split(second); columns && err != nil {
				return dst, &columnError{len(first) + 1, err}
			}
			return append(append(dst, *between...), first...), nil
		}, nil
	}
}

// transformBy runs a command that is in no list.
func transformBy(c command, stdin io.Reader, args ...string) outcome {
	var stdout, stderr strings.Builder
	root := &cobra.Command{Use: "iri"}
	root.AddCommand(c.on(new(job)))
	name, _, _ := strings.Cut(c.use, " ")
	status := cli.Run(root, append([]string{name}, args...), stdin, &stdout, &stderr)
	return outcome{stdout.String(), stderr.String(), status}
}

func TestTransform(t *testing.T) {
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"no lines", "", nil, outcome{}},
		{"good", "a:\nb:c\n", nil, outcome{stdout: "a:a:\nb:cb:c\n"}},
		{"no final newline", "a:", nil, outcome{stdout: "a:a:\n"}},
		{"CR LF", "a:\r\nb:\r\n", nil, outcome{stdout: "a:a:\nb:b:\n"}},
		{"a flag", "a:\n", []string{"--between", "|", "-"}, outcome{stdout: "a:|a:\n"}},
		{"bad lines stay lines", "a:\nb c\n\nd:\n", nil, outcome{
			"a:a:\n\n\nd:d:\n",
			"-:2:2: ' ' is not allowed in a scheme\n" +
				"-:3:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n", 1}},
		{"the second column", "é:\té\na:\tb c\na:\t\n", nil, outcome{
			"\n\n\n",
			"-:1:1: no scheme: \"é:\" begins with 'é' (U+00E9)\n-:2:5: ' ' is not allowed in a scheme\n-:3:4: nothing\n", 1}},
		{"NUL ends records", "a:\x00b\nc\x00d:", []string{"-0"}, outcome{
			"a:a:\x00\x00d:d:\x00", "-:2:2: '\\n' is not allowed in a scheme\n", 1}},
		{"nothing dangerous is shown", "a:\x1b\u202e\n", nil, outcome{
			"\n", "-:1:3: '\\x1b' is not allowed in a path\n", 1}},
		{"wrong usage", "a:\n", []string{"--between", "no"}, outcome{"", "iri: --between: no\n", 2}},
		{"unknown flag", "a:\n", []string{"--rule", "IRI"}, outcome{"", "iri: unknown flag: --rule; see iri double --help\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			transformBy(double, strings.NewReader(test.input), test.args...).want(t, test.want)
		})
	}
}

// Lines are counted from 1 in every file.
func TestTransformFiles(t *testing.T) {
	a, b := write(t, "a", "a:\n1\n"), write(t, "b", "1\nb:")
	transformBy(double, strings.NewReader("c:"), a, "-", b).want(t, outcome{
		stdout: "a:a:\n\nc:c:\n\nb:b:\n",
		stderr: a + ":2:1: no scheme: \"1\" begins with '1'\n" + b + ":1:1: no scheme: \"1\" begins with '1'\n",
		status: 1,
	})
}
