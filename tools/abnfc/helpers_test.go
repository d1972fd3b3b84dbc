package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// helped has rules with numbers, and rules that may be absent or empty.
const helped = `version = "v" major [ "." minor ] [ "-" label ] [ "+" stamp ]
major   = 1*9DIGIT
minor   = 1*18DIGIT
label   = *ALPHA
stamp   = 1*DIGIT
`

// helpers tests the code for helped. The generated test also calls all functions.
const helpers = `package version

import (
	"io"
	"strings"
	"testing"
)

func TestSpans(t *testing.T) {
	for _, x := range []struct {
		s, major, minor, label string
		majorInt, minorInt     int
		hasMinor               bool
	}{
		{"v0", "0", "", "", 0, 0, false},
		{"v1-", "1", "", "", 1, 0, false},
		{"v12.034-rc+5", "12", "034", "rc", 12, 34, true},
		{"v999999999.999999999", "999999999", "999999999", "", 999999999, 999999999, true},
		{"v7.2147483648-x", "7", "2147483648", "x", 7, wide(1 << 31), is64Bit},
		{"v7.999999999999999999", "7", "999999999999999999", "", 7, wide(999999999999999999), is64Bit},
	} {
		p, err := ParseVersion(x.s)
		if err != nil {
			t.Fatal(err)
		}
		if major, minor, label := p.MajorText(x.s), p.MinorText(x.s), p.LabelText(x.s); major != x.major || minor != x.minor || label != x.label {
			t.Errorf("%q: %q, %q, %q", x.s, major, minor, label)
		}
		if n, ok := p.MajorInt(x.s); n != x.majorInt || !ok {
			t.Errorf("%q: major %d, %t", x.s, n, ok)
		}
		if n, ok := p.MinorInt(x.s); n != x.minorInt || ok != x.hasMinor {
			t.Errorf("%q: minor %d, %t", x.s, n, ok)
		}
		if n := testing.AllocsPerRun(10, func() { p.MajorText(x.s); p.MinorInt(x.s) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
	if s := new(VersionParts).MajorText(""); s != "" {
		t.Errorf("%q of nothing", s)
	}
}

const is64Bit = ^uint(0)>>63 == 1

// wide returns n, or 0 if int has only 32 bits.
func wide(n int64) int {
	if !is64Bit {
		return 0
	}
	return int(n)
}

func TestPrefix(t *testing.T) {
	for s, want := range map[string]int{"": -1, "v": -1, "v1": 2, "v1.": 2, "v1.2 is": 4, "v1-": 3, "v1-a1": 4, "x": -1} {
		n, ok := PrefixVersion([]byte(s))
		if ok != (want >= 0) || n != max(want, 0) {
			t.Errorf("%q: %d, %t", s, n, ok)
		}
	}
	if n, ok := PrefixLabel("1"); n != 0 || !ok {
		t.Errorf("the empty prefix: %d, %t", n, ok)
	}
}

func TestMatcher(t *testing.T) {
	if new(VersionMatcher).Matched() || !new(LabelMatcher).Matched() {
		t.Error("the empty string")
	}
	for s, want := range map[string]bool{"v1.234567890-label+123456789012345678901234567890": true, "v1.2+": false, "v1.2x": false, "v1 ": false} {
		for i := range len(s) {
			for j := i; j < len(s); j++ {
				var m VersionMatcher
				first, err := m.Write([]byte(s[:i]))
				copied := m
				middle, _ := m.WriteString(s[i:j])
				last, _ := io.Copy(&m, strings.NewReader(s[j:]))
				if m.Matched() != want || first != i || middle != j-i || int(last) != len(s)-j || err != nil {
					t.Errorf("%q, %q, %q: %t", s[:i], s[i:j], s[j:], m.Matched())
				}
				if copied.WriteString(s[i:]); copied.Matched() != want {
					t.Errorf("%q, %q in a copy: %t", s[:i], s[i:], !want)
				}
			}
		}
	}
	p := []byte("v1.2")
	if n := testing.AllocsPerRun(10, func() { var m VersionMatcher; m.Write(p); m.WriteString("3"); m.Matched() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
`

// TestHelpers tests helper functions in both forms of a package.
func TestHelpers(t *testing.T) {
	helpedPackages(t)
	goRun(t, "test", "./...")
}

func helpedPackages(t *testing.T) {
	module(t)
	if err := os.WriteFile("version.abnf", []byte(helped), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{"-o", "plain/version.go"}, {"-o", "alone/version.go", "--standalone"}} {
		args := append(flags, "--pkg", "version", "--rule", "version,label", "--span", "major,minor,label,stamp", "version.abnf")
		if r := abnfc(append([]string{"compile"}, args...)...); r != (result{}) {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		if err := os.WriteFile(strings.Replace(flags[1], ".go", "_helpers_test.go", 1), []byte(helpers), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinked checks that a program links only the functions of a generated package that it calls. Without -long, each
// program is built with one form of the package.
func TestLinked(t *testing.T) {
	helpedPackages(t)
	const parse = "CheckVersion ParseVersion endsVersion spansVersion tableVersion "
	for i, x := range []struct{ call, want string }{
		{"ok = version.ValidVersion(s)", "ValidVersion tableVersion"},
		{"_, ok = version.PrefixVersion(s)", "PrefixVersion tableVersion"},
		{"var m version.VersionMatcher; m.WriteString(s); ok = m.Matched()", "(*VersionMatcher).Matched (*VersionMatcher).WriteString tableVersion"},
		{"p, _ := version.ParseVersion(s); _, ok = p.Minor()", parse + "(*VersionParts).Minor"},
		{"p, _ := version.ParseVersion(s); ok = p.LabelText(s) == s", parse + "(*VersionParts).Label (*VersionParts).LabelText"},
		{"p, _ := version.ParseVersion(s); _, ok = p.MajorInt(s)", parse + "(*VersionParts).Major (*VersionParts).MajorInt"},
	} {
		for j, form := range []string{"plain", "alone"} {
			if i%2 != j && !*testkit.Long {
				continue
			}
			program := "package main\n\nimport (\n\t\"os\"\n\n\tversion \"try/" + form + "\"\n)\n\nfunc main() {\n\ts, ok := os.Args[0], false\n" +
				x.call + "\nif ok {\n\t\tos.Exit(1)\n\t}\n}\n"
			if err := os.WriteFile("main.go", []byte(program), 0o644); err != nil {
				t.Fatal(err)
			}
			goRun(t, "build", "-o", "linked", "-ldflags=-w", "-gcflags=try/...=-l", ".") // inlined functions have no symbols
			want := strings.Fields(x.want)
			slices.Sort(want)
			if got := linked(t, "try/"+form); !slices.Equal(got, want) {
				t.Errorf("%s, %s: linked %v, want %v", x.call, form, got, want)
			}
		}
	}
}

// linked returns the names of a package, made from rules, that are in the program.
func linked(t *testing.T, pkg string) (names []string) {
	symbol := regexp.MustCompile(`(?m) [TtDdRr] ` + pkg + `\.(\S*(?:Version|Label)[^\s\[]*)`)
	for _, m := range symbol.FindAllStringSubmatch(goRun(t, "tool", "nm", "linked"), -1) {
		if !strings.HasPrefix(m[1], ".dict.") {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return names
}
