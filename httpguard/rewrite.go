package httpguard

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

const slash = "/"

// Rewrite returns a function for the field Rewrite of [httputil.ReverseProxy] after a [Handler].
// The function sends requests to the scheme, host and port of to. The path of to, less a slash at
// its end, goes before every path; only a policy that refuses dot segments keeps requests
// below it. Path and query are forwarded byte for byte, and so is the Host field, even if it is
// empty.
//
// An absolute-form becomes an origin-form, and its authority without userinfo the Host field (RFC
// 9112, section 3.2.2). One such as urn:a:b, which can be none, is forwarded as it is, and so are
// other forms. What net/http changes all the same is listed in docs/security/proxies.md. A request
// that RFC 9112 does not allow gets here only with [Policy.Observe]. Its target is forwarded as it
// is if it begins as an origin-form of HTTP/1, and not with two slashes; all others are left to
// ReverseProxy.
//
// Of upgrades only those to WebSockets are asked for. After one to HTTP/2, requests would follow
// that nobody validates.
//
// Handlers before it that change r.URL, such as [http.StripPrefix], change nothing here.
func Rewrite(to *url.URL) func(*httputil.ProxyRequest) {
	prefix := strings.TrimSuffix(to.EscapedPath(), slash)
	if prefix != "" && !strings.HasPrefix(prefix, slash) { // as URL.JoinPath leaves it
		prefix = slash + prefix
	}
	return func(r *httputil.ProxyRequest) {
		dropUpgrade(r.Out.Header)
		x := rawForm(r.In)
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

// dropUpgrade deletes a wish for another protocol, unless that is WebSocket (RFC 6455).
// ReverseProxy has deleted all other fields that are of one connection.
func dropUpgrade(h http.Header) {
	if !strings.EqualFold(h.Get("Upgrade"), "websocket") {
		h.Del("Upgrade")
		h.Del("Connection")
	}
}

// isWritable reports whether a target that RFC 9112 does not allow can be written as it stands.
// net/http has let no spaces through in HTTP/1, and would write the scheme before two slashes.
func (r *request[B]) isWritable(in *http.Request) bool {
	return r.form == OriginForm && in.ProtoMajor == 1 && !strings.HasPrefix(in.RequestURI, slash+slash)
}

// path returns the path of the origin-form or asterisk-form that a request is forwarded with, and
// whether it is forwarded so: an absolute-form is if it has an authority, or a path that begins with a
// slash, of whatever scheme. A server would find that path in it, so it has to get the prefix. If
// it has no path, it becomes / or * (RFC 9112, sections 3.2.1 and 3.2.4).
func (r *request[B]) path() (string, bool) {
	path := string(r.target.of(r.target.parts.Path()))
	_, authority := r.target.parts.Authority()
	_, query := r.target.parts.Query()
	switch {
	case r.form == AsteriskForm, strings.HasPrefix(path, slash):
		return path, true
	case r.form == AuthorityForm, !authority:
		return "", false
	case string(r.method) == http.MethodOptions && !query:
		return asterisk, true
	}
	return slash, true
}

// setPath sets the path of u so that net/http writes it as it stands. net/http writes RawPath,
// unless it finds something there to encode. Such a path is put in Opaque, which is never encoded.
// One with two slashes in front is not: net/http would write the scheme before it.
func setPath(u *url.URL, prefix, path string) {
	if path == asterisk {
		u.Path = path
		return
	}
	u.RawPath = prefix + path
	u.Path, _ = url.PathUnescape(u.RawPath) // which is valid
	if u.EscapedPath() != u.RawPath && u.RawPath[1] != '/' {
		u.Opaque = u.RawPath
	}
}

// hostField returns the Host field to forward: the authority of the target without its userinfo or,
// if it has none, the one that came. For an empty one, net/http would write the host of the URL.
// For a text that can be no host, such as a slash, it writes an empty one.
func (r *request[B]) hostField(came string) string {
	if _, present := r.target.parts.Authority(); present {
		came = string(r.target.hostAndPort())
	}
	if came == "" {
		return slash
	}
	return came
}
