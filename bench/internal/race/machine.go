package race

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// Machine names the processor, if the system tells, and says how many there are.
func Machine() string {
	name := runtime.GOOS + "/" + runtime.GOARCH
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		name = cmp.Or(modelName(f), name)
	}
	if n := runtime.NumCPU(); n > 1 {
		return fmt.Sprintf("%s, %d cores", name, n)
	}
	return name + ", 1 core"
}

// modelName returns the first "model name" of a file like /proc/cpuinfo.
func modelName(cpuinfo io.Reader) string {
	for lines := bufio.NewScanner(cpuinfo); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.NewReplacer("(R)", "", "(TM)", "").Replace(strings.TrimSpace(value))
		}
	}
	return ""
}

// Golang names the version of Go.
func Golang() string { return "Go " + strings.TrimPrefix(runtime.Version(), "go") }
