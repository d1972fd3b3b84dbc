package iris

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// attempt calls f and turns a panic of it into an error, so that a file that a reader or a file system
// does not expect fails alone, and not the job.
func attempt(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the reader failed: %v (%s)", r, panicked())
		}
	}()
	return f()
}

// panicked returns the file and the line where the current panic began. A deferred function calls it.
func panicked() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	began := false
	for {
		frame, more := frames.Next()
		if began && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("%s/%s:%d", path.Base(path.Dir(frame.File)), path.Base(frame.File), frame.Line)
		}
		began = began || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
