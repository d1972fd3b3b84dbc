package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/url"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri"
	"example.org/iri/httpguard"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/proxy"
)

const guardHelp = `Guard stands in front of a server. It refuses requests whose target or Host field
two programs may read in different ways, and forwards all others: path and query
byte for byte, bodies, trailers and WebSockets as they flow. docs/reference/guard.md
lists what is refused, docs/recipes/proxy.md tells how to begin.

It speaks HTTP/1 and HTTP/2 without TLS with clients, HTTP/1 with the server. An
answer to what is refused says where:

    $ curl 'http://127.0.0.1:8080/static/b%2fsecret'
    {"title":"Bad Request","status":400,"detail":"encoded-slash in the path of the
     target (byte 9)","reason":"encoded-slash","in":"target","component":"path",
     "offset":9}

A policy is rfc (what RFC 9110 and RFC 9112 forbid is refused, nothing else), safe
(also what a public server does without), or the name of a file with a policy, as
text or as JSON. With --observe all is forwarded. A line "request would be refused"
then tells of each request that would be, with the reason, the client and no path.

Guard drops fields that tell where a request comes from (Forwarded, X-Forwarded-*,
X-Real-IP). It sets X-Forwarded-For, -Host and -Proto to what it sees, and adds Via.
It also drops X-Original-URL and X-Rewrite-URL, which some servers take for the target.

Logs are on standard error, as JSON unless that is a terminal: at most 100 lines of
a kind a minute, and counters behind each minute in which something was wrong.
SIGTERM and SIGINT end it when requests under way have ended, after 25 seconds at
most. The exit status is then 0, or 2 if requests were cut off.

Limits: header 10 s and 64 KB; the next bytes of a body 60 s, in both directions;
a connection without requests 60 s; the beginning of the server's answer 60 s.
`

const guardExamples = `  iri guard --listen :80 --to http://127.0.0.1:8080
  iri guard --listen 127.0.0.1:8000 --to https://old.example.org --policy rfc
  iri guard --listen :80 --to http://127.0.0.1:8080 --policy policy.txt --observe
`

// newGuard returns the command that is a reverse proxy.
func newGuard() *cobra.Command {
	cmd := &cobra.Command{
		Use: "guard --listen ADDR --to URL [flags]", Short: "refuse dangerous requests in front of a server",
		Long: guardHelp, Example: guardExamples, Args: cobra.NoArgs,
	}
	flags := cmd.Flags()
	listen := flags.String("listen", "", "listen on `ADDR`, a host and a port; without a host on all interfaces; port 0 is any")
	to := flags.String("to", "", "forward to the server at `URL`, whose path goes in front of all paths")
	policy := flags.String("policy", "safe", "refuse what the `POLICY` says: rfc, safe, or a file")
	observe := flags.Bool("observe", false, "refuse nothing, only log and count what the policy would refuse")
	cmd.MarkFlagRequired("listen")
	cmd.MarkFlagRequired("to")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		server, err := parseServer(*to)
		if err != nil {
			return err
		}
		p, err := readPolicy(cmd, *policy)
		if err != nil {
			return err
		}
		p.Observe = p.Observe || *observe
		return guard(cmd, *listen, server, *policy, p)
	}
	return cmd
}

// guard is a reverse proxy until it is interrupted.
func guard(cmd *cobra.Command, listen string, to *url.URL, name string, policy httpguard.Policy) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(math.MaxInt64) // that of main is for texts, and there may be many connections
	}
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	out := logHandler(cmd)
	p := proxy.New(to, policy, out)
	slog.SetDefault(slog.New(p.Failures()))
	slog.New(out).Info("listening", "address", listener.Addr().String(), "to", to.String(), "policy", name, "observe", policy.Observe)
	return p.Run(ctx, listener)
}

// logHandler writes logs for people on a terminal, for programs elsewhere.
func logHandler(cmd *cobra.Command) slog.Handler {
	if cli.Columns(cmd.ErrOrStderr()) > 0 {
		return slog.NewTextHandler(cmd.ErrOrStderr(), nil)
	}
	return slog.NewJSONHandler(cmd.ErrOrStderr(), nil)
}

// parseServer reads the URI of a server.
func parseServer(text string) (*url.URL, error) {
	const example = "; it is such as http://127.0.0.1:8080"
	x, err := iri.Parse(text)
	if err == nil {
		err = serverRule(x).CheckString(text)
	}
	if err != nil {
		return nil, cli.Usagef("--to: %s"+example, syntaxError(err).Message())
	}
	if _, has := x.Userinfo(); has {
		return nil, cli.Usagef("--to: a userinfo, which would go nowhere" + example)
	}
	if _, has := x.Query(); has {
		return nil, cli.Usagef("--to: a query, which would go nowhere" + example)
	}
	port, _ := x.Port()
	if n, fits := x.PortNumber(); port != "" && (!fits || n == 0) {
		return nil, cli.Usagef("--to: no port has the number %s", port)
	}
	return url.Parse(text)
}

// serverRule returns the rule for URIs of https, or that for http, which other schemes do not match.
func serverRule(x iri.IRI) rule.Rule {
	name := "http-URI"
	if strings.EqualFold(x.Scheme(), "https") {
		name = "https-URI"
	}
	r, _ := rule.ByName(name)
	return r
}

// readPolicy returns the policy of a name, or that in a file. It tells where the file is wrong.
func readPolicy(cmd *cobra.Command, name string) (p httpguard.Policy, err error) {
	switch name {
	case "rfc":
		return httpguard.RFC, nil
	case "safe":
		return httpguard.Safe, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return p, fmt.Errorf("--policy: %w", err)
	}
	if err = parsePolicy(text, &p); err != nil {
		before := text[:policyOffset(text, err)]
		line, column := bytes.Count(before, newline)+1, len(before)-bytes.LastIndex(before, newline)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d:%d: %s\n", show.Safe(name), line, column, show.Safe(policyMessage(err)))
		return p, cli.ErrReported
	}
	return p, nil
}

// parsePolicy reads either form of a policy: that in JSON is an object.
func parsePolicy(text []byte, p *httpguard.Policy) error {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte{'{'}) {
		return json.Unmarshal(text, p)
	}
	return p.UnmarshalText(text)
}

// policyMessage says what is wrong with a policy, but for the place.
func policyMessage(err error) string {
	var e *httpguard.PolicyError
	switch {
	case !errors.As(err, &e):
		return err.Error()
	case e.Field == "":
		return e.Err.Error()
	}
	return e.Field + ": " + e.Err.Error()
}

// policyOffset returns where in a policy an error is: where package json says, in the line of the
// error, or else at the field.
func policyOffset(text []byte, err error) int {
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	var e *httpguard.PolicyError
	offset := 0
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset) - 1
	case errors.As(err, &mistyped):
		offset = int(mistyped.Offset) - 1
	case errors.As(err, &e) && e.Line > 0:
		above := bytes.Join(bytes.SplitAfter(text, newline)[:e.Line-1], nil)
		offset = len(above) + bytes.Index(text[len(above):], []byte(e.Field))
	case e != nil:
		offset = bytes.Index(text, []byte(strconv.Quote(e.Field)))
	}
	return min(max(offset, 0), len(text))
}

var newline = []byte{'\n'}
