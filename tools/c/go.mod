module example.org/iri/tools/c

go 1.26.0

replace example.org/iri => ../..

require example.org/iri v0.0.0
