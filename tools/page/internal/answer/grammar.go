package answer

// Railroads is the answer to "railroad".
type Railroads struct {
	Rules  []Railroad `json:"rules"`  // from the innermost that the string goes wrong in to the outermost; the rule itself if nothing is wrong
	Offset int        `json:"offset"` // where it goes wrong, in bytes; -1 if it does not
	Faults []Position `json:"faults"` // of the grammar; then nothing is drawn
}

// A Railroad is a rule, drawn.
type Railroad struct {
	Rule     string   `json:"rule"`
	ABNF     string   `json:"abnf"`
	SVG      string   `json:"svg"`      // what could come next has class "expected"
	Expected []string `json:"expected"` // the same in words
}

// A Position is a place in a grammar, and a message.
type Position struct {
	Line    int    `json:"line"` // from 1; 0 if it is nowhere in particular
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// A Grammar is the answer to "grammar". If there are faults in it, it may still have rules.
type Grammar struct {
	Rules   []GrammarRule `json:"rules"`   // in the order of the grammar
	Faults  []Position    `json:"faults"`  // why it means nothing, or a rule of it
	Repairs []Position    `json:"repairs"` // what had to be read otherwise, if it may be wild
	Rule    string        `json:"rule"`    // the one that the others are for, to be chosen at first
}

// A GrammarRule is a rule of a grammar.
type GrammarRule struct {
	Name   string   `json:"name"`
	Line   int      `json:"line"`
	ABNF   string   `json:"abnf"`
	Refers []string `json:"refers"` // to which rules, each once
	Used   []string `json:"used"`   // by which rules
	States int      `json:"states"` // of its automaton; 0 if it has none
	Why    string   `json:"why"`    // it has none
}

// Diagrams is the answer to "diagrams".
type Diagrams struct {
	Rules []Railroad `json:"rules"`
}

// Samples is the answer to "samples".
type Samples struct {
	Rule    string     `json:"rule"`
	Cover   []string   `json:"cover"`  // short strings that cover the rule
	Random  []string   `json:"random"` // others, by lot
	More    int        `json:"more"`   // strings of the covering set that are left out
	LeftOut []Position `json:"leftOut"`
	Faults  []Position `json:"faults"`
}

// Lint is the answer to "lint".
type Lint struct {
	Findings []Position `json:"findings"`
	Faults   []Position `json:"faults"`
}
