package httpguard

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"

	"example.org/iri"
)

// An Error reports why a request is refused. To prevent log injection, it contains nothing that the client has sent.
type Error struct {
	Status    int // status of the answer: 400, 414 or 421
	Reason    Reason
	In        string        // refused part: "method", "target", or "host" for the Host field
	Component iri.Component // refused component, such as the path; 0 if no single one is refused
	Offset    int           // of the first refused byte in that part
}

// Error returns a message such as
//
//	iri: request refused: encoded-slash in the path of the target (byte 12)
func (e *Error) Error() string { return "iri: request refused: " + e.detail() }

func (e *Error) detail() string {
	detail := e.Reason.String() + " in the "
	if e.Component != 0 {
		detail += e.Component.String() + " of the "
	}
	where := e.In
	if where == inHost {
		where = "Host field"
	}
	return detail + where + " (byte " + strconv.Itoa(e.Offset) + ")"
}

// LogValue implements [slog.LogValuer]. It returns the fields as a group.
func (e *Error) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("reason", e.Reason.String()),
		slog.Int("status", e.Status),
		slog.String("in", e.In),
		slog.String("component", e.Component.String()),
		slog.Int("offset", e.Offset),
	)
}

func (e *Error) answer(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.ProtoMajor == 1 { // in HTTP/2, it would end all streams of the connection
		h.Set("Connection", "close")
	}
	w.WriteHeader(e.Status)
	// Nobody is left to whom an error of the connection could be reported.
	_ = json.NewEncoder(w).Encode(struct {
		Title     string `json:"title"`
		Status    int    `json:"status"`
		Detail    string `json:"detail"`
		Reason    Reason `json:"reason"`
		In        string `json:"in"`
		Component string `json:"component,omitempty"`
		Offset    int    `json:"offset"`
	}{http.StatusText(e.Status), e.Status, e.detail(), e.Reason, e.In, e.Component.String(), e.Offset})
}
