// The command proxies sends the requests of httpguard/testdata/requests.jsonl over raw sockets to proxies, alone and
// with httpguard, and prints the results. It runs in this folder.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"example.org/iri/internal/testkit/corpus"
)

var (
	requests = flag.String("requests", "../../httpguard/testdata/requests.jsonl", "the `file` of requests")
	list     = flag.Bool("list", false, "list the requests that went wrong, instead of a table")
	by       = flag.String("by", string(pipelined), "how to send them: pipelined or kept-alive by HTTP/1.1, or h2, which is without TLS")
	caddy    = flag.String("caddy", "", "the `program` Caddy with iri_guard, of tools/caddy/cmd/caddy")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "proxies:", err)
		os.Exit(1)
	}
}

func run() error {
	all, err := corpus.Requests(*requests)
	if err != nil {
		return err
	}
	switch way(*by) {
	case pipelined, keptAlive:
	case overHTTP2:
		all = overH2(all)
	default:
		return fmt.Errorf("-by: unknown way %q", *by)
	}
	var reports []report
	for _, k := range kinds {
		x, err := examine(k, way(*by), all)
		if errors.Is(err, errAbsent) {
			fmt.Fprintln(os.Stderr, "proxies:", err)
			continue
		}
		if err != nil {
			return err
		}
		reports = append(reports, x)
	}
	if !*list {
		writeTable(os.Stdout, all, reports)
		return nil
	}
	for _, x := range reports {
		writeList(os.Stdout, x)
	}
	return nil
}
