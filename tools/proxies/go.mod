module example.org/iri/tools/proxies

go 1.26.0

replace example.org/iri => ../..

require (
	example.org/iri v0.0.0
	github.com/valyala/fasthttp v1.74.0
	golang.org/x/net v0.58.0
)

require (
	github.com/klauspost/compress v1.20.0 // indirect
	github.com/molecule-man/go-brrr v1.0.1 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)
