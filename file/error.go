package file

import (
	"strconv"

	"example.org/iri"
)

// A Reason is the reason why a path or an IRI cannot be converted.
type Reason uint8

const (
	ReasonNotAbsolute Reason = iota + 1 // the path depends on a current directory or drive
	ReasonNoShare                       // the path has a Windows server without a share
	ReasonNUL                           // the path has a NUL, maybe percent-encoded
	ReasonDevice                        // Windows path of a device, such as \\?\C:\ or \\.\COM1
	ReasonIllFormed                     // Windows path that is not UTF-8
	ReasonNotFile                       // the scheme is not file
	ReasonNotLocal                      // the file is on another host
	ReasonNotPath                       // the IRI has a userinfo, port, query or fragment, which no path has
	ReasonSeparator                     // a percent-encoded separator of segments
)

// String returns the reason in words.
func (r Reason) String() string {
	switch r {
	case ReasonNotAbsolute:
		return "path is not absolute"
	case ReasonNoShare:
		return "server without a share"
	case ReasonNUL:
		return "path has a NUL"
	case ReasonDevice:
		return "path of a device"
	case ReasonIllFormed:
		return "path is not UTF-8"
	case ReasonNotFile:
		return "scheme is not file"
	case ReasonNotLocal:
		return "file is on another host"
	case ReasonNotPath:
		return "userinfo, port, query or fragment, which no path has"
	case ReasonSeparator:
		return "percent-encoded separator"
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// An Error reports why a path has no IRI, or an IRI no path. Its message does not quote them.
type Error struct {
	Reason Reason
	Span   iri.Span // of the refused part of the path or IRI, in bytes
}

// Error returns the reason and its offset.
func (e *Error) Error() string {
	return "iri: " + e.Reason.String() + " (byte " + strconv.Itoa(e.Span.Start) + ")"
}
