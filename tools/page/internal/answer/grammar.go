package answer

type Railroads struct {
	Rules  []Railroad `json:"rules"`  // the rules in which the string fails, the innermost first; the rule itself if it matches
	Offset int        `json:"offset"` // of the mismatch in bytes, or -1
	Faults []Position `json:"faults"` // in the grammar; if any, Rules is empty
}

// A Railroad is the diagram of a rule.
type Railroad struct {
	Rule     string   `json:"rule"`
	ABNF     string   `json:"abnf"`
	SVG      string   `json:"svg"`      // expected nodes have the class "expected"
	Expected []string `json:"expected"` // as text
}

// A Position is a message and its place in a grammar.
type Position struct {
	Line    int    `json:"line"` // from 1; 0 if unknown
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// A Grammar is the answer to "grammar". A grammar with faults may still have rules.
type Grammar struct {
	Rules   []GrammarRule `json:"rules"`   // in the order of the grammar
	Faults  []Position    `json:"faults"`  // undefined rules and other errors
	Repairs []Position    `json:"repairs"` // what was repaired, if Wild
	Rule    string        `json:"rule"`    // the rule to select first
}

type GrammarRule struct {
	Name   string   `json:"name"`
	Line   int      `json:"line"`
	ABNF   string   `json:"abnf"`
	Refers []string `json:"refers"` // distinct rules that it refers to
	Used   []string `json:"used"`   // by rules
	States int      `json:"states"` // of the automaton; 0 if there is none
	Why    string   `json:"why"`    // why States is 0
}

type Diagrams struct {
	Rules []Railroad `json:"rules"`
}

type Samples struct {
	Rule    string     `json:"rule"`
	Cover   []string   `json:"cover"`  // a covering set of short strings
	Random  []string   `json:"random"` // random strings
	More    int        `json:"more"`   // omitted strings of the covering set
	LeftOut []Position `json:"leftOut"`
	Faults  []Position `json:"faults"`
}

type Lint struct {
	Findings []Position `json:"findings"`
	Faults   []Position `json:"faults"`
}
