module example.org/iri

go 1.26.0

require (
	github.com/leanovate/gopter v0.2.9
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e
)
