package scan

import (
	"strings"
	"sync"
	"testing"
)

// TestPitfalls has errors and near misses of prototypes. If a string is decided, every path must return the result
// without the automaton.
func TestPitfalls(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	for _, test := range []struct {
		name, text     string
		valid, decided bool
	}{
		// A shift by 64 is a shift by 0: the bit after the last of 64 bytes.
		{"64 bytes that end in an at sign", "a://" + a(59) + "@", true, true},
		{"64 bytes that end in two slashes", a(28) + "://" + a(31) + "//", true, true},
		{"64 bytes that end in those of an authority", a(61) + "://", true, false},
		{"64 bytes that end in a colon of a port", "a://" + a(59) + ":", true, true},
		{"64 bytes that end in the slash of a path", "a://" + a(59) + "/", true, true},
		{"64 bytes that end in a question mark", "a://" + a(59) + "?", true, true},
		{"64 bytes that end in a number sign", "a://" + a(59) + "#", true, true},
		{"64 bytes that end in two at signs", "a://" + a(58) + "@@", false, false},
		{"64 bytes, the last a space", "a://" + a(59) + " ", false, true},
		{"64 bytes of a relative path", "/" + a(63), false, true},

		// Percent-encoded octets and characters across a border of blocks.
		{"percent sign at 61", "a:" + a(59) + "%44", true, true},
		{"percent sign at 62", "a:" + a(60) + "%44", true, true},
		{"percent sign at 63", "a:" + a(61) + "%44", true, true},
		{"percent sign at 62, the end", "a:" + a(60) + "%4", false, true},
		{"percent sign at 63, the end", "a:" + a(61) + "%", false, true},
		{"percent sign at 63, one digit", "a:" + a(61) + "%4", false, true},
		{"percent sign at 62, no digit", "a:" + a(60) + "%4g", false, true},
		{"percent sign at 63, no digit", "a:" + a(61) + "%g4", false, true},
		{"percent sign at 63, a second one", "a:" + a(61) + "%%44", false, true},
		{"percent sign at 126", "a:" + a(124) + "%44", true, true},
		{"percent sign at 127", "a:" + a(125) + "%44", true, true},
		{"percent sign at 126, the end", "a:" + a(124) + "%4", false, true},
		{"percent sign at 127, the end", "a:" + a(125) + "%", false, true},
		{"percent sign at 127, no digit far after", "a:" + a(125) + "%4z" + a(64), false, true},
		{"lead byte at 63, ASCII after", "a:" + a(61) + "\xc3" + a(64), false, false},
		{"lead byte at 63, the end", "a:" + a(61) + "\xc3", false, false},
		{"lead byte at 127, ASCII after", "a:" + a(125) + "\xc3" + a(64), false, false},
		{"lead byte at 127, the end", "a:" + a(125) + "\xc3", false, false},
		{"two bytes of three at 62, ASCII after", "a:" + a(60) + "\xe4\xb8" + a(64), false, false},
		{"three bytes of four at 61, ASCII after", "a:" + a(59) + "\xf0\x9f\x98" + a(64), false, false},
		{"continuation byte at 64, ASCII before", "a:" + a(62) + "\x80" + a(64), false, false},
		{"character across 64", "a:" + a(60) + "\u4e2d" + a(64), true, true},
		{"character across 128", "a:" + a(123) + "\U0001f600" + a(64), true, true},

		// AVX2 reads the last 64 bytes of a string again, and three bytes before them.
		{"65 bytes, a character at the end", "a:" + a(61) + "\u00e9", true, true},
		{"66 bytes, a character at the end", "a:" + a(61) + "\u4e2d", true, true},
		{"65 bytes, cut off", "a:" + a(61) + "\xe4\xb8", false, false},
		{"66 bytes, cut off", "a:" + a(61) + "\xf0\x9f\x98", false, false},
		{"33 bytes, a character at the end", "a:" + a(29) + "\u00e9", true, true},
		{"34 bytes, a character at the end", "a:" + a(29) + "\u4e2d", true, true},
		{"33 bytes of characters", "a:" + strings.Repeat("\u4e2d", 10) + "a", true, true},
		{"34 bytes of characters", "a:" + strings.Repeat("\u00e9", 16), true, true},
		{"33 bytes, cut off", "a:" + a(29) + "\xe4\xb8", false, false},
		{"32 bytes, cut off", "a:" + a(29) + "\xc3", false, false},

		{"number sign that the last block has again", "a:" + a(80) + "#" + a(60), true, true},
		{"question mark that the last block has again", "a:" + a(80) + "?" + a(60) + "#", true, true},
		{"two number signs, one in the last block again", "a:" + a(80) + "#" + a(60) + "#", false, true},
		{"percent-encoded octet that the last block has again", "a:" + a(80) + "%44" + a(60), true, true},
		{"percent-encoded octet that the last block begins in", "a:" + a(80) + "%44" + a(61), true, true},
		{"percent-encoded octet that the last block begins after", "a:" + a(80) + "%44" + a(63), true, true},
		{"character that the last block begins in", "a:" + a(80) + "\u4e2d" + a(62), true, true},

		// Query and fragment after the first block.
		{"number sign twice in the second block", "a:" + a(70) + "#a#", false, true},
		{"number sign in both blocks", "a:#" + a(70) + "#", false, true},
		{"number sign in the second block and the third", "a:" + a(70) + "#" + a(64) + "#", false, true},
		{"number sign in the third block", "a:" + a(140) + "#a", true, true},
		{"question mark after a number sign", "a:" + a(70) + "#?", true, true},
		{"question mark in a block after a number sign", "a:#" + a(70) + "?", true, true},
		{"question mark twice", "a:?" + a(70) + "?", true, true},
		{"question mark in the second block and the third", "a:" + a(70) + "?" + a(64) + "?#", true, true},
		{"number sign twice at the end of 127 bytes", "a:" + a(123) + "##", false, true},
		{"number sign at 63 and at 64", "a:" + a(61) + "##", false, true},

		// Schemes of about half a block and a block.
		{"scheme of 30 bytes", a(30) + "://b/", true, true},
		{"scheme of 31 bytes", a(31) + "://b/", true, false},
		{"scheme of 32 bytes", a(32) + "://b/", true, false},
		{"scheme of 33 bytes", a(33) + "://b/", true, false},
		{"scheme of 60 bytes", a(60) + "://b/", true, false},
		{"scheme of 61 bytes", a(61) + "://b/", true, false},
		{"scheme of 62 bytes", a(62) + "://b/", true, false},
		{"scheme of 63 bytes", a(63) + "://b/", true, false},
		{"scheme of 64 bytes", a(64) + "://b/", true, false},
		{"scheme of 65 bytes", a(65) + "://b/", true, false},
		{"scheme of 66 bytes", a(66) + "://b/", true, false},
		{"no scheme, colon at 32", a(31) + "@:", false, false},
		{"no scheme, colon at 64", a(62) + "@:", false, false},
		{"no scheme, 32 bytes of its alphabet", a(32) + "/:", false, false},
		{"scheme that begins with a digit", "4" + a(31) + ":", false, false},
		{"nothing but a scheme", a(40), false, false},

		// Authorities that end near the border.
		{"authority that ends at 62", "a://" + a(58) + "/b", true, true},
		{"authority that ends at 63", "a://" + a(59) + "/b", true, false},
		{"authority that ends at 64", "a://" + a(60) + "/b", true, false},
		{"authority that ends at 65", "a://" + a(61) + "/b", true, false},
		{"authority that ends in a query at 64", "a://" + a(60) + "?/", true, false},
		{"at sign in another block", "a://" + a(64) + "@b/", true, false},
		{"at sign in both blocks", "a://b@" + a(64) + "@b/", false, false},
		{"at sign in a path in another block", "a://" + a(30) + "/" + a(64) + "@", true, true},
		{"port at the border", "a://" + a(57) + ":44/", true, false},
		{"port across the border", "a://" + a(57) + ":444/", true, false},
		{"port after the border", "a://" + a(60) + ":444/", true, false},
		{"port with a letter after the border", "a://" + a(57) + ":44b/", false, false},
		{"port with a letter at 63", "a://" + a(57) + ":4b/b", false, false},
		{"port with a letter at the end of 64", "a://" + a(57) + ":4b", false, true},
		{"two colons", "a://a:4:4/", false, true},
		{"two colons, one in a userinfo", "a://a:@:4/", true, true},
		{"port that is a character", "a://a:\u00e9/", false, false},
		{"port with a percent-encoded octet", "a://a:%34/", false, false},

		// Bytes that vector instructions treat specially.
		{"byte 0", "a:\x00", false, true},
		{"byte 0 at the end of 32", "a:" + a(29) + "\x00", false, true},
		{"byte 0x80", "a:\x80", false, false},
		{"brackets", "a://[::1]", true, false},
		{"letters of Greek whose last byte is \\xbf", "a:\u03bf\u03bf/\u043f", true, true},
	} {
		t.Run(strings.ReplaceAll(test.name, " ", "-"), func(t *testing.T) {
			text := []byte(test.text)
			if _, valid := reference(tops[0], text); valid != test.valid {
				t.Errorf("%q (%d bytes): %t", text, len(text), valid)
			}
			x := newTrial(t, paths(t))
			x.automata = tops
			x.try(text)
			for _, p := range x.paths {
				if _, v := p.locate(tops[0], text); v == Undecided && test.decided {
					t.Errorf("%s: %q (%d bytes): undecided", p.name, text, len(text))
				}
			}
		})
	}
}

// TestTogether runs kernels in many goroutines, including the first calls and the one that detects the processor.
func TestTogether(t *testing.T) {
	text := []byte("http://user@example.org:80/\u4e2d/%41?b#c")
	want, valid := reference(tops[0], text)
	for range effort(10, 100, 1000) {
		forget()
		var start, done sync.WaitGroup
		start.Add(1)
		for range 8 {
			done.Add(1)
			go func() {
				defer done.Done()
				start.Wait()
				for range 10 {
					x, v := Bytes(tops[0], text)
					c := CheckBytes(tops[0], text)
					if c != NoKernel && c != Valid || v != NoKernel && (v != Valid || !valid || x != want.Pack()) {
						t.Errorf("%x, results %d and %d", x, v, c)
					}
				}
			}()
		}
		start.Done()
		done.Wait()
	}
}
