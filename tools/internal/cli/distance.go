package cli

// Distance counts the bytes to insert, delete or replace to get from s to t
// (Levenshtein).
func Distance(s, t string) int {
	row := make([]int, len(t)+1) // row[j] is the distance of s[:i] and t[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(s) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(t) {
			replace := diagonal
			if s[i] != t[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(t)]
}
