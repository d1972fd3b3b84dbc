//go:build nightly

package engines

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestClickHouse behaves like ClickHouse with an executable_pool function: it sends the rows of a block, and reads as
// many before sending the next one to the same process.
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

// TestOneByOne checks that a result comes before the next record is sent.
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
