package plan_test

import (
	"fmt"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

func ExampleNew() {
	p, err := plan.New(language.IRI.Automaton, ":/@?#")
	if err != nil {
		fmt.Println(err)
		return
	}
	count := 0
	for _, role := range p.Class {
		if role&(uri.Text|uri.Delim) == uri.Text {
			count++
		}
	}
	fmt.Printf("%d bytes of host names; schemes end with %q, userinfos with %q, queries begin with %q\n", count,
		p.Delims[uri.DelimColon][0], p.Delims[uri.DelimAt][0], p.Delims[uri.DelimQuery][0])
	fmt.Println("relative:", p.Relative)

	_, err = plan.New(language.IAuthority.Automaton, ":/@?#")
	fmt.Println(err)
	// Output:
	// 77 bytes of host names; schemes end with ':', userinfos with '@', queries begin with '?'
	// relative: false
	// abnf: rule iauthority: no fast-path table: delimiters: '@' delimits nothing
}
