module example.org/iri/tools/wasm

go 1.24.9

require example.org/iri v0.0.0

replace example.org/iri => ../..
