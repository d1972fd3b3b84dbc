module example.org/iri/tools/wasm/hosts

go 1.26.0

replace example.org/iri => ../../..

require (
	example.org/iri v0.0.0
	github.com/tetratelabs/wazero v1.12.0
)

require golang.org/x/sys v0.44.0 // indirect
