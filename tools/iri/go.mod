module example.org/iri/tools/iri

go 1.24.0

require (
	example.org/iri v0.0.0
	example.org/iri/tools/intl v0.0.0
	github.com/klauspost/compress v1.19.2
	github.com/tidwall/gjson v1.20.1
)

require (
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.0 // indirect
	golang.org/x/net v0.47.0 // indirect
	golang.org/x/text v0.31.0 // indirect
)

replace example.org/iri => ../..

replace example.org/iri/tools/intl => ../intl
