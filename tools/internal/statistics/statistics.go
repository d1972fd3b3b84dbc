// Package statistics counts lengths, schemes, hosts and components of many IRIs.
package statistics

import (
	"example.org/iri"
)

// Statistics counts valid strings by their components. It takes at most a few megabytes.
type Statistics struct {
	Texts   int64
	Bytes   int64
	Longest int
	Schemes Frequent
	Hosts   Frequent

	lengths    [maxLength + 1]int64 // the last one counts longer strings
	components [len(components)]int64
	name       [maxName]byte // buffer
}

const (
	maxLength  = 1 << 10
	maxName    = 255 // of hosts, the limit of DNS; longer hosts count as one
	maxSchemes = 1 << 10
	maxHosts   = 1 << 14
)

// components are the optional components. An empty path counts as absent.
var components = [...]string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

func New() *Statistics {
	return &Statistics{Schemes: NewFrequent(maxSchemes), Hosts: NewFrequent(maxHosts)}
}

// Add counts a string with components x, which is zero if the rule has none.
func (s *Statistics) Add(text []byte, x iri.Parts) {
	s.Texts++
	s.Bytes += int64(len(text))
	s.Longest = max(s.Longest, len(text))
	s.lengths[min(len(text), maxLength)]++
	scheme, hasScheme := x.Scheme()
	_, hasUserinfo := x.Userinfo()
	host, hasHost := x.Host()
	_, hasPort := x.Port()
	path := x.Path()
	_, hasQuery := x.Query()
	_, hasFragment := x.Fragment()
	for i, present := range [...]bool{hasScheme, hasUserinfo, hasHost, hasPort, path.Start < path.End, hasQuery, hasFragment} {
		if present {
			s.components[i]++
		}
	}
	if hasScheme {
		s.Schemes.Add(s.fold(text[scheme.Start:scheme.End]), 1)
	}
	if hasHost {
		s.Hosts.Add(s.fold(text[host.Start:host.End]), 1)
	}
}

// fold returns a scheme or host in lower case, valid until the next call.
func (s *Statistics) fold(name []byte) []byte {
	if len(name) > maxName {
		return append(s.name[:0], "(longer than 255 bytes)"...)
	}
	folded := append(s.name[:0], name...)
	for i, b := range folded {
		if 'A' <= b && b <= 'Z' {
			folded[i] = b - 'A' + 'a'
		}
	}
	return folded
}

// length returns the length that a share of the strings does not exceed, at most maxLength.
func (s *Statistics) length(share float64) int {
	var n int64
	for length, count := range s.lengths {
		if n += count; float64(n) >= share*float64(s.Texts) {
			return length
		}
	}
	return maxLength
}

type bin struct {
	from, to int // to is -1 without a limit
	count    int64
}

// bins divides the lengths into at most 40 bins of a round width, and one for the longest hundredth.
func (s *Statistics) bins() (list []bin) {
	const most = 40
	end := s.length(0.99) + 1
	width := 1
	for _, width = range [...]int{1, 2, 5, 10, 20, 50} {
		if end <= width*most {
			break
		}
	}
	for from := 0; from < min(end, maxLength); from += width {
		b := bin{from: from, to: min(from+width, maxLength) - 1}
		for _, n := range s.lengths[from : b.to+1] {
			b.count += n
		}
		list = append(list, b)
	}
	rest := bin{from: 0, to: -1, count: s.Texts}
	for _, b := range list {
		rest.from, rest.count = b.to+1, rest.count-b.count
	}
	if rest.count > 0 {
		list = append(list, rest)
	}
	return list
}
