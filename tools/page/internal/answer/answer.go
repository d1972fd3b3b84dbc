// Package answer has what the page to try things on shows of a string and a grammar, as
// values that package encoding/json writes. The page sends a [Request] and shows what comes back:
// it decides about nothing that has to do with IRIs.
//
// Offsets count bytes and, for JavaScript, units of UTF-16. Pictures are SVG with classes, without
// styles of their own.
package answer

// A Request is what the page requests. Which members count depends on Kind, which names the answer:
//
//   - "rules": [Rules], what may be chosen from.
//   - "text": [Text], all that is shown at once of Text by Rule, resolved against Base.
//   - "path": [Path], the automaton of Rule and the path of Text through it. It takes longer.
//   - "railroad": [Railroads], the rules that Text goes wrong in, drawn. It takes longer.
//   - "grammar": [Grammar], what can be shown at once of the ABNF in Grammar.
//   - "diagrams": [Diagrams], the railroad diagrams of Grammar.
//   - "automaton": [Path], the automaton of Rule of Grammar and the path of Text through it.
//   - "samples": [Samples], strings of Rule of Grammar: those of a covering set and random ones.
//   - "lint": [Lint], what Grammar has but hardly means. It may take ten seconds.
type Request struct {
	Kind    string `json:"kind"`
	Text    string `json:"text"`
	Rule    string `json:"rule"`
	Base    string `json:"base"`
	Grammar string `json:"grammar"`
	Wild    bool   `json:"wild"` // the grammar may be as it was cut from a page
	Seed    uint64 `json:"seed"` // of samples
}

// A Failure is the answer if there is none: the page has sent something else than a request, or
// names a rule that does not exist.
type Failure struct {
	Failure string `json:"failure"`
}

// Rules is the answer to "rules".
type Rules struct {
	Rules    []Rule    `json:"rules"`    // in the order in which they are offered
	Grammars []Example `json:"grammars"` // to begin with
}

// A Rule is a language that the library knows.
type Rule struct {
	Name   string `json:"name"`   // as in its RFC: "IRI-reference"
	Group  string `json:"group"`  // "RFC 3987", "RFC 3986", "derived", "HTTP"
	Splits bool   `json:"splits"` // its strings have components
	Drawn  bool   `json:"drawn"`  // "path" and "railroad" have pictures of it
}

// An Example is a grammar to begin with.
type Example struct {
	Name    string `json:"name"`
	Rule    string `json:"rule"` // the one to look at
	Grammar string `json:"grammar"`
}

// A Span is a part of a string, in bytes and in units of UTF-16. It is empty where something is missing.
type Span struct {
	Start   int `json:"start"`
	End     int `json:"end"`
	Start16 int `json:"start16"`
	End16   int `json:"end16"`
}

// A Text is the answer to "text".
type Text struct {
	Rule     string `json:"rule"`     // the one that was requested
	Valid    bool   `json:"valid"`    // by this rule
	Bytes    int    `json:"bytes"`    // of the string
	Relative bool   `json:"relative"` // it is a relative reference

	Components []Component  `json:"components"` // if the string is a reference, or matches a rule that splits; in their order
	HostKind   string       `json:"hostKind"`   // "reg-name", "IPv4", ...; "" if there is no host
	Mistake    *Mistake     `json:"mistake"`    // by the rule; null if it is valid
	Repair     *Repair      `json:"repair"`     // null if the string is a reference, or has no plain repair
	Languages  []RuleResult `json:"languages"`  // of all rules, in the order of "rules"
	Findings   []Finding    `json:"findings"`   // what the grammar allows and practice does not; of a reference

	Resolved *Resolved `json:"resolved"` // null if the string is not a reference
	Forms    []Form    `json:"forms"`    // normal forms and conversions, if the string is a reference
}

// A Component is a part of a reference. A path is always there.
type Component struct {
	Name string `json:"name"` // scheme, userinfo, host, port, path, query, fragment
	Span
	Text    string `json:"text"`
	Decoded string `json:"decoded"` // if that is another text, and UTF-8
}

// A Mistake is why a string does not match a rule.
type Mistake struct {
	Reason    string `json:"reason"`    // its name, which is stable: "bad port"
	Message   string `json:"message"`   // the same for people, and what helps
	Component string `json:"component"` // "" if the rule has none
	Section   string `json:"section"`   // what the string does not keep to: "RFC 3986, section 3.2.3"
	Span             // what a person has to look at
	Found     string `json:"found"`    // the character there, "" at the end
	Expected  string `json:"expected"` // what could stand there: `iunreserved, "/" or end`
}

// A Repair is what a string may have been meant to be.
type Repair struct {
	Text    string   `json:"text"`
	Changes []Change `json:"changes"`
}

// A Change is one step of a repair.
type Change struct {
	Kind string `json:"kind"` // in words: "missing scheme"
	Span
	From string `json:"from"`
	To   string `json:"to"`
}

// A RuleResult reports whether a string matches a rule and, if not, why.
type RuleResult struct {
	Rule    string `json:"rule"`
	Valid   bool   `json:"valid"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// A Finding is something that somebody may want otherwise.
type Finding struct {
	Code     string `json:"code"`     // "port-default"
	Severity string `json:"severity"` // note, warning, error
	Span
	Message string `json:"message"`
	Source  string `json:"source"`
	Repair  string `json:"repair"` // the whole string without this finding; "" if that is not certain
}

// Resolved is what a reference means to a reader of a document with that base.
type Resolved struct {
	Base     string   `json:"base"`
	Mistake  *Mistake `json:"mistake"`  // of the base, which is not an IRI then
	Target   string   `json:"target"`   // the IRI that the reference resolves to
	Relative string   `json:"relative"` // a short reference that resolves to the same; "" if there is none
}

// A Form is an equivalent string.
type Form struct {
	Name    string `json:"name"`    // of a level of normalization, "uri" or "iri"
	What    string `json:"what"`    // the same for people
	Text    string `json:"text"`    // of the form
	Changed bool   `json:"changed"` // it is not the string itself
}
