package ignore

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestGit: git ignores the same files.
func TestGit(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files := map[string]string{
		".git/info/exclude": "excluded\n",
		".gitignore": "# comment\n*.log\n!keep.log\n/top\nbuild/\na/**/z\n**/deep/x\nfoo/**\n\\#hash\n\\!bang\ntrail \nspace\\ \n" +
			"[a-c].txt\n[!a-c].md\n[]-]1\nq?x\n**\\.tmp\nd*/e\n*.[oa]\n[[:digit:]]n\nbroken[\nab**cd\r\n/w/**/v/\n??\n[!a-z]c\n",
		"sub/.gitignore": "!*.log\n/here\nnot/\n",
	}
	names := strings.Fields("excluded a.log keep.log sub/b.log sub/keep.log top sub/top build/f build sub/build/f a/z a/b/z a/b/c/z x/a/z deep/x y/deep/x " +
		"foo/1 foo/2/3 foo #hash !bang trail trails space a.txt d.txt a.md d.md ]1 -1 x1 qax q/x qaax u.tmp v/u.tmp dd/e dd/f/e lib.o lib.a lib.so 1n xn " +
		"broken[ abxcd ab/cd sub/here sub/x/here here sub/not/f not/f w/v/f w/1/2/v/f w/v1/f ünï.log .hidden.log ñ 中 aü ñc 1c")
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil && !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name+"/") }) {
			files[name] = ""
		}
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(file), 0o777)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git := exec.Command("git", "-C", dir, "-c", "core.quotePath=off", "ls-files", "--others", "--exclude-standard")
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := git.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(out)), "\n")
	got := list(t, filepath.ToSlash(dir), Above(filepath.ToSlash(dir)))
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || len(want) < 20 {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if above := Above(filepath.ToSlash(dir) + "/sub"); above.Match(filepath.ToSlash(dir)+"/sub/b.log", false) != true {
		t.Errorf("%v", above)
	}
}

// list returns the files that are not ignored, as one who walks finds them.
func list(t *testing.T, top string, patterns Patterns) (files []string) {
	filepath.WalkDir(top, func(name string, entry os.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			t.Fatal(err)
		case entry.Name() == ".git" || name != top && patterns.Match(name, entry.IsDir()):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir():
			patterns = append(patterns.Below(name), Read(name+"/.gitignore", name)...)
		default:
			files = append(files, strings.TrimPrefix(name, top+"/"))
		}
		return nil
	})
	return files
}
