package docs

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// programs are what the pages may call without a word about it: those of POSIX, and what readers are
// likely to have. Others are named in the text of the page.
var programs = strings.Fields("apt-get awk cat cd chmod cmp comm cp curl cut diff echo exec export find git go grep gzip head jq ls man mkdir mv paste printf " +
	"ps rm sed seq sh sort tail tar tee test time tr true uniq wc xargs zcat")

// commands finds commands that do not exist, and flags that they do not have.
func (t *Tree) commands(p *Page, line int, script string) (list []Problem) {
	dir := "."
	if session.MatchString(script) {
		script = session.ReplaceAllString(output.ReplaceAllString(script, ""), "")
	}
	for _, c := range split(script) {
		problems, to := t.simple(p, dir, c.words)
		for _, problem := range problems {
			list = append(list, p.problemf(line+c.line, "%s", problem))
		}
		dir = to
	}
	return list
}

var (
	session = regexp.MustCompile(`(?m)^\$ `)
	output  = regexp.MustCompile(`(?m)^(?:[^$\n]|\$[^ ]).*$`) // in a session: what does not begin with $
)

// assignment is a word such as GOARCH=arm64.
var assignment = regexp.MustCompile(`^[A-Za-z_]\w*=`)

// simple finds what is wrong with one command in a folder, and returns the folder for the next.
func (t *Tree) simple(p *Page, dir string, words []string) (problems []string, next string) {
	for len(words) > 0 && (assignment.MatchString(words[0]) || slices.Contains([]string{"exec", "time", "then", "do", "else", "if", "while", "!", "{"}, words[0])) {
		words = words[1:]
	}
	if len(words) > 3 && words[0] == "nice" && words[1] == "-n" {
		words = words[3:]
	}
	if len(words) == 0 {
		return nil, dir
	}
	name := path.Base(words[0])
	switch {
	case name == "cd" && len(words) > 1:
		to := path.Join(dir, words[1])
		if !strings.Contains(words[1], "$") && t.ours(words[1]) && !t.has(to) {
			return []string{"cd " + words[1] + ": no such folder"}, dir
		}
		return nil, to
	case name == "go":
		return t.goCommand(p, dir, words[1:]), dir
	case name == "iri", name == "abnfc":
		problems = t.ownCommand(name, words[1:])
	case strings.HasPrefix(words[0], "./") || t.ours(words[0]):
		if !t.has(path.Join(dir, words[0])) && !p.makes(words[0]) {
			problems = append(problems, "no such program: "+words[0])
		}
	case !slices.Contains(programs, name) && !shellWord(name) && !p.names(name):
		problems = append(problems, "what is "+words[0]+"? The text of the page does not name it")
	}
	for _, w := range words[1:] {
		if t.ours(w) && !strings.ContainsAny(w, "*$=:") && !t.has(path.Join(dir, w)) && !p.makes(w) {
			problems = append(problems, "no such file: "+w)
		}
	}
	return problems, dir
}

func shellWord(name string) bool {
	return slices.Contains(strings.Fields("for done fi esac case } ) : . source wait kill trap read set return"), name)
}

// names reports whether the text of a page, its code aside, names a program.
func (p *Page) names(program string) bool {
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(program) + `\b`).MatchString(p.visible(prose, heading, table))
}

// makes reports whether code of the page writes a file, by -o or by a redirection.
func (p *Page) makes(file string) bool {
	return regexp.MustCompile(`(?:-o |> ?)\S*\b` + regexp.QuoteMeta(path.Base(file))).MatchString(p.visible(code))
}

// ours reports whether a name is that of a file of the project: it begins with one of its folders.
func (t *Tree) ours(name string) bool {
	first, _, inside := strings.Cut(strings.TrimPrefix(name, "./"), "/")
	return inside && first != "" && first != "." && first != ".." && !strings.HasPrefix(name, "/") && t.has(first)
}

// ownCommand finds what is wrong with the words behind iri or abnfc. The pages of reference have all
// commands and flags.
func (t *Tree) ownCommand(program string, words []string) (problems []string) {
	known := t.flags(program)
	if known == nil {
		return []string{"docs/reference/" + program + ".md is not there"}
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "-") || !letters.MatchString(words[0]) {
		words = append([]string{""}, words...)
	}
	flags, ok := known[words[0]]
	if !ok {
		return []string{program + " has no command " + words[0]}
	}
	for _, w := range words[1:] {
		if w == "--" {
			break
		}
		name, _, _ := strings.Cut(w, "=")
		if strings.HasPrefix(w, "-") && w != "-" && !flags[name] && (strings.HasPrefix(w, "--") || !flags[name[:2]]) {
			problems = append(problems, program+" "+words[0]+" has no flag "+name)
		}
	}
	return problems
}

var letters = regexp.MustCompile(`^[a-z]+$`)

// flags returns the flags of each command of a program, by its page of reference. Command "" is the
// program itself.
func (t *Tree) flags(program string) map[string]map[string]bool {
	p := t.page["docs/reference/"+program+".md"]
	if p == nil {
		return nil
	}
	all := map[string]map[string]bool{"": {}}
	for i, h := range p.Headings {
		name := strings.Trim(strings.TrimPrefix(strings.Trim(h.Text, "`"), program+" "), "`")
		if i == 0 || name == program {
			name = ""
		}
		if all[name] == nil {
			all[name] = make(map[string]bool)
		}
		for _, f := range flagNames.FindAllStringSubmatch(p.section(i), -1) {
			all[name][f[1]] = f[1] != ""
			all[name][f[2]] = true
		}
	}
	return all
}

// flagNames are in the first cell of a row: | `-r`, `--rule NAME` | ... |
var flagNames = regexp.MustCompile("(?m)^\\| (?:`(-\\w)`, )?`(--?[\\w-]+)")

// goCommand finds what is wrong with the words behind go.
func (t *Tree) goCommand(p *Page, dir string, words []string) (problems []string) {
	if len(words) > 1 && words[0] == "-C" {
		dir, words = path.Join(dir, words[1]), words[2:]
	}
	if len(words) == 0 {
		return []string{"go without a command"}
	}
	if !slices.Contains(strings.Fields("build bug clean doc env fix fmt generate get help install list mod run test tool version vet work"), words[0]) {
		return []string{"go has no command " + words[0]}
	}
	if len(words) > 2 && words[1] == "-C" {
		dir, words = path.Join(dir, words[2]), append([]string{words[0]}, words[3:]...)
	}
	if !t.has(dir) {
		return []string{"no such folder: " + dir}
	}
	switch words[0] {
	case "run":
		return t.goRun(dir, words[1:])
	case "test":
		return t.goTest(p, dir, words[1:])
	}
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "./") && !t.has(path.Join(dir, strings.TrimSuffix(w, "/..."))) && !p.makes(w) {
			problems = append(problems, "no such package: "+w)
		}
	}
	return problems
}

// goRun finds what is wrong with the words behind go run.
func (t *Tree) goRun(dir string, words []string) []string {
	for i, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		if strings.Contains(w, "@") {
			return nil // a module of somebody else
		}
		folder := path.Join(dir, w)
		if !t.has(folder) {
			return []string{"no such package: " + w}
		}
		if name := path.Base(folder); name == "iri" || name == "abnfc" {
			return t.ownCommand(name, words[i+1:])
		}
		var problems []string
		for _, w := range lackingFlags(t.sources(folder, "*.go"), words[i+1:]) {
			problems = append(problems, folder+" has no flag "+w)
		}
		return problems
	}
	return []string{"go run without a package"}
}

// lackingFlags returns the flags among words that no line of a source declares.
func lackingFlags(source string, words []string) (list []string) {
	for _, w := range words {
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if !strings.HasPrefix(w, "-") || name == "" || isNumber(name) {
			continue
		}
		if !regexp.MustCompile(declaration + `"` + regexp.QuoteMeta(name) + `"`).MatchString(source) {
			list = append(list, w)
		}
	}
	return list
}

// declaration is what stands in front of the name of a flag where it is declared.
const declaration = `\.(?:\w*Var|Bool|String|Int|Int64|Uint|Uint64|Duration|Float64|Func|BoolFunc)P?\((?:&?[\w.\[\]]+, )?`

// sources returns the text of files of a folder.
func (t *Tree) sources(folder, pattern string) string {
	var b strings.Builder
	names, _ := fs.Glob(t.files, path.Join(folder, pattern))
	for _, name := range names {
		text, _ := fs.ReadFile(t.files, name)
		b.Write(text)
	}
	return b.String()
}
