package abnflint

// Codes of findings.
const (
	invalid    = "invalid"
	unused     = "unused-rule"
	empty      = "empty-rule"
	redundant  = "redundant-alternative"
	duplicate  = "duplicate-name"
	coreRule   = "core-rule"
	letterCase = "letter-case"
	escapeOfC  = "escape"
	octets     = "octets"
	surrogate  = "surrogate"
	ambiguous  = "ambiguous-span"
	notChecked = "not-checked"
)

// Codes lists the codes of findings, and what they mean.
var Codes = []struct{ Name, Text string }{
	{invalid, "something that cannot be compiled"},
	{unused, "a rule that the start rules do not need"},
	{empty, "a rule that matches no string, or only the empty one"},
	{redundant, "an alternative whose strings all match others before it"},
	{duplicate, "a name that two grammars define"},
	{coreRule, "a core rule with another meaning"},
	{letterCase, "a string that ignores case beside one that does not"},
	{escapeOfC, "an escape of another notation in a string"},
	{octets, "a value that looks like octets and is read as characters"},
	{surrogate, "a surrogate, which no string contains"},
	{ambiguous, "a rule whose place in a string is ambiguous, so that it cannot be a span"},
	{notChecked, "something that takes too much to be checked, or is not regular"},
}

// Severity returns "error" if something cannot be compiled, "note" if it was not checked, and otherwise "warning".
func (f Finding) Severity() string {
	switch f.Code {
	case invalid:
		return "error"
	case notChecked:
		return "note"
	}
	return "warning"
}
