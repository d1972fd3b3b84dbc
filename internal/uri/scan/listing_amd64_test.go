//go:build !purego

package scan

import (
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The kernels of package bytescan must satisfy the same conditions.
var listings = []string{"kernel_amd64.s", "batch_amd64.s", "../../bytescan/kernel_amd64.s"}

// An instruction is a line of a listing, parsed.
type instruction struct {
	listing  string
	line     int
	function string
	name     string
	operands []string
	label    bool // the line is a label
}

// target returns the last operand, which is the destination except in comparisons.
func (i instruction) target() string {
	if len(i.operands) == 0 {
		return ""
	}
	return i.operands[len(i.operands)-1]
}

var isVector = regexp.MustCompile(`^[XYZ]\d+$`)

func (i instruction) vector() bool {
	return slices.ContainsFunc(i.operands, isVector.MatchString)
}

func instructions(t *testing.T) iter.Seq[instruction] {
	return func(yield func(instruction) bool) {
		for _, listing := range listings {
			if !instructionsOf(listing, string(read(t, listing)), yield) {
				return
			}
		}
	}
}

// instructionsOf yields the instructions of a listing.
func instructionsOf(listing, text string, yield func(instruction) bool) bool {
	function, n := "", 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		name, rest, _ := strings.Cut(line, " ")
		i := instruction{listing: listing, line: n, function: function, name: name, label: strings.HasSuffix(line, ":")}
		for o := range strings.SplitSeq(rest, ",") {
			if o = strings.TrimSpace(o); o != "" {
				i.operands = append(i.operands, o)
			}
		}
		switch {
		case name == "TEXT":
			function = i.operands[0]
		case line != "" && function != "" && !yield(i):
			return false
		}
	}
	return true
}

// TestListing tests that no instruction of the legacy encoding uses a vector register, that each return is preceded by
// VZEROUPPER, and that nothing is called with dirty upper halves. Such errors cost a hundred nanoseconds a call, but
// change no result.
func TestListing(t *testing.T) {
	returns := map[string]int{}
	clean := false // VZEROUPPER is after the last vector instruction, label or jump
	old := false   // a processor without AVX may execute this
	function := ""
	for i := range instructions(t) {
		if i.function != function {
			function, clean, old = i.function, false, false
		}
		if i.label {
			old = i.name == "none:" || i.name == "noPlan:" || i.name == "leave:"
		} else if old && i.name[0] == 'V' {
			t.Errorf("%s:%d: %s without AVX", i.listing, i.line, i.name)
		}
		switch {
		case i.vector():
			clean = false
			if i.name[0] != 'V' {
				t.Errorf("%s:%d: %s is of the old encoding", i.listing, i.line, i.name)
			}
		case i.label, i.name[0] == 'J':
			clean = false
		case i.name == "VZEROUPPER":
			clean = true
		case i.name == "RET":
			returns[i.function]++
			if !clean && !old && i.function != "·detect(SB)" {
				t.Errorf("%s:%d: returns with dirty registers", i.listing, i.line)
			}
		case i.name == "CALL" && i.operands[0] != "·detect(SB)":
			t.Errorf("%s:%d: calls %s", i.listing, i.line, i.operands[0])
		}
	}
	for _, f := range []string{"·locate(SB)", "·check(SB)", "·length(SB)"} {
		if returns[f] < 4 {
			t.Errorf("%s returns at %d places", f, returns[f])
		}
	}
}

// pointsTo reports whether an instruction leaves a pointer in a register, into the frame or to results; regs has such
// registers.
func (i instruction) pointsTo(regs map[string]bool) bool {
	switch from := i.operands[0]; i.name {
	case "LEAQ":
		return strings.HasSuffix(from, "(SP)") || regs[base(from)]
	case "MOVQ":
		return from == "t+0(FP)" || from == "cuts+16(FP)" || from == "long+24(FP)"
	}
	return false
}

// base returns the base register of a memory operand.
func base(operand string) string {
	_, register, _ := strings.Cut(operand, "(")
	register, _, _ = strings.Cut(register, ")")
	return register
}

// TestListingWrites tests that kernels write only to results, their frame and skipped, and detect only to level.
func TestListingWrites(t *testing.T) {
	writable := map[string]bool{} // registers that point to results or into the frame
	stores := 0
	for i := range instructions(t) {
		to := i.target()
		if !strings.HasSuffix(to, ")") { // not in memory
			if to != "" && !i.label {
				writable[to] = i.pointsTo(writable) || writable[to] && advances(i)
			}
			continue
		}
		if strings.HasPrefix(i.name, "CMP") || strings.HasPrefix(i.name, "TEST") || strings.HasPrefix(i.name, "PREFETCH") || i.name == "CALL" {
			continue
		}
		stores++
		if base := base(to); base != "SP" && base != "FP" && !writable[base] && to != "·level+0(SB)" && to != "·skipped+0(SB)" {
			t.Errorf("%s:%d: %s to %s", i.listing, i.line, i.name, to)
		}
	}
	if stores < 20 {
		t.Errorf("only %d instructions that write", stores)
	}
}

// advances reports whether an instruction adds a constant.
func advances(i instruction) bool {
	return i.name == "ADDQ" && strings.HasPrefix(i.operands[0], "$")
}

// TestAssembles also assembles for shared libraries, which reserve a register.
func TestAssembles(t *testing.T) {
	object := filepath.Join(t.TempDir(), "kernel.o")
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	include := filepath.Join(strings.TrimSpace(string(root)), "pkg", "include")
	for _, flags := range [][]string{nil, {"-shared"}, {"-dynlink"}} {
		for _, listing := range listings {
			args := append(append([]string{"tool", "asm"}, flags...), "-p", "scan", "-I", include, "-o", object, listing)
			if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
				t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
			}
		}
	}
}

func read(t *testing.T, path string) []byte {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
