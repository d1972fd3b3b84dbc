package result

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/internal/sarif"
	"example.org/iri/tools/iri/internal/patch"
	"example.org/iri/tools/iri/record"
)

// sarifForm prints one document of SARIF 2.1.0 (OASIS), section 3.13. A finding is a result of SARIF, and a reason or a
// lint code is a rule.
type sarifForm struct {
	version  string
	problems []sarif.Notification // in order
}

func (*sarifForm) Append(dst []byte, r *record.Record) []byte {
	x := sarif.Result{
		RuleID:    ruleID(r),
		Level:     "error",
		Message:   sarif.Message{Text: messageOf(r)},
		Locations: sarif.In(r.File, region(r)),
	}
	if r.Severity != "" {
		x.Level = r.Severity // SARIF uses the same names
	}
	if r.Place.Verbatim && r.Place.Wide >= 0 && patch.IsSafe(r.Text, []byte(r.Repair)) {
		begin := firstColumn(r)
		x.Fixes = []sarif.Fix{sarif.Replacing(r.File, sarif.Region{
			StartLine: r.Place.Line, StartColumn: begin, EndColumn: begin + int64(utf8.RuneCount(r.Text)),
		}, r.Repair)}
	}
	return append(append(dst, ",\n"...), marshal(x)...)
}

// problem records an unreadable part until all findings have been printed.
func (s *sarifForm) problem(r *record.Record) []byte {
	s.problems = append(s.problems, sarif.Notification{
		Level: "error", Message: sarif.Message{Text: r.Message}, Locations: sarif.At(r.File, r.Place.Line, max(1, r.Place.Column)),
	})
	return nil
}

// ruleID returns the reason or code with hyphens.
func ruleID(r *record.Record) string {
	kind := Kind{Reason: r.Reason, Code: r.Code}
	return strings.ReplaceAll(kind.Name(), " ", "-")
}

func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// firstColumn returns the first column of a string in characters. If it is unknown, each byte counts as one.
func firstColumn(r *record.Record) int64 { return r.Place.Column - max(0, r.Place.Wide) }

// region returns the region of a finding. Columns count characters, as declared by columnKind.
func region(r *record.Record) *sarif.Region {
	x := &sarif.Region{StartLine: r.Place.Line, StartColumn: firstColumn(r), Snippet: &sarif.Message{Text: pictureOf(r).Text}}
	if r.Place.Verbatim {
		x.StartColumn += int64(utf8.RuneCount(r.Text[:r.Span.Start]))
		x.EndColumn = x.StartColumn + int64(utf8.RuneCount(r.Text[r.Span.Start:r.Span.End]))
	}
	return x
}

const sarifBegin = `{"$schema":"` + sarif.Schema + `","version":"` + sarif.Version + `","runs":[{` +
	`"columnKind":"unicodeCodePoints","results":[` + "\n"

func (x *sarifForm) frame(s *Summary) (begin, between, end string) {
	if s != nil {
		tool := sarif.Tool{Driver: sarif.Driver{Name: "iri", Version: x.version, Rules: sarifRules(s)}}
		run := sarif.Invocation{Successful: s.complete(), Problems: x.problems}
		if s.Lost != "" {
			run.Problems = append(run.Problems, sarif.Notification{Level: "error", Message: sarif.Message{Text: s.Lost}})
		}
		end = "\n]," + `"tool":` + string(marshal(tool)) + `,"invocations":[` + string(marshal(run)) + "]}]}\n"
	}
	return sarifBegin, ",\n", end
}

// sarifRules describes the possible results: reasons, "valid" and the lint codes that occurred.
func sarifRules(s *Summary) (list []sarif.Rule) {
	add := func(name, help string) {
		list = append(list, sarif.Rule{ID: strings.ReplaceAll(name, " ", "-"), Short: sarif.Message{Text: name}, Help: sarif.Message{Text: help}})
	}
	for r := rule.ReasonNoScheme; r <= rule.ReasonNotInRule; r++ {
		add(r.String(), explanation.Help(r)+" ("+explanation.Section(r)+")")
	}
	add(new(Kind).Name(), "a string that matches the rule (with --invert)")
	seen := make(map[string]bool)
	for _, g := range s.groups {
		if g.Code != "" && !seen[g.Code] {
			seen[g.Code] = true
			add(g.Code, g.Example.Message+" ("+g.Example.Section+")")
		}
	}
	return list
}
