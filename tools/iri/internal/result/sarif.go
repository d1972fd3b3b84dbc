package result

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/iri/record"
)

// sarif prints one document of SARIF 2.1.0 (OASIS), section 3.13. A finding is a result. A reason, or a code of lint,
// is a rule in the words of SARIF.
type sarif struct {
	version  string
	problems []sarifNotification // in the order in which they were found
}

// The types below are the objects of SARIF, as far as they are used.
type (
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifMessage  struct{ Text string } // JSON by hand, so that nothing in it is hidden
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int64         `json:"startLine"`
		StartColumn int64         `json:"startColumn"`
		EndColumn   int64         `json:"endColumn,omitempty"`
		Snippet     *sarifMessage `json:"snippet,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
		Help  sarifMessage `json:"help"`
	}
	sarifInvocation struct {
		Successful bool                `json:"executionSuccessful"`
		Problems   []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
)

func (m sarifMessage) MarshalJSON() ([]byte, error) {
	return append(show.AppendJSON([]byte(`{"text":`), show.Safe(m.Text)), '}'), nil
}

func (*sarif) Append(dst []byte, r *record.Record) []byte {
	x := sarifResult{
		RuleID:    ruleID(r),
		Level:     "error",
		Message:   sarifMessage{messageOf(r)},
		Locations: locations(r, region(r)),
	}
	if r.Severity != "" {
		x.Level = r.Severity // SARIF has the same names
	}
	return append(append(dst, ",\n"...), marshal(x)...)
}

// problem keeps what could not be read until all findings have been printed.
func (s *sarif) problem(r *record.Record) []byte {
	var place *sarifRegion
	if r.Place.Line > 0 {
		place = &sarifRegion{StartLine: r.Place.Line, StartColumn: max(1, r.Place.Column)}
	}
	s.problems = append(s.problems, sarifNotification{"error", sarifMessage{r.Message}, locations(r, place)})
	return nil
}

func locations(r *record.Record, place *sarifRegion) []sarifLocation {
	return []sarifLocation{{sarifPhysical{sarifArtifact{artifact(r.File)}, place}}}
}

// ruleID returns the name of what was found, with hyphens.
func ruleID(r *record.Record) string {
	kind := Kind{Reason: r.Reason, Code: r.Code}
	return strings.ReplaceAll(kind.Name(), " ", "-")
}

// marshal returns JSON of what can have no error.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// artifact returns the URI of a file, or a relative reference if the path is relative.
func artifact(name string) string {
	if x, err := file.Unix.IRI(name); err == nil {
		return x.ToURI().String()
	}
	segments := strings.Split(filepath.ToSlash(name), "/")
	for i, s := range segments {
		segments[i] = iri.EncodeNonASCII(iri.EncodeSegment(s))
	}
	path := strings.Join(segments, "/")
	x, err := iri.Builder{}.Path(path).Reference()
	if err != nil { // the first segment would be a scheme, or an authority
		x, err = iri.Builder{}.Path("./" + path).Reference()
	}
	if err != nil {
		return ""
	}
	return x.String()
}

// region returns where a finding is in its file. Columns count characters, as the document says before
// all results. The line before the string is not available, so each byte of that counts as one.
func region(r *record.Record) *sarifRegion {
	x := &sarifRegion{StartLine: r.Place.Line, StartColumn: r.Place.Column, Snippet: &sarifMessage{pictureOf(r).Text}}
	if r.Place.Verbatim {
		x.StartColumn += int64(utf8.RuneCount(r.Text[:r.Span.Start]))
		x.EndColumn = x.StartColumn + int64(utf8.RuneCount(r.Text[r.Span.Start:r.Span.End]))
	}
	return x
}

const sarifBegin = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
	`"columnKind":"unicodeCodePoints","results":[` + "\n"

func (x *sarif) frame(s *Summary) (begin, between, end string) {
	if s != nil {
		tool := sarifTool{sarifDriver{"iri", x.version, sarifRules(s)}}
		run := sarifInvocation{s.complete(), x.problems}
		end = "\n]," + `"tool":` + string(marshal(tool)) + `,"invocations":[` + string(marshal(run)) + "]}]}\n"
	}
	return sarifBegin, ",\n", end
}

// sarifRules describes what findings can be: reasons, "valid" and the codes of lint that were found.
func sarifRules(s *Summary) (list []sarifRule) {
	add := func(name, help string) {
		list = append(list, sarifRule{strings.ReplaceAll(name, " ", "-"), sarifMessage{name}, sarifMessage{help}})
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
