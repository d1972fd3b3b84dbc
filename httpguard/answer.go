package httpguard

import (
	"encoding/json"
	"net/http"
)

// A problem is the body of an answer (RFC 9457).
type problem struct {
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Reason    Reason `json:"reason"`
	In        string `json:"in"`
	Component string `json:"component,omitempty"`
	Offset    int    `json:"offset"`
}

func (e *Error) answer(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.ProtoMajor == 1 { // to HTTP/2 it would mean all streams of the connection
		h.Set("Connection", "close")
	}
	w.WriteHeader(e.Status)
	// There is nobody to tell that this fails.
	_ = json.NewEncoder(w).Encode(problem{
		http.StatusText(e.Status), e.Status, e.detail(), e.Reason, e.In, e.Component.String(), e.Offset,
	})
}
