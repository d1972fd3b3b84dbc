// Package race times runners side by side.
package race

import (
	"math/rand/v2"
	"slices"
)

// A Runner does its work on the entries from:to of a list and returns how many ns that took.
type Runner func(from, to int) (ns float64)

// chunk is how many entries a runner takes at a time.
const chunk = 1024

// Rounds passes over a list of n entries several times. It returns the ns an entry of each runner in
// each round, and how they relate to those of the first runner in the same round.
func Rounds(n int, field []Runner, rounds int) (ns, ratios [][]float64) {
	ns, ratios = make([][]float64, len(field)), make([][]float64, len(field))
	random := rand.New(rand.NewPCG(3987, 3986))
	for range rounds {
		lap := lap(n, field, random)
		for i := range field {
			ns[i] = append(ns[i], lap[i])
			ratios[i] = append(ratios[i], lap[i]/lap[0])
		}
	}
	return ns, ratios
}

// lap passes once over a list, chunk by chunk and each time in another order: so
// noise from outside hits all alike, and so does the garbage of a neighbour.
func lap(n int, field []Runner, random *rand.Rand) []float64 {
	ns := make([]float64, len(field))
	for from := 0; from < n; from += chunk {
		for _, i := range random.Perm(len(field)) {
			ns[i] += field[i](from, min(from+chunk, n))
		}
	}
	for i := range ns {
		ns[i] /= float64(n)
	}
	return ns
}

// Median sorts a list that is not empty, and returns what then stands in the middle.
func Median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
