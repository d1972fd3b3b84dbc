package race

import (
	"fmt"
	"math"

	"example.org/iri/internal/statistics"
)

// Figure formats a ratio, a time or a rate with two digits or more.
func Figure(x float64) string {
	switch {
	case x < 0.995:
		return fmt.Sprintf("%.2f", x)
	case x < 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return statistics.Grouped(math.Round(x))
}
