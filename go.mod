module example.org/iri

go 1.24.0

require (
	github.com/leanovate/gopter v0.2.9
	golang.org/x/exp v0.0.0-20220218215828-6cf2b201936e
)
