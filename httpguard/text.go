package httpguard

import (
	"errors"
	"strconv"
	"strings"
)

// MarshalText returns the text of a policy, of which UnmarshalText makes it again.
func (p Policy) MarshalText() ([]byte, error) {
	var b strings.Builder
	line := func(words ...string) { b.WriteString(strings.Join(words, " ") + "\n") }
	line("rfc")
	if set := p.Refuse & switches; set != 0 {
		line("refuse", set.String())
	}
	if p.IRI {
		line("iri")
	}
	if len(p.Schemes) > 0 {
		line("schemes", strings.Join(p.Schemes, " "))
	}
	if p.Ports != (PortRange{}) {
		line("ports", p.Ports.text())
	}
	for _, limit := range p.Max.limits() {
		if *limit.at != 0 {
			line("max", limit.name, strconv.Itoa(*limit.at))
		}
	}
	if p.Observe {
		line("observe")
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads a policy from lines of words, in which # begins a comment:
//
//	safe                        # or rfc, which is what a text begins with that names neither
//	allow encoded-slash         # switches that are off
//	refuse dot-segment userinfo # switches that are on
//	iri                         # characters beyond ASCII
//	schemes http https ftp      # none after the word: any
//	ports 80-443                # none: any
//	max query 1000              # target, scheme, userinfo, host, path, query; 0: no limit
//	observe
//
// A later line overrules an earlier one. The error is a [*PolicyError] with the line; then p is as
// it was. Logger stays.
func (p *Policy) UnmarshalText(text []byte) error {
	next, number, first := Policy{}, 0, true
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if err := next.set(words[0], words[1:], first); err != nil {
			return &PolicyError{Line: number, Field: words[0], Err: err}
		}
		first = false
	}
	next.Logger = p.Logger
	*p = next
	return nil
}

// set does what a line says.
func (p *Policy) set(word string, values []string, first bool) (err error) {
	var named Reason
	switch word {
	case "rfc", "safe":
		if !first || len(values) > 0 {
			return errors.New("stands alone in front of all others")
		}
		if word == "safe" {
			*p = Safe
		}
	case "refuse":
		named, err = namedSwitches(values)
		p.Refuse |= named
	case "allow":
		named, err = namedSwitches(values)
		p.Refuse &^= named
	case "schemes":
		p.Schemes, err = values, checkSchemes(values)
	case "ports":
		p.Ports, err = parsePorts(values)
	case "max":
		err = p.Max.set(values)
	case "iri":
		p.IRI, err = true, none(values)
	case "observe":
		p.Observe, err = true, none(values)
	default:
		err = errors.New("no such word")
	}
	return err
}

// namedSwitches is parseSwitches where no name at all is a mistake.
func namedSwitches(values []string) (Reason, error) {
	if len(values) == 0 {
		return 0, errors.New("takes names of switches")
	}
	return parseSwitches(values)
}

func none(values []string) error {
	if len(values) > 0 {
		return errors.New("takes no more words")
	}
	return nil
}

// parsePorts reads a range such as 1-65535, or none.
func parsePorts(values []string) (PortRange, error) {
	text := strings.Join(values, " ")
	if text == "" {
		return PortRange{}, nil
	}
	first, last, _ := strings.Cut(text, "-")
	low, errLow := strconv.ParseUint(first, 10, 16)
	high, errHigh := strconv.ParseUint(last, 10, 16)
	r := PortRange{uint16(low), uint16(high)}
	if errLow != nil || errHigh != nil || r == (PortRange{}) { // which would be any port
		return PortRange{}, wrong(text, "range of ports")
	}
	return r, r.check()
}

// set reads the name of a length and a number.
func (l *Lengths) set(values []string) error {
	if len(values) != 2 {
		return errors.New("takes the name of a length and a number")
	}
	for _, limit := range l.limits() {
		if limit.name == values[0] {
			n, err := strconv.ParseUint(values[1], 10, strconv.IntSize-1)
			if err != nil {
				return wrong(values[1], "length")
			}
			*limit.at = int(n)
			return nil
		}
	}
	return wrong(values[0], "name of a length")
}
