package proxy

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// A limitedWriter is an answer that knows its limits.
type limitedWriter struct {
	http.ResponseWriter
	read, write time.Time
}

func (w *limitedWriter) SetReadDeadline(t time.Time) error  { w.read = t; return nil }
func (w *limitedWriter) SetWriteDeadline(t time.Time) error { w.write = t; return nil }

// Limits are there while something under way needs them, a body that has failed is never waited for
// again, and what ends late does not touch the next request.
func TestExchange(t *testing.T) {
	for name, test := range map[string]struct {
		steps       func(x *exchange)
		read, write bool // is limited
	}{
		"a read":            {func(x *exchange) { x.begin(false) }, true, false},
		"a read, done":      {func(x *exchange) { x.begin(false); x.done(false, nil) }, false, false},
		"the last read":     {func(x *exchange) { x.begin(false); x.done(false, io.EOF) }, false, false},
		"a write":           {func(x *exchange) { x.begin(true) }, true, true},
		"a write, done":     {func(x *exchange) { x.begin(true); x.done(true, nil) }, false, false},
		"a read in a write": {func(x *exchange) { x.begin(true); x.begin(false); x.done(false, nil) }, true, true},
		"a write in a read": {func(x *exchange) { x.begin(false); x.begin(true); x.done(true, nil) }, true, false},
		"a read that fails": {func(x *exchange) { x.begin(false); x.done(false, os.ErrDeadlineExceeded) }, true, false},
		"a write behind that": {func(x *exchange) {
			x.begin(false)
			x.done(false, os.ErrDeadlineExceeded)
			x.begin(true)
			x.done(true, nil)
		}, true, false},
		"the end":              {func(x *exchange) { x.end() }, true, true},
		"a read past the end":  {func(x *exchange) { x.begin(false); x.end(); x.done(false, nil) }, true, true},
		"a read begun past it": {func(x *exchange) { x.control.SetReadDeadline(time.Time{}); x.over = true; x.begin(false) }, false, false},
	} {
		w := &limitedWriter{ResponseWriter: httptest.NewRecorder()}
		test.steps(&exchange{ResponseWriter: w, control: http.NewResponseController(w), stall: time.Hour})
		if w.read.IsZero() == test.read || w.write.IsZero() == test.write {
			t.Errorf("%s: until %v, %v", name, w.read, w.write)
		}
	}
}
