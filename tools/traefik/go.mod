module example.org/iri/tools/traefik

go 1.26.0

replace example.org/iri => ../..

require (
	example.org/iri v0.0.0
	github.com/traefik/yaegi v0.16.1
)
