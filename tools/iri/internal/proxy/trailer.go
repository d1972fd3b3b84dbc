package proxy

import (
	"io"
	"net/http/httputil"
)

// forwardTrailers forwards the trailers that a request announces. ReverseProxy forwards none, as its
// copy of them is made before the body ends, when none has a value. Those that are not announced might
// be any: a server may merge them into the fields that have been looked at (RFC 9110, section 6.5.1).
func forwardTrailers(r *httputil.ProxyRequest) {
	for name := range r.Out.Trailer {
		if isForNeighbours(name) {
			delete(r.Out.Trailer, name)
		}
	}
	if len(r.Out.Trailer) > 0 && r.Out.Body != nil {
		r.Out.Body = &trailedBody{r.Out.Body, func() {
			for name := range r.Out.Trailer {
				r.Out.Trailer[name] = r.In.Trailer[name]
			}
		}}
	}
}

// A trailedBody does something when it ends.
type trailedBody struct {
	io.ReadCloser
	atEnd func()
}

func (b *trailedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.atEnd()
	}
	return n, err
}
