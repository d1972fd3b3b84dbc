module example.org/iri/intl

go 1.24.0

require (
	example.org/iri v0.0.0
	golang.org/x/net v0.50.0
	golang.org/x/text v0.34.0
)

replace example.org/iri => ..
