//go:build nightly

package engines

import (
	"os/exec"
	"testing"
)

// TestParallel runs GNU parallel, which deals out chunks of whole lines to processes and with
// --keep-order puts what these print together again.
func TestParallel(t *testing.T) {
	parallel := installed(t, "parallel")
	list := texts()
	name := file(t, list)
	for _, how := range [][]string{
		{"--pipe", "--block", "20k"},
		{"--pipe", "-N", "1000"},
		{"--pipepart", "--arg-file", name, "--block", "-1"},
	} {
		args := append([]string{"--no-notice", "--keep-order", "--jobs", "3"}, how...)
		cmd := exec.Command("sh", "-c", `"$0" "$@" <`+name, parallel)
		cmd.Args = append(cmd.Args, append(args, "verdicts")...)
		compare(t, run(t, cmd), list)
	}
}
