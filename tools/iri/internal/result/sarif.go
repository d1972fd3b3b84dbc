package result

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/tools/internal/cli/show"
)

// sarif prints one document of SARIF 2.1.0 (OASIS), section 3.13. A finding is a result, a reason a
// rule of ours in their words.
type sarif struct{}

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
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int64        `json:"startLine"`
		StartColumn int64        `json:"startColumn"`
		EndColumn   int64        `json:"endColumn,omitempty"`
		Snippet     sarifMessage `json:"snippet"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
)

func (m sarifMessage) MarshalJSON() ([]byte, error) {
	return append(show.AppendJSON([]byte(`{"text":`), show.Safe(m.Text)), '}'), nil
}

func (sarif) Append(dst []byte, f *Finding) []byte {
	r := sarifResult{
		RuleID:  ruleID(f.reason()),
		Level:   "error",
		Message: sarifMessage{f.message()},
		Locations: []sarifLocation{{sarifPhysical{
			ArtifactLocation: sarifArtifact{artifact(f.File)},
			Region:           region(f),
		}}},
	}
	return append(append(dst, ",\n"...), marshal(r)...)
}

// ruleID returns the name of a reason as those of rules are written.
func ruleID(reason string) string { return strings.ReplaceAll(reason, " ", "-") }

// marshal returns a value as JSON. Only values can be given to it that have such a form.
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
func region(f *Finding) sarifRegion {
	r := sarifRegion{StartLine: f.Place.Line, StartColumn: f.Place.Column, Snippet: sarifMessage{f.picture().Text}}
	if f.Place.Verbatim {
		span := f.span()
		r.StartColumn += int64(utf8.RuneCount(f.Text[:span.Start]))
		r.EndColumn = r.StartColumn + int64(utf8.RuneCount(f.Text[span.Start:span.End]))
	}
	return r
}

const (
	sarifBegin = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
		`"tool":{"driver":{"name":"iri","rules":`
	sarifResults = `}},"columnKind":"unicodeCodePoints","results":[`
	sarifEnd     = "\n]," + `"invocations":[`
)

func (sarif) frame(s *Summary) (begin, between, end string) {
	begin = sarifBegin + string(marshal(sarifRules())) + sarifResults
	if s != nil {
		end = sarifEnd + string(marshal(sarifInvocation{s.complete()})) + "]}]}\n"
	}
	return begin + "\n", ",\n", end
}

// sarifRules lists what findings can be.
func sarifRules() (list []sarifRule) {
	for r := iri.ReasonNoScheme; r <= iri.ReasonNotInRule; r++ {
		list = append(list, sarifRule{ruleID(r.String()), sarifMessage{r.String()}})
	}
	match := new(Finding).reason()
	return append(list, sarifRule{ruleID(match), sarifMessage{match}})
}
