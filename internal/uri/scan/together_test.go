package scan

import (
	"sync"
	"testing"
)

// TestTogether runs kernels in many goroutines, including the first calls and the one that detects the processor.
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
