package scan

import (
	"sync"
	"testing"
)

// TestAllocs: no path allocates, whatever it says.
func TestAllocs(t *testing.T) {
	var texts [][]byte
	for _, text := range []string{
		"", "a", "a:b", "http://www.example.org/a/b?c=d#e", "http://u:p@[::1]:80/\u4e2d/%41?\ue000",
		"http://example.org/\u00e9%20", "a:\xff", "http://example.org/ ",
	} {
		long := append([]byte(text), pumped("", "ab/", 300)...)
		texts = append(texts, []byte(text), long[:100], long)
	}
	for _, p := range fast(t) {
		for _, text := range texts {
			if n := testing.AllocsPerRun(10, func() { p.locate(tops[1], text) }); n != 0 {
				t.Errorf("%s: %q: %v allocations", p.name, text, n)
			}
			if n := testing.AllocsPerRun(10, func() { p.check(tops[1], text) }); n != 0 {
				t.Errorf("%s: %q: %v allocations without offsets", p.name, text, n)
			}
		}
	}
}

// TestTogether: many goroutines run kernels at once, among them the first calls of all and that
// which detects the processor.
func TestTogether(t *testing.T) {
	text := []byte("http://user@example.org:80/\u4e2d/%41?b#c")
	want, valid := reference(tops[0], text)
	for range effort(10, 100, 1000) {
		forget()
		var start, done sync.WaitGroup
		start.Add(1)
		for range 8 {
			done.Add(1)
			go func() {
				defer done.Done()
				start.Wait()
				for range 10 {
					x, v := Bytes(tops[0], text)
					c := CheckBytes(tops[0], text)
					if c != NoKernel && c != Valid || v != NoKernel && (v != Valid || !valid || x != want.Pack()) {
						t.Errorf("%x, results %d and %d", x, v, c)
					}
				}
			}()
		}
		start.Done()
		done.Wait()
	}
}
