package foreign

import (
	"math"

	"example.org/iri/rule"
)

// An Offset is that of a column of Apache Arrow: int64 where its type is called large.
type Offset interface{ int32 | int64 }

// Column judges the values of a column as Apache Arrow lays them out: value i is
// data[offsets[i]:offsets[i+1]], so n values have n+1 offsets. Bit i of bitmap, counted from the
// lowest bit of the first byte, tells whether value i matches the rule; bits behind the last are 0.
// The bitmap has (n+7)/8 bytes. Column returns the number of values that match, or ErrRule or
// ErrOffsets.
func Column[O Offset](number int32, offsets []O, data, bitmap []byte) int64 {
	r, ok := ruleOf(number)
	if !ok {
		return ErrRule
	}
	n := max(len(offsets)-1, 0)
	size := (n + 7) / 8
	if len(bitmap) < size || !ascending(offsets, len(data)) {
		return ErrOffsets
	}
	bitmap = bitmap[:size:size]
	if offsets, is := any(offsets).([]int32); is {
		return column(r, offsets, data, bitmap)
	}
	count := int64(0)
	for i := 0; i < n; i += chunk {
		last := min(i+chunk, n)
		count += largeChunk(r, offsets[i:last+1], data, bitmap[i/8:(last+7)/8])
	}
	return count
}

// chunk is a number of values whose bits fill bytes.
const chunk = 1 << 10

func column(r rule.Rule, offsets []int32, data, bitmap []byte) int64 {
	b := rule.Batch{Valid: bitmap[:0:len(bitmap)]} // the verdicts go where the caller has them
	r.Column(&b, data, offsets)
	return int64(b.Count)
}

// largeChunk judges a chunk of values or less. It counts offsets from the first one, if they are
// small then; else it judges one by one.
func largeChunk[O Offset](r rule.Rule, offsets []O, data, bitmap []byte) (count int64) {
	first, last := offsets[0], offsets[len(offsets)-1]
	if uint64(last)-uint64(first) <= math.MaxInt32 {
		var small [chunk + 1]int32
		for i, o := range offsets {
			small[i] = int32(o - first)
		}
		return column(r, small[:len(offsets)], data[first:], bitmap)
	}
	clear(bitmap)
	for i, o := range offsets[1:] {
		if r.Valid(data[offsets[i]:o]) {
			bitmap[i/8] |= 1 << (i % 8)
			count++
		}
	}
	return count
}

// ascending reports whether offsets begin at 0 or more, never decrease, and end in the data.
func ascending[O Offset](offsets []O, size int) bool {
	if len(offsets) == 0 {
		return true
	}
	previous := O(0)
	decreases := false // looked at once, behind the loop, which is faster
	for _, o := range offsets {
		decreases = decreases || o < previous
		previous = o
	}
	return !decreases && uint64(previous) <= uint64(size)
}

// A RowError says what is wrong with a value of a column.
type RowError struct {
	Row   int64
	Error Error
}

// ColumnErrors says what is wrong with the values whose bits are 0 in a bitmap of [Column], from row
// first on, until out is full. It returns how many elements of out it has set, or ErrRule or
// ErrOffsets. A bit that is 0 though the value matches says nothing.
func ColumnErrors[O Offset](number int32, offsets []O, data, bitmap []byte, first int64, out []RowError) int64 {
	r, ok := ruleOf(number)
	if !ok {
		return ErrRule
	}
	n := max(len(offsets)-1, 0)
	if first < 0 || len(bitmap) < (n+7)/8 {
		return ErrOffsets
	}
	b := rule.Batch{Len: n, Valid: bitmap}
	count := 0
	for i := b.Next(int(min(first, int64(n))), false); i < n && count < len(out); i = b.Next(i+1, false) {
		if !ascending(offsets[i:i+2], len(data)) {
			return ErrOffsets
		}
		if out[count].Error.set(r.Check(data[offsets[i]:offsets[i+1]])) == Invalid {
			out[count].Row = int64(i)
			count++
		}
	}
	return int64(count)
}
