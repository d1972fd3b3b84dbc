package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// eights splits eight lines at once, a word of a register each.
type eights struct {
	*splitter
	zero, ones, one, seven     vector
	window2, most, lateSchemes vector // in each word, see below

	start, length                vector // of the lines
	colon, slash, stop, fragment vector // their first bytes
	listed                       reg.Register
}

// A window is eight bytes of a bitmap. Up to seven bits of it belong to the line before.
const (
	shown      = 64 - 7                // bytes of a line that a window shows at least
	window2    = shown - 1             // where its second window begins, a multiple of eight
	most       = window2 + shown - 1   // bytes of a line whose end a window shows
	lastScheme = shown - 1 - len("//") // last place of a colon after which both slashes show
)

// eights splits all lines.
func (c *splitter) eights() {
	s := &eights{splitter: c, zero: ZMM(), ones: ZMM()}
	VPTERNLOGQ(U8(0xff), s.ones, s.ones, s.ones)
	VPXORQ(s.zero, s.zero, s.zero)
	s.one, s.seven = constant(1), constant(7)
	s.window2, s.most = constant(window2), constant(most)
	s.lateSchemes = constant(^uint64(0) &^ (1<<(lastScheme+1) - 1))
	MOVW(I16(-1), c.ends.Offset(-2)) // as if a line ended before the chunk
	Label("eight")
	next := GP64()
	LEAQ(Mem{Base: c.end, Disp: 2 * lanes}, next)
	CMPQ(next, c.behind)
	JA(LabelRef("fewer"))
	s.places()
	s.split8()
	MOVQ(next, c.end)
	ADDQ(U32(cutSize*lanes), c.cut)
	JMP(LabelRef("eight"))
	Label("fewer")
	SUBQ(c.behind, next)
	CMPQ(next, U8(2*lanes))
	JE(LabelRef("split"))
	SUBQ(next, c.end)
	SHLQ(U8(4), next) // from the size of an end to that of a Cut
	SUBQ(next, c.cut)
	JMP(LabelRef("eight"))
	Label("split")
}

func constant(value uint64) vector {
	r, v := GP64(), ZMM()
	MOVQ(U64(value), r)
	VPBROADCASTQ(r, v)
	return v
}

// places finds where the lines begin, which is after the end of the one before, and their lengths.
func (s *eights) places() {
	begins, ends, minus := XMM(), XMM(), XMM()
	VPCMPEQW(minus, minus, minus)
	VMOVDQU(Mem{Base: s.end, Disp: -2}, begins)
	VPSUBW(minus, begins, begins)
	VMOVDQU(Mem{Base: s.end}, ends)
	VPSUBW(begins, ends, ends)
	s.start, s.length = ZMM(), ZMM()
	VPMOVZXWQ(begins, s.start)
	VPMOVZXWQ(ends, s.length)
}

// windows returns the bits of bitmaps from some bytes after the beginnings of the lines on.
func (s *eights) windows(bytes int, offsets ...int) (windows []vector) {
	at, shift := ZMM(), ZMM()
	VPSRLQ(U8(3), s.start, at)
	VPANDQ(s.seven, s.start, shift)
	for _, offset := range offsets {
		w, all := ZMM(), K()
		VPTESTMQ(s.ones, s.ones, all)
		VPXORQ(w, w, w)
		VPGATHERQQ(Mem{Base: s.bitmaps, Index: at, Scale: 1, Disp: offset + bytes}, all, w)
		VPSRLVQ(shift, w, w)
		windows = append(windows, w)
	}
	return windows
}

// split8 finds the components of the lines.
func (s *eights) split8() {
	w := s.windows(0, colonBitmap, slashBitmap, stopBitmap, fragmentBitmap)
	s.colon, s.slash, s.stop, s.fragment = w[0], w[1], w[2], w[3]
	scheme, second, path := s.heads()
	words := [4]vector{s.pair(s.past(scheme), s.past(second)), s.past(second)}
	CMPQ(Mem{Base: s.bitmaps, Disp: specialOffset}, U8(0))
	JNE(LabelRef("specials"))
	Label("paths")
	s.later(func() { s.userinfosOrPorts(words[1], second, path) })
	query, fragment := s.tails()
	VPSRLQ(U8(1), path, path)
	words[2], words[3] = s.pair(s.past(path), query), s.pair(fragment, s.length)
	KTESTB(s.listed, s.listed)
	JNZ(LabelRef("longs"))
	Label("words")
	s.later(func() { s.longs(words) })
	s.write(words)
}

// heads finds the delimiters of schemes, the second of two slashes, and what ends authorities.
func (s *eights) heads() (scheme, second, path vector) {
	first, some, behind := s.lowest(or(s.colon, s.stop)), K(), ZMM()
	scheme = and(first, s.colon)
	VPTESTMQ(scheme, scheme, some)
	VMOVDQA64(s.one, behind)
	VPADDQ(scheme, scheme, some, behind)
	second = and(behind, s.slash)
	VPADDQ(second, second, second)
	VPANDQ(s.slash, second, second)
	path = ZMM()
	VPADDQ(second, second, path)
	VPSUBQ(path, s.zero, path)
	VPANDQ(s.stop, path, path)
	path = s.lowest(path)
	s.list(first, scheme, second, path)
	return scheme, second, path
}

// list notes which lines are left to others: those whose ends, schemes or authorities do not show.
func (s *eights) list(first, scheme, second, path vector) {
	listed, m, open := K(), K(), K()
	VPCMPUQ(U8(6), s.most, s.length, listed)
	VPTESTNMQ(first, first, m)
	KORB(m, listed, listed)
	VPTESTMQ(s.lateSchemes, scheme, m)
	KORB(m, listed, listed)
	VPTESTMQ(second, second, m)
	VPTESTNMQ(path, path, open)
	KANDB(open, m, m)
	KORB(m, listed, listed)
	s.listed = listed
}

// userinfosOrPorts splits authorities that have delimiters.
func (s *eights) userinfosOrPorts(word, second, path vector) {
	Label("specials")
	within, host, port, some := ZMM(), ZMM(), ZMM(), K()
	VPSUBQ(second, path, within)
	VPSUBQ(second, within, within)
	at := and(s.windows(0, atBitmap)[0], within)
	VPTESTMQ(at, at, some)
	VMOVDQA64(second, host)
	VMOVDQA64(at, some, host)
	VPSUBQ(host, s.zero, port)
	fold(A&B&C, port, s.colon, within)
	VMOVDQA64(s.pair(s.past(host), s.past(port)), word)
	JMP(LabelRef("paths"))
}

// tails finds queries and fragments. If a line is longer than its window, it may have a second one.
func (s *eights) tails() (query, fragment vector) {
	end := without(s.stop, s.slash)
	at, hash, long := s.index(end), s.index(s.fragment), K()
	VPCMPUQ(U8(6), s.window2, s.length, long)
	KTESTB(long, long)
	JNZ(LabelRef("longer"))
	Label("tails")
	s.later(func() {
		Label("longer")
		w := s.windows(window2/8, slashBitmap, stopBitmap, fragmentBitmap)
		s.orLater(at, end, without(w[1], w[0]))
		s.orLater(hash, s.fragment, w[2])
		JMP(LabelRef("tails"))
	})
	some := K()
	fragment, query = ZMM(), ZMM()
	VPCMPUQ(U8(1), s.length, hash, some)
	VPSUBQ_Z(s.ones, hash, some, fragment)
	VPMINUQ(s.length, hash, hash)
	VPCMPUQ(U8(1), hash, at, some)
	VPSUBQ_Z(s.ones, at, some, query)
	return query, fragment
}

// orLater sets places to those in the second window, where the first one shows nothing.
func (s *eights) orLater(places, shown, later vector) {
	nothing, at := K(), s.index(later)
	VPTESTNMQ(shown, shown, nothing)
	VPADDQ(s.window2, at, nothing, places)
}

// longs lists lines, with zeros for all that there is but their ends.
func (s *eights) longs(words [4]vector) {
	Label("longs")
	others, mask, n, to := K(), GP64(), GP64(), GP64()
	KNOTB(s.listed, others)
	for _, w := range words[:3] {
		VMOVDQA64_Z(w, others, w)
	}
	VPSLLQ(U8(32), s.length, s.listed, words[3])
	Load(Param("long"), to)
	MOVQ(result("n"), n)
	LEAQ(Mem{Base: to, Index: n, Scale: entrySize}, to)
	KMOVB(s.listed, mask.As32())
	POPCNTL(mask.As32(), mask.As32())
	ADDQ(mask, result("n"))
	number, entries := GP64(), ZMM()
	MOVQ(s.cut, number)
	SUBQ(s.splitter.list(), number)
	SHRQ(U8(5), number)
	VPBROADCASTQ(number, entries)
	VPADDQ(numbers, entries, entries)
	VPSLLQ(U8(32), entries, entries)
	VPORQ(s.start, entries, entries)
	VPCOMPRESSQ_Z(entries, s.listed, entries)
	VMOVDQU64(entries, Mem{Base: to})
	JMP(LabelRef("words"))
}

// write puts the words of each line after one another.
func (s *eights) write(words [4]vector) {
	even, even2 := s.halves(VPUNPCKLQDQ, words)
	odd, odd2 := s.halves(VPUNPCKHQDQ, words)
	first, third := lanesOf(even, odd)
	second, fourth := lanesOf(even2, odd2)
	for i, v := range [...]vector{first, second, third, fourth} {
		VMOVDQU64(v, Mem{Base: s.cut, Disp: 64 * i})
	}
}

// halves returns the words of every other line, those of two lines in a register.
func (s *eights) halves(unpack func(ops ...Op), words [4]vector) (even, odd vector) {
	front, back := ZMM(), ZMM()
	unpack(words[1], words[0], front)
	unpack(words[3], words[2], back)
	return lanesOf(front, back)
}

// lowest returns the lowest bit of each word.
func (s *eights) lowest(words vector) vector {
	bits := ZMM()
	VPSUBQ(words, s.zero, bits)
	VPANDQ(words, bits, bits)
	return bits
}

// index returns the place of the lowest bit of each word, 64 if there is none.
func (s *eights) index(words vector) vector {
	below := ZMM()
	VPADDQ(s.ones, words, below)
	VPANDNQ(below, words, below)
	VPOPCNTQ(below, below)
	return below
}

// past returns the offsets just past the lowest bit of each word, 0 if there is none.
func (s *eights) past(words vector) vector {
	offsets, some := ZMM(), K()
	VPTESTMQ(words, words, some)
	VPADDQ(s.ones, words, offsets)
	VPXORQ(words, offsets, offsets)
	VPOPCNTQ_Z(offsets, some, offsets)
	return offsets
}

// pair returns two offsets in a word.
func (s *eights) pair(first, second vector) vector {
	word := ZMM()
	VPSLLQ(U8(32), second, word)
	VPORQ(first, word, word)
	return word
}
