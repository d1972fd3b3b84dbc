//go:build nightly

package engines

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHadoopStreaming does what Hadoop Streaming does: a mapper for each split, whose lines are
// sorted by what stands before the first tab, and the reducer named aggregate of Hadoop, which
// sums.
func TestHadoopStreaming(t *testing.T) {
	list := inputs()
	var mapped []string
	for split := range slices.Chunk(list, 3000) {
		mapper := exec.Command("iri-results", "--get", `LongValueSum:{reason}\t1`)
		mapped = append(mapped, run(t, piped(mapper, split))...)
	}
	slices.Sort(mapped)
	got, want := make(map[string]int), make(map[string]int)
	for _, line := range mapped {
		key, value, _ := strings.Cut(line, "\t")
		n, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		got[strings.TrimPrefix(key, "LongValueSum:")] += n
	}
	for _, text := range list {
		_, reason, _ := strings.Cut(result(text), "\t")
		want[reason]++
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestSparkPipe does what RDD.pipe of Spark does: a process for each partition, to which one thread
// prints elements while another reads lines; then RDD.zip puts results beside strings, for which
// each partition must have as many.
func TestSparkPipe(t *testing.T) {
	for partition := range slices.Chunk(inputs(), 4000) {
		process := exec.Command("iri-results")
		compare(t, run(t, piped(process, partition)), partition)
	}
}

// piped has a process read strings.
func piped(process *exec.Cmd, texts []string) *exec.Cmd {
	process.Stdin = strings.NewReader(strings.Join(texts, "\n") + "\n")
	return process
}

// TestClickHouse does what ClickHouse does with a function of type executable_pool: it sends the
// rows of a block and reads as many before it sends the next block to the same process.
func TestClickHouse(t *testing.T) {
	process := exec.Command("iri-results")
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	rows := bufio.NewReader(out)
	rest := inputs()
	for size := 1; len(rest) > 0; size = min(2*size, len(rest)) {
		block := rest[:min(size, 4000)]
		rest = rest[len(block):]
		go fmt.Fprint(in, strings.Join(block, "\n")+"\n") // while rows are read
		var got []string
		for range block {
			row, err := rows.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.TrimSuffix(row, "\n"))
		}
		compare(t, got, block)
	}
	in.Close()
	if more, err := io.ReadAll(rows); len(more) > 0 || err != nil {
		t.Errorf("behind the last row: %q, %v", more, err)
	}
	if err := process.Wait(); err != nil {
		t.Error(err)
	}
}

// TestOneByOne: an answer comes before the next record is there.
func TestOneByOne(t *testing.T) {
	process := exec.Command("iri-results")
	in, _ := process.StdinPipe()
	out, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	rows := bufio.NewReader(out)
	for _, text := range inputs()[:1000] {
		go fmt.Fprintln(in, text)
		row, err := rows.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		compare(t, []string{strings.TrimSuffix(row, "\n")}, []string{text})
	}
	in.Close()
	if err := process.Wait(); err != nil {
		t.Error(err)
	}
}

// TestParallel runs GNU parallel, which deals out chunks of whole lines to processes and with
// --keep-order puts what these print together again.
func TestParallel(t *testing.T) {
	parallel := installed(t, "parallel")
	list := inputs()
	name := file(t, list)
	for _, how := range [][]string{
		{"--pipe", "--block", "20k"},
		{"--pipe", "-N", "1000"},
		{"--pipepart", "--arg-file", name, "--block", "-1"},
	} {
		args := append([]string{"--no-notice", "--keep-order", "--jobs", "3"}, how...)
		cmd := exec.Command("sh", "-c", `"$0" "$@" <`+name, parallel)
		cmd.Args = append(cmd.Args, append(args, "iri-results")...)
		compare(t, run(t, cmd), list)
	}
}
