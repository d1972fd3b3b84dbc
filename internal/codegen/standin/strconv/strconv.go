// Package strconv stands in for the one of that name in generated packages without imports.
package strconv

// Itoa returns n in decimal.
func Itoa(n int) string {
	digits := ""
	for rest := n; rest != 0 || digits == ""; rest /= 10 {
		digits = string(rune('0'+max(rest%10, -(rest%10)))) + digits
	}
	if n < 0 {
		return "-" + digits
	}
	return digits
}
