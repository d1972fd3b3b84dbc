// Package ignore matches names of files with the patterns of gitignore(5). Libraries were looked at first:
// github.com/sabhiram/go-gitignore has not changed since 2021 and takes ** for something else, and that of
// go-git brings go-git.
package ignore

import (
	"os"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Patterns are those of some folders. The last one that matches a name decides.
type Patterns []pattern

type pattern struct {
	base    string // folder of the file that has the pattern, with a slash at the end
	name    *regexp.Regexp
	folders bool // matches nothing else
	negated bool
}

// Parse returns the patterns of a file in a folder. Invalid ones match nothing.
func Parse(text, folder string) (all Patterns) {
	for line := range strings.Lines(text) {
		if p, ok := parse(strings.TrimRight(line, "\r\n")); ok {
			p.base = strings.TrimSuffix(folder, "/") + "/"
			all = append(all, p)
		}
	}
	return all
}

// Read returns the patterns of a file about a folder, none if there is no such file.
func Read(file, folder string) Patterns {
	text, _ := os.ReadFile(file)
	return Parse(string(text), folder)
}

// Above returns the patterns of the folders that a folder is in, up to that of its repository.
func Above(folder string) (all Patterns) {
	for dir := folder; ; dir = path.Dir(dir) {
		if dir != folder {
			all = append(Read(path.Join(dir, ".gitignore"), dir), all...)
		}
		if _, err := os.Stat(path.Join(dir, ".git")); err == nil {
			return append(Read(path.Join(dir, ".git/info/exclude"), dir), all...)
		}
		if dir == path.Dir(dir) {
			return nil // no repository
		}
	}
}

// Below returns the patterns that matter below a folder.
func (all Patterns) Below(folder string) (some Patterns) {
	for _, p := range all {
		if strings.HasPrefix(folder+"/", p.base) {
			some = append(some, p)
		}
	}
	return some
}

// Match reports whether a name, which begins with the folder of the patterns, is matched by them.
func (all Patterns) Match(name string, folder bool) (matched bool) {
	for _, p := range all {
		if rest, below := strings.CutPrefix(name, p.base); below && (folder || !p.folders) && p.name.MatchString(octets(rest)) {
			matched = !p.negated
		}
	}
	return matched
}

// octets returns a string with a character for each byte, since git compares bytes.
func octets(s string) string {
	if strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

var trailing = regexp.MustCompile(`(^|[^\\]) +$`)

func parse(line string) (p pattern, ok bool) {
	line = trailing.ReplaceAllString(line, "$1")
	if line == "" || line[0] == '#' {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.folders = strings.CutSuffix(line, "/")
	prefix := ""
	if !strings.Contains(line, "/") {
		prefix = "(?:.*/)?"
	}
	var err error
	p.name, err = regexp.Compile("^(?s:" + prefix + expression(octets(strings.TrimPrefix(line, "/"))) + ")$")
	return p, err == nil && line != ""
}

// wildcards are those of patterns, the longer first, and what they are in expressions. Two asterisks are
// special only between slashes or ends.
var wildcards = regexp.MustCompile(`^\*\*/|/\*\*/|/\*\*$|^\*\*$|\*+|\?|\[[!^]?\]?(?:\[:[a-z]+:\]|\\.|[^\]])*\]|\\.|[^*?\[\\/]+|.`)

func expression(glob string) string {
	return wildcards.ReplaceAllStringFunc(glob, func(s string) string {
		switch {
		case s == "**/":
			return "(?:.*/)?"
		case s == "/**/":
			return "/(?:.*/)?"
		case s == "/**":
			return "/.+"
		case glob == "**":
			return ".*"
		case s[0] == '*':
			return "[^/]*"
		case s == "?":
			return "[^/]"
		case s == "[":
			return s // which is broken in expressions, too
		case s[0] == '[':
			return class(s)
		case s[0] == '\\' && len(s) > 1:
			return regexp.QuoteMeta(s[1:])
		}
		return regexp.QuoteMeta(s)
	})
}

// class returns a set of characters, which has no slash.
func class(s string) string {
	inside, negated := s[1:len(s)-1], ""
	if inside[0] == '!' || inside[0] == '^' {
		inside, negated = inside[1:], "^/"
	}
	if rest, is := strings.CutPrefix(inside, "]"); is {
		inside = `\]` + rest
	}
	inside = strings.ReplaceAll(inside, "[:", "\x00")
	inside = strings.NewReplacer("[", `\[`, "\x00", "[:", "&&", `&\&`).Replace(inside)
	return "[" + negated + inside + "]"
}
