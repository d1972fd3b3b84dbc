//go:build linux

package fence

import (
	"strings"
	"testing"
)

// TestFence checks that accesses outside of Inner fault, and so do writes to a read-only Inner.
func TestFence(t *testing.T) {
	f := New(t, 2)
	first := (len(f.Pages) - len(f.Inner)) / 2
	last := len(f.Inner) - 1
	var sink byte
	if err := Guarded(func() { f.Inner[0], f.Inner[last] = 1, 2 }); err != nil {
		t.Error(err)
	}
	f.ReadOnly(t, true)
	for name, call := range map[string]func(){
		"reading before": func() { sink += f.Pages[first-1] },
		"reading after":  func() { sink += f.Pages[first+last+1] },
		"writing before": func() { f.Inner[0] = 1 },
		"writing after":  func() { f.Inner[last] = 1 },
	} {
		if err := Guarded(call); err == nil || !strings.HasPrefix(err.Error(), "touches address") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Guarded(func() { sink += f.Inner[0] + f.Inner[last] }); err != nil || sink != 3 {
		t.Errorf("read %d, %v", sink, err)
	}
	if err := Guarded(func() { panic("no") }); err == nil || err.Error() != "panics: no" {
		t.Errorf("a panic is %v", err)
	}
}
