package proof

// queue hands out what texts lead to in the order of the texts' lengths in bytes,
// so that the first mistake found has a shortest text. Nothing shorter than what
// was handed out last may be added.
type queue[Visit any] struct {
	byLength [][]Visit
	length   int
}

func (q *queue[Visit]) push(length int, v Visit) {
	for len(q.byLength) <= length {
		q.byLength = append(q.byLength, nil)
	}
	q.byLength[length] = append(q.byLength[length], v)
}

func (q *queue[Visit]) pop() (v Visit, ok bool) {
	for q.length < len(q.byLength) {
		if list := q.byLength[q.length]; len(list) > 0 {
			q.byLength[q.length] = list[1:]
			return list[0], true
		}
		q.byLength[q.length] = nil
		q.length++
	}
	return v, false
}

func join(text, more []byte) []byte { return append(text[:len(text):len(text)], more...) }
