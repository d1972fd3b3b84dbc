package docs

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// valued are flags of go test whose value is the next word.
var valued = strings.Fields("-run -bench -benchtime -count -cpu -fuzz -fuzztime -fuzzminimizetime -tags -timeout -skip -parallel -exec -coverpkg -coverprofile -args")

// goTest finds what is wrong with the words behind go test: packages that are not there, names that
// no test has, flags behind -args that none declares.
func (t *Tree) goTest(p *Page, dir string, words []string) (problems []string) {
	var folders, own []string
	names := make(map[string]string) // pattern by flag
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch flag, value, inWord := strings.Cut(w, "="); {
		case w == "-args":
			own, words = words[i+1:], words[:i]
		case strings.HasPrefix(w, "-") && (slices.Contains(valued, flag) || inWord):
			if !inWord && i+1 < len(words) {
				i++
				value = words[i]
			}
			names[flag] = value
		case strings.HasPrefix(w, "-"):
			if !slices.Contains(strings.Fields("-v -race -short -cover -benchmem -json -shuffle -failfast -x"), w) {
				own = append(own, w)
			}
		default:
			folders = append(folders, w)
		}
	}
	if len(folders) == 0 {
		folders = []string{"."}
	}
	var sources []string
	for _, f := range folders {
		tests, err := t.tests(path.Join(dir, f))
		if err != nil && !p.makes(f) {
			problems = append(problems, "no such package: "+f)
		}
		sources = append(sources, tests)
	}
	source := strings.Join(sources, "")
	for flag, prefix := range map[string]string{"-run": "Test|Example|Fuzz", "-bench": "Benchmark", "-fuzz": "Fuzz"} {
		if problem := lackingTest(source, names[flag], prefix); problem != "" {
			problems = append(problems, problem)
		}
	}
	for _, f := range folders {
		source += t.sources(path.Join(dir, f), "*.go") // which may declare flags as well
	}
	for _, w := range lackingFlags(source, own) {
		problems = append(problems, "no test has the flag "+w)
	}
	return problems
}

// lackingTest tells if no function of a kind has a name that a pattern matches.
func lackingTest(source, pattern, prefix string) string {
	first, _, _ := strings.Cut(pattern, "/")
	if slices.Contains([]string{"", "-", "^$", "XXX", ".", "x"}, first) {
		return "" // none, or all
	}
	match, err := regexp.Compile(first)
	if err != nil {
		return err.Error()
	}
	for _, m := range regexp.MustCompile(`(?m)^func ((?:`+prefix+`)\w*)\(`).FindAllStringSubmatch(source, -1) {
		if match.MatchString(m[1]) {
			return ""
		}
	}
	return "no function matches " + pattern
}

// tests returns the text of the tests of a package, or of all below it.
func (t *Tree) tests(folder string) (string, error) {
	root, all := strings.CutSuffix(folder, "/...")
	if folder == "..." {
		root, all = ".", true
	}
	if _, err := fs.Stat(t.files, root); err != nil {
		return "", err
	}
	if !all {
		return t.sources(folder, "*_test.go"), nil
	}
	var b strings.Builder
	err := fs.WalkDir(t.files, root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			b.WriteString(t.sources(name, "*_test.go"))
		}
		return err
	})
	return b.String(), err
}
