//go:build nightly

package hosts_test

import (
	"context"
	"fmt"
	"os"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A program without the library, as docs/recipes/wasm.md has it.
func Example() {
	binary, err := os.ReadFile(wasm)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	config := wazero.NewModuleConfig().WithStartFunctions("_initialize")
	module, err := runtime.InstantiateWithConfig(ctx, binary, config)
	if err != nil {
		panic(err)
	}
	call := func(name string, arguments ...uint64) uint32 {
		results, err := module.ExportedFunction(name).Call(ctx, arguments...)
		if err != nil {
			panic(err) // the instance has ended
		}
		return uint32(results[0])
	}

	room := call("iri_alloc", 4096) // for all texts of this program
	put := func(text string) (at, length uint64) {
		module.Memory().WriteString(room, text)
		return uint64(room), uint64(len(text))
	}
	at, length := put("IRI")
	rule := uint64(call("iri_rule", at, length))

	mistake := call("iri_alloc", 32) // an iri_error
	for _, text := range []string{"https://example.org/é", "https://example.org:80x/"} {
		at, length := put(text)
		if call("iri_check", rule, at, length, uint64(mistake)) == 0 {
			fmt.Println("valid:", text)
			continue
		}
		start, _ := module.Memory().ReadUint32Le(mistake + 8) // of 64 bits, the low ones
		end, _ := module.Memory().ReadUint32Le(mistake + 16)
		fmt.Println("not valid:", text[start:end])
	}
	// Output:
	// valid: https://example.org/é
	// not valid: 80x
}
