module example.org/iri

go 1.24.0

require (
	github.com/leanovate/gopter v0.2.9
	golang.org/x/exp v0.0.0-20260112195511-716be5621a96
)
