// Command cost measures the reactor of tools/wasm: how large it is, and what a call takes under
// wazero beside native Go, and under Node.js beside regular expressions and URL. It prints tables
// in Markdown. Without Node.js it leaves out what needs it, and says so.
//
//	go -C tools/wasm/hosts run ./cost
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/expression"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/tables"
	"example.org/iri/tools/wasm/hosts"
)

//go:embed cost.mjs
var costOfNode []byte

func main() {
	rounds := flag.Int("rounds", 31, "rounds of each")
	flag.Parse()
	if *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int) error {
	dir, err := os.MkdirTemp("", "wasm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	modules := filepath.Join(dir, "node_modules", "@example", "iri")
	wasm, err := hosts.Build(modules)
	if err != nil {
		return err
	}
	lists := []corpus.List{corpus.Generate("url", corpus.URL), corpus.Generate("intl", corpus.International)}
	if err := underWazero(ctx, wasm, lists, rounds); err != nil {
		return err
	}
	if _, err := exec.LookPath("node"); err != nil {
		fmt.Fprintln(os.Stderr, "cost: nothing of Node.js:", err)
		return nil
	}
	return underNode(dir, lists, rounds)
}

// underNode runs cost.mjs, which prints tables, among them that of sizes: Go has no Brotli.
func underNode(dir string, lists []corpus.List, rounds int) error {
	grammar, err := abnf.Parse([]byte(tables.RFC3987))
	if err != nil {
		return err
	}
	re2, err := expression.RE2(grammar, "IRI")
	if err != nil {
		return err
	}
	input, err := json.Marshal(map[string]any{
		"rounds": rounds,
		"lists":  lists,
		// The same in JavaScript's syntax, with flag u. A brace that stands for itself is escaped.
		"expression": strings.NewReplacer(`\A`, `^`, `\z`, `$`, `\x{`, `\u{`).Replace(re2),
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "input.json"), input, 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "cost.mjs"), costOfNode, 0o666); err != nil {
		return err
	}
	cmd := exec.Command("node", "cost.mjs")
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
