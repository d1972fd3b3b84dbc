package main

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/tools/cli"

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
func transformBy(c command, limit uint64, stdin io.Reader, args ...string) result {
	var stdout, stderr strings.Builder
	status := runCommand(c, limit, stdin, &stdout, &stderr, args...)
	return result{stdout.String(), stderr.String(), status}
}

// runCommand runs a command by another limit of the length of records.
func runCommand(c command, limit uint64, stdin io.Reader, stdout, stderr io.Writer, args ...string) (status int) {
	j := newJob()
	j.limit = limit
	root := &cobra.Command{Use: "iri"}
	root.AddCommand(c.on(j))
	name, _, _ := strings.Cut(c.use, " ")
	return cli.Run(root, append([]string{name}, args...), stdin, stdout, stderr)
}

func TestTransform(t *testing.T) {
	for _, test := range []struct {
		name, input string
		args        []string
		want        result
	}{
		{"no lines", "", nil, result{}},
		{"good", "a:\nb:c\n", nil, result{stdout: "a:a:\nb:cb:c\n"}},
		{"no final newline", "a:", nil, result{stdout: "a:a:\n"}},
		{"CR LF", "a:\r\nb:\r\n", nil, result{stdout: "a:a:\nb:b:\n"}},
		{"a flag", "a:\n", []string{"--between", "|", "-"}, result{stdout: "a:|a:\n"}},
		{"bad lines stay lines", "a:\nb c\n\nd:\n", nil, result{
			"a:a:\n\n\nd:d:\n",
			"-:2:2: ' ' is not allowed in a scheme\n" +
				"-:3:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n", 1}},
		{"the second column", "é:\té\na:\tb c\na:\t\n", nil, result{
			"\n\n\n",
			"-:1:1: no scheme: \"é:\" begins with 'é' (U+00E9)\n-:2:5: ' ' is not allowed in a scheme\n-:3:4: nothing\n", 1}},
		{"NUL ends records", "a:\x00b\nc\x00d:", []string{"-0"}, result{
			"a:a:\x00\x00d:d:\x00", "-:2:2: '\\n' is not allowed in a scheme\n", 1}},
		{"nothing dangerous is shown", "a:\x1b\u202e\n", nil, result{
			"\n", "-:1:3: '\\x1b' is not allowed in a path\n", 1}},
		{"wrong usage", "a:\n", []string{"--between", "no"}, result{"", "iri: --between: no\n", 2}},
		{"unknown flag", "a:\n", []string{"--rule", "IRI"}, result{"", "iri: unknown flag: --rule; see iri double --help\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			transformBy(double, 100, strings.NewReader(test.input), test.args...).want(t, test.want)
		})
	}
}

// Lines are counted from 1 in every file.
func TestTransformFiles(t *testing.T) {
	a, b := write(t, "a", "a:\n1\n"), write(t, "b", "1\nb:")
	transformBy(double, 100, strings.NewReader("c:"), a, "-", b).want(t, result{
		stdout: "a:a:\n\nc:c:\n\nb:b:\n",
		stderr: a + ":2:1: no scheme: \"1\" begins with '1'\n" + b + ":1:1: no scheme: \"1\" begins with '1'\n",
		status: 1,
	})
}

// A line that is too long becomes an empty one, as any other that is wrong.
func TestTransformTooLongLine(t *testing.T) {
	input := "a:\nb:" + strings.Repeat("x", 3*bufferSize) + "\nc:\nd:345678\n"
	transformBy(double, 7, strings.NewReader(input)).want(t, result{
		stdout: "a:a:\n\nc:c:\n\n",
		stderr: "-:2:1: text of 4 GiB or more: its components cannot be told\n-:4:1: text of 4 GiB or more: its components cannot be told\n",
		status: 1,
	})
}

// What standard output does not take ends the run.
func TestTransformWriteError(t *testing.T) {
	stdin := &countingReader{r: strings.NewReader(strings.Repeat("a:\n", 1_000_000))}
	var stderr strings.Builder
	status := runCommand(double, math.MaxUint32, stdin, &failingWriter{10}, &stderr)
	if status != 2 || stderr.String() != "iri: standard output: disk full\n" || stdin.n > 4*bufferSize {
		t.Errorf("status %d, stderr %q, read %d bytes", status, stderr.String(), stdin.n)
	}
}
