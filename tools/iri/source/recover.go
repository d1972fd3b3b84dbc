package source

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// A recovering reader turns a panic, of a reader or of its library, into an error of the file, so that a program
// continues with other files.
type recovering struct{ Reader }

func (r recovering) Read(b *Block) (err error) {
	defer Recover(&err)
	return r.Reader.Read(b)
}

// Recover sets err to an *Error if the function that deferred it panics.
func Recover(err *error) {
	if x := recover(); x != nil {
		*err = &Error{Err: fmt.Errorf("the reader failed: %v (%s)", x, placeOfPanic())}
	}
}

func placeOfPanic() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers[:])])
	for panics := false; ; {
		frame, more := frames.Next()
		ofRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panics && !ofRuntime || !more {
			return fmt.Sprintf("%s/%s:%d", path.Base(path.Dir(frame.File)), path.Base(frame.File), frame.Line)
		}
		panics = panics || frame.Function == "runtime.gopanic"
	}
}
