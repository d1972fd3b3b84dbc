package iri

import (
	"fmt"
	"strings"

	"example.org/iri/internal/uri/normal"
)

// A Level says how far [IRI.Normalize] and its siblings go. It is a set of rules, each a bit, or one
// of the rungs of the RFCs, which are sets of them. Each rule removes a difference between texts
// that means nothing, and leaves alone what may mean something: the order of queries, empty queries
// and fragments, triples of reserved characters, the digits of addresses.
type Level uint8

// The rules.
const (
	// LevelCase makes the letters of the scheme small, and those of a host whose characters are all
	// ASCII, and those of percent triples capital (RFC 3986, section 6.2.2.1; RFC 3987, section
	// 5.3.2.1).
	LevelCase = Level(normal.Case)

	// LevelPercent replaces the triples of unreserved characters of ASCII by the characters (RFC
	// 3986, section 6.2.2.2; RFC 3987, section 5.3.2.3).
	LevelPercent = Level(normal.Percent)

	// LevelDots removes dot segments from paths of references that have a scheme (RFC 3986, section
	// 6.2.2.3). Relative references have to be resolved first: [IRI.Resolve].
	LevelDots = Level(normal.Dots)

	// LevelScheme is for references that have a scheme (RFC 3986, section 6.2.3). It drops a port
	// that is empty or the default of the scheme, with its colon, and makes an empty path behind an
	// authority a slash.
	LevelScheme = Level(normal.Scheme)

	// LevelUTF8 replaces triples by the characters beyond ASCII that they encode in UTF-8, if the
	// component may have them and RFC 3987, section 4.1, does not forbid them (example of RFC 3987,
	// section 5.3.2).
	LevelUTF8 = Level(normal.UTF8)
)

// The rungs, by section.
const (
	LevelURISyntax = LevelCase | LevelPercent | LevelDots // RFC 3986, section 6.2.2
	LevelIRISyntax = LevelURISyntax | LevelUTF8           // RFC 3987, section 5.3.2
	LevelURIScheme = LevelURISyntax | LevelScheme         // RFC 3986, section 6.2.3
	LevelIRIScheme = LevelIRISyntax | LevelScheme         // RFC 3987, section 5.3.3
)

// levelNames has the rungs and then the rules.
var levelNames = [...]struct {
	level Level
	name  string
}{
	{LevelURISyntax, "rfc3986-6.2.2"},
	{LevelIRISyntax, "rfc3987-5.3.2"},
	{LevelURIScheme, "rfc3986-6.2.3"},
	{LevelIRIScheme, "rfc3987-5.3.3"},
	{LevelCase, "case"},
	{LevelPercent, "percent"},
	{LevelDots, "dots"},
	{LevelScheme, "scheme"},
	{LevelUTF8, "utf8"},
}

// String returns the name of a rung, such as rfc3986-6.2.2, or those of the rules, such as
// case,dots. That of no rules is "".
func (l Level) String() string {
	var rules []string
	for _, x := range levelNames {
		if l == x.level {
			return x.name
		}
		if rung := x.level&(x.level-1) != 0; !rung && l&x.level != 0 {
			rules = append(rules, x.name)
		}
	}
	return strings.Join(rules, ",")
}

// ParseLevel returns the Level that has all rules of those named, separated by commas: names of
// rungs and rules, as [Level.String] has them. The empty text names no rules.
func ParseLevel(s string) (Level, error) {
	var level Level
	for name := range strings.SplitSeq(s, ",") {
		l, ok := levelNamed(name)
		if !ok && s != "" {
			return 0, fmt.Errorf("iri: no level %q", name)
		}
		level |= l
	}
	return level, nil
}

func levelNamed(name string) (Level, bool) {
	for _, x := range levelNames {
		if name == x.name {
			return x.level, true
		}
	}
	return 0, false
}
