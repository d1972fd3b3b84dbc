package show

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

func pictureAt(text string, at int) string {
	return Around([]byte(text), at, at).String()
}

func TestPicture(t *testing.T) {
	for _, test := range []struct {
		name        string
		text        string
		at          int
		shown       string
		caretColumn int
	}{
		{"empty", "", 0, "", 0},
		{"ASCII", "a b", 1, "a b", 1},
		{"at the end", "abc", 3, "abc", 3},
		{"backslash", `a\b`, 1, `a\b`, 1},
		{"ANSI escape", "a\x1b[31mb c", 8, `a\x1b[31mb c`, 11},
		{"caret at an escape", "a\x1b[31m", 1, `a\x1b[31m`, 1},
		{"controls", "\x00\t\r\n\x7f x", 6, `\x00\x09\x0d\x0a\x7f x`, 21},
		{"C1 control", "\u0085\u009b x", 4, `\u0085\u009b x`, 12},
		{"bidi", "a\u202eb\u2066\u200f x", 11, `a\u202eb\u2066\u200f x`, 20},
		{"zero width", "\u200b\u200d\ufeff\u00ad x", 11, `\u200b\u200d\ufeff\u00ad x`, 24},
		{"blanks", "\u00a0\u3000\u2028 x", 8, `\u00a0\u3000\u2028 x`, 18},
		{"fillers", "\u115f\u3164\u2800\ufe0f\u034f x", 14, `\u115f\u3164\u2800\ufe0f\u034f x`, 30},
		{"tags", "\U000e0001\U000e0100 x", 8, `\U000e0001\U000e0100 x`, 20},
		{"private use", "\ue000\U00100000 x", 7, `\ue000\U00100000 x`, 16},
		{"not UTF-8", "é\xff\xc3(\xe2\x82 x", 7, `é\xff\xc3(\xe2\x82 x`, 18},
		{"in a broken character", "\xe2\x82 x", 1, `\xe2\x82 x`, 4},
		{"surrogate", "\xed\xa0\x80 x", 1, `\xed\xa0\x80 x`, 4},
		{"overlong", "\xc0\xaf", 1, `\xc0\xaf`, 4},
		{"U+FFFD itself", "\ufffd x", 3, `\ufffd x`, 6},
		{"Latin", "é x", 2, "é x", 1},
		{"in a character", "aéb", 2, "aéb", 1},
		{"wide", "日本語 x", 9, "日本語 x", 6},
		{"in a wide character", "日本語", 4, "日本語", 2},
		{"Hangul, fullwidth, emoji", "한Ａ😀 x", 10, "한Ａ😀 x", 6},
		{"halfwidth", "ｱ x", 3, "ｱ x", 1},
		{"marks", "e\u0301e\u0308\u0323 x", 8, "e\u0301e\u0308\u0323 x", 2},
		{"mark first", "\u0301 x", 2, `\u0301 x`, 6},
		{"at a mark", "e\u0301x", 1, `e\u0301x`, 1},
		{"Hebrew", "א x", 2, "א x", 1},
	} {
		want := indent + test.shown + "\n" + indent + strings.Repeat(" ", test.caretColumn) + "^\n"
		if got := pictureAt(test.text, test.at); got != want {
			t.Errorf("%s:\n%swant\n%s", test.name, got, want)
		}
	}
}

func TestPictureOfLongText(t *testing.T) {
	rep := strings.Repeat
	for _, test := range []struct {
		name        string
		text        string
		at          int
		shown       string
		caretColumn int
	}{
		{"just fits", rep("x", 60) + " " + rep("y", 13), 60, rep("x", 60) + " " + rep("y", 13), 60},
		{"too long on the right", rep("x", 60) + " " + rep("y", 40), 60, "…" + rep("x", 50) + " " + rep("y", 23) + "…", 51},
		{"at the beginning", " " + rep("y", 1000), 0, " " + rep("y", 73) + "…", 0},
		{"at the end", rep("x", 1000), 1000, "…" + rep("x", 74), 75},
		{"in the middle", rep("x", 1000) + " " + rep("y", 1000), 1000, "…" + rep("x", 50) + " " + rep("y", 23) + "…", 51},
		{"near the beginning", "x " + rep("y", 1000), 1, "x " + rep("y", 72) + "…", 1},
		{"wide", rep("日", 1000) + " " + rep("本", 1000), 3000, "…" + rep("日", 25) + " " + rep("本", 11) + "…", 51},
		{"escapes", rep("\xff", 1000) + " " + rep("\x01", 1000), 1000, "…" + rep(`\xff`, 13) + " " + rep(`\x01`, 5) + "…", 53},
		{"marks", "e" + rep("\u0301", 1000) + " x", 2001, "… x", 1},
		{"characters cut at 256 bytes", rep("日", 1000) + "  " + rep("日", 1000), 3001, "…" + rep("日", 25) + "  " + rep("日", 11) + "…", 52},
	} {
		want := indent + test.shown + "\n" + indent + rep(" ", test.caretColumn) + "^\n"
		if got := pictureAt(test.text, test.at); got != want {
			t.Errorf("%s:\n%swant\n%s", test.name, got, want)
		}
	}
}

// TestPictureIsSafe checks that every picture is two visible lines of at most 80 columns, with the caret below the
// byte.
func TestPictureIsSafe(t *testing.T) {
	const seed = 2
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	alphabet := []string{"a", "b", " ", "\\", "\x00", "\x1b[2J", "\n", "\r", "\t", "\u009b", "é", "\u0301", "日", "😀", "\u202e", "\u200b", "\xff", "\xc3", "\xe2\x82", "\x80", "\ufe0f", "…"}
	for range 5000 {
		var b strings.Builder
		for range random.IntN(400) {
			b.WriteString(alphabet[random.IntN(1+random.IntN(len(alphabet)))])
		}
		text := b.String()
		at := random.IntN(len(text) + 1)
		checkPicture(t, text, at, pictureAt(text, at))
	}
}

func checkPicture(t *testing.T, text string, at int, picture string) {
	t.Helper()
	lines := strings.Split(picture, "\n")
	if len(lines) != 3 || lines[2] != "" {
		t.Fatalf("%q at %d: %d lines", text, at, len(lines))
	}
	width, underCaret := 0, ""
	caret := strings.Index(lines[1], "^")
	for _, r := range lines[0] {
		if !Visible(r) {
			t.Fatalf("%q at %d: %q is shown", text, at, r)
		}
		w := widthOf(r)
		if width == caret && w > 0 {
			underCaret = lines[0][strings.IndexRune(lines[0], r):]
		}
		width += w
	}
	if width > 80 || caret > width || len(lines[1]) > 80 {
		t.Fatalf("%q at %d: width %d, caret at %d", text, at, width, caret)
	}
	// A plain byte is shown as it is.
	if at < len(text) && ' ' <= text[at] && text[at] <= '~' && underCaret[0] != text[at] {
		t.Fatalf("%q at %d: caret stands under %q", text, at, underCaret)
	}
}

// widthOf is an independent implementation of width for the test's alphabet.
func widthOf(r rune) int {
	switch r {
	case '\u0301':
		return 0
	case '日', '😀':
		return 2
	}
	return 1
}

// TestWithin checks that a cut picture has the maximum width, except for half a wide character, and contains the first
// caret.
func TestWithin(t *testing.T) {
	for _, test := range []struct {
		text  string
		at    int
		width int
		want  string
	}{
		{"http://a b/", 8, 11, "http://a b/"},
		{"http://a b/", 8, 10, "…tp://a b/"},
		{"http://a b/", 8, 4, "…a …"},
		{"http://a b/c/d/e/f", 8, 9, "…p://a b…"},
		{"1http://a b/", 0, 5, "1htt…"},
		{"日本語日本語 日", 18, 8, "…本語 日"},
		{"日本語日本語 日本語", 18, 8, "…本語 …"},
	} {
		p := Around([]byte(test.text), test.at, test.at)
		if got := p.Within(test.width); got != test.want {
			t.Errorf("%q at %d within %d: %q, want %q", test.text, test.at, test.width, got, test.want)
		}
	}
}

func TestSafe(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"list é 日.txt", "list é 日.txt"},
		{"a\x1b[0m\n\xff\ufffd\u2028", `a\x1b[0m\x0a\xff\ufffd\u2028`},
	} {
		if got := Safe(test.text); got != test.want {
			t.Errorf("Safe(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestWhatIsVisible checks classes of invisible characters.
func TestWhatIsVisible(t *testing.T) {
	hidden := []*unicode.RangeTable{
		unicode.C, unicode.Z, unicode.White_Space, unicode.Bidi_Control, unicode.Join_Control,
		unicode.Noncharacter_Code_Point, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
	}
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !Visible(r) {
			continue
		}
		n++
		if r != ' ' && unicode.In(r, hidden...) {
			t.Errorf("U+%04X is shown", r)
		}
		if w := width(r); w < 0 || w > 2 {
			t.Errorf("U+%04X has width %d", r, w)
		}
	}
	if n < 140_000 {
		t.Errorf("only %d characters are shown", n)
	}
}

// TestAppendAround compares AppendAround with Around and Append.
func TestAppendAround(t *testing.T) {
	long := strings.Repeat("0123456789", 60)
	for _, text := range []string{"", "a", "a b c", long[:20], long[:74], long[:75], long[:100], long[:260], long, "é" + long, long[:100] + "\x00" + long} {
		for start := 0; start <= len(text); start += 1 + len(text)/150 {
			for _, length := range []int{0, 1, 2, 30, 500} {
				end := min(start+length, len(text))
				want := string(Around([]byte(text), start, end).Append(nil, "<", ">"))
				if got := string(AppendAround(nil, []byte(text), start, end, "<", ">")); got != want {
					t.Fatalf("%q, %d to %d:\n%s\nwant\n%s", text, start, end, got, want)
				}
			}
		}
	}
}
