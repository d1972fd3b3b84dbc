module example.org/iri/tools/iri

go 1.24.0

require example.org/iri v0.0.0

replace example.org/iri => ../..
