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

// A List is the answer to "list".
type List struct {
	Rule   string  `json:"rule"`
	Lines  int     `json:"lines"` // empty ones are not counted
	Bad    int     `json:"bad"`
	Facts  []Fact  `json:"facts"`
	Charts []Chart `json:"charts"`
	Groups []Group `json:"groups"` // of bad lines, the most frequent first
}

// A Fact is a number with its name.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Chart is bars under a heading.
type Chart struct {
	Heading string `json:"heading"`
	Note    string `json:"note"`
	Bars    []Bar  `json:"bars"`
	Ordered bool   `json:"ordered"` // the order of the bars means something: they stand for lengths
}

// A Bar is a number in a chart.
type Bar struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// A Group is bad lines that are wrong for the same reason in the same component.
type Group struct {
	Reason    string    `json:"reason"`
	Component string    `json:"component"`
	Count     int       `json:"count"`
	Examples  []BadLine `json:"examples"` // the first three
}

// A BadLine is a line of a list that does not match the rule.
type BadLine struct {
	Line    int    `json:"line"` // from 1, empty ones counted
	Text    string `json:"text"` // cut if it is long
	Message string `json:"message"`
	Span           // of the mistake, in the string as it is shown here
}
