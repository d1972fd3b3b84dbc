package file

import (
	"strconv"

	"example.org/iri"
)

// A Reason is why a path or an IRI cannot be converted.
type Reason uint8

// The reasons.
const (
	NotAbsolute Reason = iota + 1 // the path depends on a current folder or drive
	NoShare                       // the path has a server of Windows without a share
	NUL                           // the path has a NUL, maybe percent-encoded
	Device                        // the path is one of devices of Windows, such as \\?\C:\ or \\.\COM1
	IllFormed                     // the path is one of Windows, and not UTF-8
	NotFile                       // the scheme is not file
	NotLocal                      // the file is on another host
	NotPath                       // the IRI has a userinfo, port, query or fragment, which no path has
	Separator                     // a percent-encoded octet that separates segments
)

// String returns the reason in words.
func (r Reason) String() string {
	switch r {
	case NotAbsolute:
		return "path is not absolute"
	case NoShare:
		return "share of the server is missing"
	case NUL:
		return "path has a NUL"
	case Device:
		return "path of a device"
	case IllFormed:
		return "path is not UTF-8"
	case NotFile:
		return "scheme is not file"
	case NotLocal:
		return "file is on another host"
	case NotPath:
		return "a component that paths do not have"
	case Separator:
		return "percent-encoded separator"
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// An Error is why a path has no IRI, or an IRI no path. Its message quotes nothing.
type Error struct {
	Reason Reason
	Span   iri.Span // of what is refused, in the path or the IRI, in bytes
}

// Error returns the reason and where it lies.
func (e *Error) Error() string {
	return "iri: " + e.Reason.String() + " (byte " + strconv.Itoa(e.Span.Start) + ")"
}
