package httpguard

import (
	"log/slog"
	"strconv"

	"example.org/iri"
)

// An Error says why a request is refused. It holds nothing of the request: texts of it in logs and
// answers cannot be chosen by who sends requests.
type Error struct {
	Status    int           // of the answer: 400, 414 or 421
	Reason    Reason        // a single one
	In        string        // what is wrong: "method", "target" or "host", which is the Host field
	Component iri.Component // what of it, such as its path; 0 if it is not a single component
	Offset    int           // where in it, in bytes
}

// Error returns a text such as
//
//	iri: request refused: encoded-slash in the path of the target (byte 12)
func (e *Error) Error() string { return "iri: request refused: " + e.detail() }

func (e *Error) detail() string {
	text := e.Reason.String() + " in the "
	if e.Component != 0 {
		text += e.Component.String() + " of the "
	}
	return text + e.In + " (byte " + strconv.Itoa(e.Offset) + ")"
}

// LogValue returns the fields as a group, for [log/slog].
func (e *Error) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("reason", e.Reason.String()),
		slog.Int("status", e.Status),
		slog.String("in", e.In),
		slog.String("component", e.Component.String()),
		slog.Int("offset", e.Offset),
	)
}
