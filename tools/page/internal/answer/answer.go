// Package answer computes what the web page shows about a string or a grammar. The page sends a [Request] in JSON and
// displays the answer. It has no logic of its own about IRIs.
//
// Offsets are given in bytes and, for JavaScript, in UTF-16 units. Pictures are SVG with classes and without styles.
package answer

// A Request is a question of the page. Kind determines the answer and the fields that are used:
//
//   - "rules": [Rules], the rules and grammars to choose from.
//   - "text": [Text], what is shown at once about Text as a Rule, resolved against Base.
//   - "railroad": [Railroads], the diagrams of the rules in which Text fails. It is slower.
//   - "grammar": [Grammar], what is shown at once about the ABNF in Grammar.
//   - "diagrams": [Diagrams], the railroad diagrams of Grammar.
//   - "samples": [Samples], strings of Rule of Grammar: a covering set and random ones.
//   - "lint": [Lint], the findings of the ABNF linter in Grammar. It may take ten seconds.
type Request struct {
	Kind    string `json:"kind"`
	Text    string `json:"text"`
	Rule    string `json:"rule"`
	Base    string `json:"base"`
	Grammar string `json:"grammar"`
	Wild    bool   `json:"wild"` // the grammar may have the layout of a page, like an RFC
	Seed    uint64 `json:"seed"` // for samples
}

// A Failure answers an invalid request, and one for an unknown rule.
type Failure struct {
	Failure string `json:"failure"`
}

type Rules struct {
	Rules    []Rule    `json:"rules"`    // to choose from
	Grammars []Example `json:"grammars"` // to begin with
}

// A Rule is a rule of the library.
type Rule struct {
	Name   string `json:"name"`   // as in the RFC, such as "IRI-reference"
	Group  string `json:"group"`  // "RFC 3987", "RFC 3986", "derived", "HTTP"
	Splits bool   `json:"splits"` // strings have components
	Drawn  bool   `json:"drawn"`  // has railroad diagrams
}

// An Example is a grammar to choose.
type Example struct {
	Name    string `json:"name"`
	Rule    string `json:"rule"` // the rule selected first
	Grammar string `json:"grammar"`
}

// A Span is a part of a string in bytes and in UTF-16 units. It is empty where something is missing.
type Span struct {
	Start   int `json:"start"`
	End     int `json:"end"`
	Start16 int `json:"start16"`
	End16   int `json:"end16"`
}

type Text struct {
	Rule     string `json:"rule"`     // as requested
	Valid    bool   `json:"valid"`    // matches Rule
	Bytes    int    `json:"bytes"`    // length
	Relative bool   `json:"relative"` // is a relative reference

	Components []Component  `json:"components"` // of a reference, or of a rule that splits
	HostKind   string       `json:"hostKind"`   // such as "reg-name" or "IPv4"; "" without a host
	Mistake    *Mistake     `json:"mistake"`    // null if valid
	Repair     *Repair      `json:"repair"`     // null for a reference, or without a certain repair
	Languages  []RuleResult `json:"languages"`  // for all rules, in the order of "rules"
	Findings   []Finding    `json:"findings"`   // of package lint, for a reference

	Resolved *Resolved `json:"resolved"` // null if not a reference
	Forms    []Form    `json:"forms"`    // normal forms and conversions of a reference
}

// A Component is a component of a reference. The path is always present.
type Component struct {
	Name string `json:"name"` // scheme, userinfo, host, port, path, query, fragment
	Span
	Text    string `json:"text"`
	Decoded string `json:"decoded"` // if different and UTF-8
}

// A Mistake is the reason why a string does not match a rule.
type Mistake struct {
	Reason    string `json:"reason"`    // stable name, such as "bad port"
	Message   string `json:"message"`   // description and advice
	Component string `json:"component"` // "" if the rule has no components
	Section   string `json:"section"`   // the violated section, such as "RFC 3986, section 3.2.3"
	Span             // to highlight
	Found     string `json:"found"`    // the character at the error, "" at the end
	Expected  string `json:"expected"` // allowed there, such as `iunreserved, "/" or end`
}

// A Repair is what a string was probably meant to be.
type Repair struct {
	Text    string   `json:"text"`
	Changes []Change `json:"changes"`
}

// A Change is one step of a repair.
type Change struct {
	Kind string `json:"kind"` // such as "missing scheme"
	Span
	From string `json:"from"`
	To   string `json:"to"`
}

// A RuleResult is the result of validation by a rule.
type RuleResult struct {
	Rule    string `json:"rule"`
	Valid   bool   `json:"valid"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// A Finding is a finding of package lint.
type Finding struct {
	Code     string `json:"code"`     // such as "port-default"
	Severity string `json:"severity"` // note, warning or error
	Span
	Message string `json:"message"`
	Source  string `json:"source"`
	Repair  string `json:"repair"` // the string without this finding; "" if uncertain
}

// Resolved is a reference resolved against a base.
type Resolved struct {
	Base     string   `json:"base"`
	Mistake  *Mistake `json:"mistake"`  // in the base, if that is not an IRI
	Target   string   `json:"target"`   // the resolved IRI
	Relative string   `json:"relative"` // a short reference with the same target, or ""
}

// A Form is an equivalent form of a reference.
type Form struct {
	Name    string `json:"name"` // a level of normalization, "uri" or "iri"
	What    string `json:"what"` // description
	Text    string `json:"text"`
	Changed bool   `json:"changed"` // differs from the reference
}
