// Package hosts runs the reactor of tools/wasm as its users do: here under wazero, in its tests
// also under Node.js and in a browser.
package hosts

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// A Reactor is an instance of the reactor. Only one goroutine may use it at a time.
type Reactor struct {
	ctx       context.Context
	module    api.Module
	functions map[string]api.Function
	close     func(context.Context) error
	free      []uint32 // what the host has put into memory for the next call
}

// Root returns the folder of the clone, from wherever in this module a command runs.
func Root() (string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "example.org/iri").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	return strings.TrimSpace(string(dir)), nil
}

// Build makes the package for npm, with the reactor in it, and returns the name of the reactor.
func Build(dir string) (wasm string, err error) {
	cmd := exec.Command("go", "run", "./tools/wasm", "-o", dir)
	if cmd.Dir, err = Root(); err != nil {
		return "", err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return filepath.Join(dir, "iri.wasm"), nil
}

// Open compiles the reactor and makes an instance of it.
func Open(ctx context.Context, wasm string) (*Reactor, error) {
	binary, err := os.ReadFile(wasm)
	if err != nil {
		return nil, err
	}
	r := wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return nil, err
	}
	// A reactor has no _start; wazero calls the function that it has instead.
	config := wazero.NewModuleConfig().WithStartFunctions("_initialize").WithStderr(os.Stderr)
	module, err := r.InstantiateWithConfig(ctx, binary, config)
	if err != nil {
		r.Close(ctx)
		return nil, err
	}
	return &Reactor{ctx: ctx, module: module, functions: make(map[string]api.Function), close: r.Close}, nil
}

// Close ends the instance.
func (r *Reactor) Close() error { return r.close(r.ctx) }

// Call calls a function of the reactor. Arguments are numbers, or bytes, for which the function
// takes a pointer and a length.
func (r *Reactor) Call(name string, arguments ...any) int32 {
	var list []uint64
	for _, x := range arguments {
		switch x := x.(type) {
		case int32:
			list = append(list, api.EncodeI32(x))
		case uint32:
			list = append(list, uint64(x))
		case string:
			list = append(list, uint64(r.Put([]byte(x))), uint64(len(x)))
		case []byte:
			list = append(list, uint64(r.Put(x)), uint64(len(x)))
		default:
			panic(fmt.Sprintf("no argument of a reactor: %T", x))
		}
	}
	result := int32(r.call(name, list...))
	for _, at := range r.free {
		r.call("iri_free", uint64(at))
	}
	r.free = r.free[:0]
	return result
}

// call makes a call without garbage: functions are found once, and arguments and result share a
// stack.
func (r *Reactor) call(name string, arguments ...uint64) uint32 {
	f := r.functions[name]
	if f == nil {
		f = r.module.ExportedFunction(name)
		r.functions[name] = f
	}
	var stack [10]uint64
	copy(stack[:], arguments)
	if err := f.CallWithStack(r.ctx, stack[:]); err != nil {
		panic(err) // the instance has ended
	}
	return api.DecodeU32(stack[0])
}

// Put copies bytes into the memory of the instance, until the end of the next Call.
func (r *Reactor) Put(bytes []byte) uint32 {
	at := r.Alloc(len(bytes))
	r.free = append(r.free, at)
	r.module.Memory().Write(at, bytes)
	return at
}

// Valid calls iri_valid for a text that lies in the memory of the instance.
func (r *Reactor) Valid(rule int32, at, length uint32) bool {
	return r.call("iri_valid", api.EncodeI32(rule), uint64(at), uint64(length)) == 1
}

// Alloc makes room in the memory of the instance.
func (r *Reactor) Alloc(size int) uint32 { return r.call("iri_alloc", uint64(size)) }

// Read returns bytes of the memory of the instance, which hold until the next Call.
func (r *Reactor) Read(at uint32, size int) []byte {
	bytes, ok := r.module.Memory().Read(at, uint32(size))
	if !ok {
		panic("outside the memory of the instance")
	}
	return bytes
}

// Offsets are those of a column, as they lie in memory.
func Offsets(offsets []int32) []byte {
	var bytes []byte
	for _, o := range offsets {
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(o))
	}
	return bytes
}
