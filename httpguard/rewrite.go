package httpguard

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"example.org/iri/internal/char"
)

// Rewrite returns a function for field Rewrite of an [httputil.ReverseProxy] that is wrapped by [Handler]. It forwards
// requests to the scheme, host and port of to, with path, query and Host field unchanged, even an empty one. The path
// of to, without a trailing slash, is put before every path: only a policy that refuses dot segments keeps requests
// below it.
//
// An absolute-form becomes an origin-form, and its authority without userinfo the Host field (RFC 9112, section 3.2.2).
// An absolute-form whose path does not begin with a slash, such as urn:a:b, is forwarded unchanged, and so are other
// forms. Requests that RFC 9112 forbids get here only with Observe. In HTTP/1, if the target begins with exactly one
// slash, it is forwarded unchanged; all others are left to ReverseProxy.
//
// Rewrite deletes the field Upgrade unless it asks for a WebSocket: after an upgrade to HTTP/2, nothing would validate
// the requests that follow. Handlers that change r.URL, such as [http.StripPrefix], have no effect on Rewrite. net/http
// still converts a non-ASCII host of an absolute-form to Punycode, and encodes a non-ASCII path that begins with two
// slashes.
func Rewrite(to *url.URL) func(*httputil.ProxyRequest) {
	prefix := strings.TrimSuffix(to.EscapedPath(), char.Slash)
	if prefix != "" && !strings.HasPrefix(prefix, char.Slash) { // as URL.JoinPath leaves it
		prefix = char.Slash + prefix
	}
	return func(r *httputil.ProxyRequest) {
		dropUpgrade(r.Out.Header)
		x := newRequest(r.In)
		u := &url.URL{Scheme: to.Scheme, Host: to.Host}
		if x.parseTarget(all) != nil {
			if !x.isWritable(r.In) {
				r.SetURL(to)
				r.Out.Host = r.In.Host
				return
			}
			u.Opaque = prefix + x.target.bytes
		} else if path, is := x.path(); is {
			setPath(u, prefix, path)
			query, present := x.target.parts.Query()
			u.RawQuery, u.ForceQuery = x.target.of(query), present
		} else {
			u.Opaque = x.target.bytes
		}
		r.Out.URL, r.Out.Host = u, x.hostField(r.In.Host)
	}
}

// dropUpgrade deletes the request for a protocol other than WebSocket. ReverseProxy has deleted all other hop-by-hop
// fields.
func dropUpgrade(h http.Header) {
	if !strings.EqualFold(h.Get("Upgrade"), "websocket") {
		h.Del("Upgrade")
		h.Del("Connection")
	}
}

// isWritable reports whether net/http can write an invalid target unchanged. It would write the scheme before two
// slashes.
func (r *request[B]) isWritable(in *http.Request) bool {
	return r.form == originForm && in.ProtoMajor == 1 && !strings.HasPrefix(in.RequestURI, char.Slash+char.Slash)
}

// path returns the path of the origin-form or asterisk-form to forward, if any. An absolute-form of any scheme has one
// if it has an authority, or a path that begins with a slash: a server would use that path, so it must get the prefix.
// An empty path becomes / or * (RFC 9112, sections 3.2.1 and 3.2.4).
func (r *request[B]) path() (string, bool) {
	path := string(r.target.of(r.target.parts.Path()))
	_, authority := r.target.parts.Authority()
	_, query := r.target.parts.Query()
	switch {
	case r.form == asteriskForm, strings.HasPrefix(path, char.Slash):
		return path, true
	case r.form == authorityForm, !authority:
		return "", false
	case string(r.method) == http.MethodOptions && !query:
		return asterisk, true
	}
	return char.Slash, true
}

// setPath sets the path of u so that net/http writes it unchanged. net/http writes RawPath, unless something in it has
// to be encoded. Such a path is put in Opaque, which net/http does not encode. If the path begins with two slashes,
// that is not possible: net/http would write the scheme before it.
func setPath(u *url.URL, prefix, path string) {
	if path == asterisk {
		u.Path = path
		return
	}
	u.RawPath = prefix + path
	u.Path, _ = url.PathUnescape(u.RawPath) // RawPath is valid
	if u.EscapedPath() != u.RawPath && u.RawPath[1] != '/' {
		u.Opaque = u.RawPath
	}
}

// hostField returns the Host field to forward: the authority of the target without its userinfo or, if it has none, the
// field that came. net/http would replace an empty one by the host of the URL, but writes an empty one for a string
// that cannot be a host, such as a slash.
func (r *request[B]) hostField(came string) string {
	if _, present := r.target.parts.Authority(); present {
		came = string(r.target.hostAndPort())
	}
	if came == "" {
		return char.Slash
	}
	return came
}
