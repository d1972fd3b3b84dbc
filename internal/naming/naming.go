// Package naming reads lists of rules, whose entries may call a rule by another name.
package naming

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// Cut cuts RULE or NAME=RULE. A rule without a name is called by its own.
func Cut(entry string) (name, rule string, err error) {
	name, rule, renamed := strings.Cut(entry, "=")
	if !renamed {
		rule = name
	}
	if name == "" {
		return "", "", fmt.Errorf("abnf: %q is neither RULE nor NAME=RULE", entry)
	}
	return name, rule, nil
}

// Unknown is the error for a name, listed for an option, that no rule of the grammar has.
func Unknown(g *abnf.Grammar, option, name string) error {
	hint := ""
	var list abnf.ErrorList
	if errors.As(g.Verify(name), &list) && list[0].Nearest != "" {
		hint = "; did you mean " + list[0].Nearest + "?"
	}
	return fmt.Errorf("abnf: %s %s is not a rule of the grammar%s", option, name, hint)
}
