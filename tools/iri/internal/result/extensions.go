package result

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Extensions counts files by their extensions, which begin with a dot.
type Extensions map[string]int64

// File names are untrusted, so there is a limit.
const (
	maxExtensions = 1000
	fewExtensions = 10 // number in text output
)

func (e *Extensions) Add(extension string) {
	if *e == nil {
		*e = make(Extensions)
	}
	if _, known := (*e)[extension]; !known && (len(extension) > maxName || len(*e) >= maxExtensions) {
		extension = other
	}
	(*e)[extension]++
}

// String returns the most frequent extensions: "2 .csv, 1 without an extension".
func (e Extensions) String() string {
	all := slices.SortedFunc(maps.Keys(e), func(a, b string) int { return cmp.Or(cmp.Compare(e[b], e[a]), cmp.Compare(a, b)) })
	var list []string
	for _, x := range all[:min(len(all), fewExtensions)] {
		list = append(list, fmt.Sprintf("%d %s", e[x], cmp.Or(x, "without an extension")))
	}
	if more := all[len(list):]; len(more) > 0 {
		n := int64(0)
		for _, x := range more {
			n += e[x]
		}
		list = append(list, fmt.Sprintf("%d others", n))
	}
	return strings.Join(list, ", ")
}
