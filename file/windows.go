package file

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/char"
)

const (
	backslash    = `\`
	serverPrefix = char.Slash + char.Slash
)

func windowsIRI(path string) (iri.IRI, error) {
	all := iri.Span{End: len(path)}
	if !utf8.ValidString(path) {
		return iri.IRI{}, &Error{ReasonIllFormed, all}
	}
	path = strings.ReplaceAll(path, backslash, char.Slash)
	if char.BeginsWithDrive(path) {
		return compose("", char.Slash+path)
	}
	rest, isUNC := strings.CutPrefix(path, serverPrefix)
	server, share, _ := strings.Cut(rest, char.Slash)
	switch {
	case isUNC && isDevice(server):
		return iri.IRI{}, &Error{ReasonDevice, all}
	case !isUNC, server == "":
		return iri.IRI{}, &Error{ReasonNotAbsolute, all}
	case !beginsWithShare(share):
		return iri.IRI{}, &Error{ReasonNoShare, all}
	case isLocalhost(server): // as a host, it would mean no server
		return compose("", path)
	}
	return compose(server, char.Slash+share)
}

// windowsPath is [Style.Path] for an IRI with no other components than a host and a path.
func windowsPath(x iri.IRI) (string, error) {
	span := x.Parts().Path()
	path := x.String()[span.Start:span.End]
	switch {
	case !isLocal(x):
		host, _ := x.Parts().Host()
		return unc(x, host, span)
	case strings.HasPrefix(path, serverPrefix):
		return uncInPath(x, span)
	case strings.HasPrefix(path, char.Slash):
		span.Start++
	}
	decoded, err := windowsDecoder.append(nil, x, span)
	switch {
	case err != nil:
		return "", err
	case !char.BeginsWithDrive(decoded): // no decoded octet is a slash
		return "", &Error{ReasonNotAbsolute, span}
	}
	return withBackslashes(decoded), nil
}

// uncInPath returns the path for an IRI whose path begins with two or three slashes (RFC 8089, appendix E.3.2).
func uncInPath(x iri.IRI, span iri.Span) (string, error) {
	text := x.String()
	server := iri.Span{Start: span.Start + len(serverPrefix)}
	if strings.HasPrefix(text[server.Start:span.End], char.Slash) {
		server.Start++
	}
	server.End = server.Start + strings.IndexByte(text[server.Start:span.End]+char.Slash, '/')
	return unc(x, server, iri.Span{Start: server.End, End: span.End})
}

func unc(x iri.IRI, server, path iri.Span) (string, error) {
	text := x.String()
	share := strings.TrimPrefix(text[path.Start:path.End], char.Slash)
	switch {
	case server.Start == server.End:
		return "", &Error{ReasonNotAbsolute, path}
	case x.HostKind() == iri.HostIPv6, x.HostKind() == iri.HostIPvFuture:
		return "", &Error{ReasonNotLocal, server}
	}
	name, err := windowsDecoder.append([]byte(backslash+backslash), x, server)
	if err != nil {
		return "", err
	}
	switch {
	case isDevice(string(name[len(serverPrefix):])):
		return "", &Error{ReasonDevice, server}
	case !beginsWithShare(share):
		return "", &Error{ReasonNoShare, path}
	}
	decoded, err := windowsDecoder.append(name, x, path)
	if err != nil {
		return "", err
	}
	return withBackslashes(decoded), nil
}

var windowsDecoder = decoder{separators: char.Slash + backslash, utf8: true}

func withBackslashes(path []byte) string {
	return strings.ReplaceAll(string(path), char.Slash, backslash)
}

// beginsWithShare reports whether a path after a server begins with a share (RFC 8089, appendix E.3).
func beginsWithShare(path string) bool { return path != "" && !strings.HasPrefix(path, char.Slash) }

// isDevice reports whether the "server" of a path is the namespace of devices.
func isDevice(server string) bool { return server == "." || server == "?" }
