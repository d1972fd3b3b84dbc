package ignore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository creates a repository with files, and returns its path with slashes.
func repository(t *testing.T, files map[string]string) (dir string) {
	dir = t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(file), 0o777)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.ToSlash(dir)
}

// byGit returns the files of a repository that git does not ignore.
func byGit(t *testing.T, dir string) []string {
	git := exec.Command("git", "-C", dir, "-c", "core.quotePath=off", "ls-files", "-z", "--others", "--exclude-standard")
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := git.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	slices.Sort(files)
	return files
}

// byPatterns returns the files of a repository that Match does not ignore.
func byPatterns(t *testing.T, dir string) []string {
	above, err := Above(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := list(t, dir, dir, above)
	slices.Sort(files)
	return files
}

// list walks the files below a folder that are not ignored.
func list(t *testing.T, top, dir string, patterns Patterns) (files []string) {
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if patterns, err = patterns.Read(folder, ".gitignore", dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := dir + "/" + entry.Name()
		ignored, err := patterns.Match(name, entry.IsDir(), new(Work))
		switch {
		case err != nil:
			t.Fatal(name, err)
		case entry.Name() == ".git" || ignored:
		case entry.IsDir():
			files = append(files, list(t, top, name, patterns)...)
		default:
			files = append(files, strings.TrimPrefix(name, top+"/"))
		}
	}
	return files
}

// TestGit compares with git.
func TestGit(t *testing.T) {
	files := map[string]string{
		".git/info/exclude": "excluded\n",
		".gitignore": "\ufeff# comment\n*.log\n!keep.log\n/top\nbuild/\na/**/z\n**/deep/x\nfoo/**\n\\#hash\n\\!bang\ntrail \nspace\\ \n" +
			"[a-c].txt\n[!a-c].md\n[]-]1\nq?x\n**\\.tmp\nd*/e\n*.[oa]\n[[:digit:]]n\nbroken[\nab**cd\r\n/w/**/v/\n??\n[!a-z]c\n",
		"sub/.gitignore": "!*.log\n/here\nnot/\n",
	}
	names := strings.Fields("excluded a.log keep.log sub/b.log sub/keep.log top sub/top build/f build sub/build/f a/z a/b/z a/b/c/z x/a/z deep/x y/deep/x " +
		"foo/1 foo/2/3 foo #hash !bang trail trails space a.txt d.txt a.md d.md ]1 -1 x1 qax q/x qaax u.tmp v/u.tmp dd/e dd/f/e lib.o lib.a lib.so 1n xn " +
		"broken[ abxcd ab/cd sub/here sub/x/here here sub/not/f not/f w/v/f w/1/2/v/f w/v1/f ünï.log .hidden.log ñ 中 aü ñc 1c")
	for _, name := range names {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name+"/") }) {
			files[name] = ""
		}
	}
	dir := repository(t, files)
	want, got := byGit(t, dir), byPatterns(t, dir)
	if !slices.Equal(got, want) || len(want) < 20 {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	above, err := Above(dir + "/sub")
	if matched, _ := above.Match(dir+"/sub/b.log", false, new(Work)); !matched || err != nil {
		t.Errorf("%v: %v", above, err)
	}
}

// TestGitAtRandom compares random patterns with git, each in its own folder.
func TestGitAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields(`a a b ab * * ** **/ /**/ /** / / ? [ab] [!a] [^b] [a-c] [] []a] [ ] [a- [a-] [\]] [\a-c] [[:alpha:]] [[:digit:]b] [[:x:]] [[:] [a/b] \a \* \/ \ ! - . .a [!]] [--a] [[:]`)
	pieces = append(pieces, " ", `\ `)
	files := make(map[string]string)
	var patterns []string
	for len(patterns) < 400 {
		var pattern strings.Builder
		for range 1 + r.IntN(6) {
			pattern.WriteString(pieces[r.IntN(len(pieces))])
		}
		if strings.Contains(pattern.String(), "**//") {
			continue // in git 2.39, matches all folders
		}
		files[fmt.Sprintf("%d/.gitignore", len(patterns))] = pattern.String() + "\n"
		patterns = append(patterns, pattern.String())
	}
	dir := repository(t, files)
	names := append(strings.Fields("a b ab ba aab ] [ - * ! x/a x/b a.a x/y/a x/y/b x/ab/a x/ab/b/a .a x/.a/b x/-/] 1 x/1/a [[:x:]] [a a[ c x/c/d aaab/ab"), "a ", "x/ a")
	var paths []string
	for i := range patterns {
		for _, name := range names {
			paths = append(paths, fmt.Sprintf("%d/%s", i, name))
		}
	}
	git := exec.Command("git", "-C", dir, "check-ignore", "--no-index", "-z", "--stdin")
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	git.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	out, err := git.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i, pattern := range patterns {
		base := fmt.Sprintf("/%d", i)
		all := Parse(pattern+"\n", base)
		for _, name := range names {
			ignored := false
			for at := 0; at >= 0 && !ignored; { // also its folders
				rest := strings.IndexByte(name[at:], '/')
				end := len(name)
				if rest >= 0 {
					end = at + rest
				}
				if ignored, err = all.Match(base+"/"+name[:end], rest >= 0, new(Work)); err != nil {
					t.Fatal(err)
				}
				if at = end + 1; rest < 0 {
					break
				}
			}
			if git := slices.Contains(want, base[1:]+"/"+name); git != ignored {
				t.Errorf("%q matches %q: %t, by git: %t", pattern, name, ignored, git)
			}
		}
	}
	if len(want) < 300 {
		t.Errorf("only %d names are ignored", len(want))
	}
}

// TestLimits checks that excessive patterns are errors, with a line if possible.
func TestLimits(t *testing.T) {
	long := strings.Repeat("*a", maxLength/2)
	for _, test := range []struct {
		name, text string
		line       int
		wrong      bool
	}{
		{"empty", "", 0, false},
		{"long enough", strings.Repeat("a\n", maxPatterns-1), 0, false},
		{"many", strings.Repeat("a\n", maxPatterns), 0, true},
		{"large", strings.Repeat("# comment\n", maxSize/10+1), 0, true},
		{"longest line", long + "\n", 0, false},
		{"long line", "a\n" + long + "*\n", 2, true},
		{"one long line", strings.Repeat("*a", 1_200_000), 0, true},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		folder, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		before := Parse("kept\n", "/x")
		all, err := before.Read(folder, ".gitignore", "/x")
		var e *Error
		if errors.As(err, &e) != test.wrong || test.wrong && (e.Line != test.line || e.File != "/x/.gitignore" || len(all) != 1) {
			t.Errorf("%s: %d patterns, %+v", test.name, len(all), err)
		}
	}
}

// TestSum checks that the patterns of nested folders have a common limit.
func TestSum(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat(strings.Repeat("a", 99)+"\n", maxSize/200)
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	var all Patterns
	read := 0
	for err == nil && read < 10 {
		all, err = all.Read(folder, ".gitignore", "/x")
		read++
	}
	if err == nil || read > 3 {
		t.Errorf("%d bytes after %d files: %v", all.size(), read, err)
	}
}

// TestWork checks that a name takes a bounded number of steps.
func TestWork(t *testing.T) {
	for _, glob := range []string{
		strings.Repeat("*a", 2000) + "b", strings.Repeat("**/a*", 800) + "b", strings.Repeat("[a-z]", 800) + "*b", "*" + strings.Repeat("[[:", 1300) + "]b",
		"**/" + strings.Repeat("*", 4000) + "b", strings.Repeat("?", 4000),
	} {
		patterns := Parse(strings.Repeat(glob+"\n", maxSize/len(glob)), "/x")
		for _, name := range []string{strings.Repeat("a", 255), strings.Repeat("a/", 1500) + "a", strings.Repeat("a", 4000)} {
			steps := maxSteps
			matches(glob, name, &steps)
			if used := maxSteps - steps; used > maxSteps+2*maxLength {
				t.Errorf("%.20s… takes %d steps", glob, used)
			}
			var w Work
			for range 8 {
				if _, err := patterns.Match("/x/"+name, false, &w); err != nil {
					break
				}
			}
			if w.used > maxSteps+2*maxLength {
				t.Errorf("%.20s…: %d steps are used", glob, w.used)
			}
		}
	}
	patterns := Parse(strings.Repeat(strings.Repeat("*a", 2000)+"b\n", 260), "/x")
	var w Work
	n := 0
	for ; n < 1000; n++ {
		if _, err := patterns.Match("/x/"+strings.Repeat("a", 4000), false, &w); err != nil {
			break
		}
	}
	if n == 0 || n == 1000 {
		t.Errorf("an error after %d names", n)
	}
	ordinary := Parse(strings.Repeat("*.log\nbuild/\n/doc/*.tmp\nname[0-9]\n", 1000), "/x")
	for i := range 1000 { // names that allow more steps than they use
		if _, err := ordinary.Match(fmt.Sprintf("/x/doc/folder/file%d.txt", i), false, &w); err != nil && i > 200 {
			t.Fatalf("name %d: %v", i, err)
		}
	}
}

// TestStepsOfAsterisks checks that the scan before a pair of asterisks is counted.
func TestStepsOfAsterisks(t *testing.T) {
	const length, folders = 1000, 500
	before, steps := strings.Repeat("a", length), maxSteps
	if matches(before+"**/?**b", before+strings.Repeat("/c", folders), &steps) {
		t.Error("matches")
	}
	if used := maxSteps - steps; used < length*folders/2 {
		t.Errorf("%d steps", used)
	}
}
