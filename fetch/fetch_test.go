package fetch_test

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/fetch"
)

// reasonOf returns the reason of an error, 0 if there is none.
func reasonOf(t *testing.T, err error) fetch.Reason {
	t.Helper()
	if err == nil {
		return 0
	}
	var e *fetch.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *fetch.Error", err)
	}
	return e.Reason
}

func TestZeroPolicy(t *testing.T) {
	for _, x := range []struct {
		text string
		want fetch.Reason // 0 for none
	}{
		{"https://example.org", 0},
		{"https://example.org/", 0},
		{"HTTP://WWW.Example.ORG:80/rosé?q=%41#é", 0},
		{"http://example.org:/", 0},
		{"https://example.org:0443/", 0},
		{"https://my_bucket.s3.amazonaws.com/", 0},
		{"https://r3---sn-a.googlevideo.com/", 0},
		{"https://1.example.org/", 0},
		{"http://8.8.8.8/", 0},
		{"http://[2606:4700:4700::1111]/", 0},
		{"http://[64:ff9b::8.8.8.8]/", 0},

		{"ftp://example.org/", fetch.ReasonScheme},
		{"file:///etc/passwd", fetch.ReasonScheme},
		{"gopher://example.org/", fetch.ReasonScheme},
		{"javascript:alert(1)", fetch.ReasonScheme},

		{"http://user@example.org/", fetch.ReasonUserinfo},
		{"http://@example.org/", fetch.ReasonUserinfo},
		{"http://user:secret@example.org/", fetch.ReasonUserinfo},
		{"http://example.org@127.0.0.1/", fetch.ReasonUserinfo},

		{"http://example.org:443/", fetch.ReasonPort},
		{"https://example.org:80/", fetch.ReasonPort},
		{"http://example.org:22/", fetch.ReasonPort},
		{"http://example.org:0/", fetch.ReasonPort},
		{"http://example.org:65616/", fetch.ReasonPort}, // 80 in 16 bits

		{"http:", fetch.ReasonHost},
		{"http:example.org", fetch.ReasonHost},
		{"http:/example.org", fetch.ReasonHost},
		{"http:///example.org", fetch.ReasonHost},
		{"http://:80/", fetch.ReasonHost},
		{"http://[v1.a]/", fetch.ReasonHost},

		{"http://127.0.0.1/", fetch.ReasonAddress},
		{"http://0.0.0.0/", fetch.ReasonAddress},
		{"http://10.1.2.3/", fetch.ReasonAddress},
		{"http://100.100.100.200/", fetch.ReasonAddress},
		{"http://169.254.169.254/latest/meta-data/", fetch.ReasonAddress},
		{"http://192.168.0.1/", fetch.ReasonAddress},
		{"http://224.0.0.1/", fetch.ReasonAddress},
		{"http://255.255.255.255/", fetch.ReasonAddress},
		{"http://[::]/", fetch.ReasonAddress},
		{"http://[::1]/", fetch.ReasonAddress},
		{"http://[::ffff:127.0.0.1]/", fetch.ReasonAddress},
		{"http://[::ffff:8.8.8.8]/", fetch.ReasonAddress},
		{"http://[::7f00:1]/", fetch.ReasonAddress},
		{"http://[64:ff9b::127.0.0.1]/", fetch.ReasonAddress},
		{"http://[64:ff9b::a9fe:a9fe]/", fetch.ReasonAddress},
		{"http://[64:ff9b:1::1]/", fetch.ReasonAddress},
		{"http://[2002:7f00:1::]/", fetch.ReasonAddress},
		{"http://[2001:0:1::1]/", fetch.ReasonAddress},
		{"http://[fd00:ec2::254]/", fetch.ReasonAddress},
		{"http://[fe80::1]/", fetch.ReasonAddress},
		{"http://[fec0::1]/", fetch.ReasonAddress},
		{"http://[ff02::1]/", fetch.ReasonAddress},

		{"http://bücher.example.org/", fetch.ReasonNonASCII},
		{"http://１２７.0.0.1/", fetch.ReasonNonASCII},
		{"http://127。0。0。1/", fetch.ReasonNonASCII},
		{"http://①②⑦.0.0.1/", fetch.ReasonNonASCII},
		{"http://ⓛocalhost/", fetch.ReasonNonASCII},

		{"http://%31%32%37.0.0.1/", fetch.ReasonPercentEncoded},
		{"http://%6cocalhost/", fetch.ReasonPercentEncoded},
		{"http://example.org%2F@/", fetch.ReasonUserinfo},
		{"http://example.org%00/", fetch.ReasonPercentEncoded},
		{"http://%EF%BC%91.0.0.1/", fetch.ReasonPercentEncoded},

		{"http://127.1/", fetch.ReasonNumber},
		{"http://2130706433/", fetch.ReasonNumber},
		{"http://0x7f000001/", fetch.ReasonNumber},
		{"http://0X7F.1/", fetch.ReasonNumber},
		{"http://017700000001/", fetch.ReasonNumber},
		{"http://0177.0.0.01/", fetch.ReasonNumber},
		{"http://127.0.0.1./", fetch.ReasonNumber},
		{"http://256.256.256.256/", fetch.ReasonNumber},
		{"http://1.2.3.4.5/", fetch.ReasonNumber},
		{"http://example.08/", fetch.ReasonNumber},

		{"http://example.org./", fetch.ReasonTrailingDot},
		{"http://localhost./", fetch.ReasonTrailingDot},

		{"http://a'b.org/", fetch.ReasonName},
		{"http://example..org/", fetch.ReasonName},
		{"http://.example.org/", fetch.ReasonName},
		{"http://./", fetch.ReasonTrailingDot},
		{"http://a&b/", fetch.ReasonName},
		{"http://example.1a/", fetch.ReasonName},

		{"http://localhost/", fetch.ReasonSpecialName},
		{"http://LocalHost/", fetch.ReasonSpecialName},
		{"http://a.b.LOCALHOST/", fetch.ReasonSpecialName},
		{"http://printer.local/", fetch.ReasonSpecialName},
		{"http://metadata.google.internal/", fetch.ReasonSpecialName},
		{"http://router.home.arpa/", fetch.ReasonSpecialName},
		{"http://metadata/", fetch.ReasonSpecialName},
		{"http://ipv4only.arpa/", fetch.ReasonSpecialName},
		{"http://localhost6.localdomain6/", fetch.ReasonSpecialName},
		{"http://a.onion/", fetch.ReasonSpecialName},
		{"http://notlocalhost.org/", 0},
		{"http://mylocal.org/", 0},
	} {
		err := fetch.CheckFetch(iri.MustParse(x.text), fetch.Policy{})
		if got := reasonOf(t, err); got != x.want {
			t.Errorf("%s: %v, want %v", x.text, err, x.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: password in %v", x.text, err)
		}
	}
	if got := reasonOf(t, fetch.CheckFetch(iri.IRI{}, fetch.Policy{})); got != fetch.ReasonScheme {
		t.Errorf("the zero IRI: %v", got)
	}
}

func TestPolicies(t *testing.T) {
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, x := range []struct {
		name   string
		policy fetch.Policy
		text   string
		want   fetch.Reason
	}{
		{"https only", fetch.Policy{Schemes: []string{"HTTPS"}}, "https://example.org/", 0},
		{"https only", fetch.Policy{Schemes: []string{"https"}}, "http://example.org/", fetch.ReasonScheme},
		{"no scheme", fetch.Policy{Schemes: []string{}}, "http://example.org/", fetch.ReasonScheme},
		{"another scheme", fetch.Policy{Schemes: []string{"ftp"}}, "ftp://example.org/", 0},
		{"another scheme", fetch.Policy{Schemes: []string{"ftp"}}, "ftp://example.org:21/", 0},
		{"another scheme", fetch.Policy{Schemes: []string{"ftp"}}, "ftp://example.org:80/", fetch.ReasonPort},
		{"another scheme", fetch.Policy{Schemes: []string{"ftp"}, Ports: []uint16{8080}}, "ftp://example.org/", fetch.ReasonPort},
		{"another scheme", fetch.Policy{Schemes: []string{"ftp"}, Ports: []uint16{21}}, "ftp://example.org:21/", 0},

		{"port", fetch.Policy{Ports: []uint16{8080}}, "http://example.org:8080/", 0},
		{"port", fetch.Policy{Ports: []uint16{8080}}, "http://example.org:80/", fetch.ReasonPort},
		{"port", fetch.Policy{Ports: []uint16{8080}}, "http://example.org/", fetch.ReasonPort},

		{"names only", fetch.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://example.org/", 0},
		{"names only", fetch.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://8.8.8.8/", fetch.ReasonHost},
		{"names only", fetch.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://[2606:4700::1]/", fetch.ReasonHost},
		{"IPvFuture", fetch.Policy{Hosts: []iri.HostKind{iri.HostIPvFuture}}, "http://[v1.a.org]/", fetch.ReasonNetURL},

		{"a name", fetch.Policy{Names: []string{"metadata"}}, "http://metadata/", 0},
		{"a name", fetch.Policy{Names: []string{"internal"}}, "http://a.INTERNAL/", 0},
		{"a name", fetch.Policy{Names: []string{"b.internal"}}, "http://ab.internal/", fetch.ReasonSpecialName},
		{"a name that is none", fetch.Policy{Names: []string{"127.1", ""}}, "http://127.1/", fetch.ReasonNumber},

		{"allowed", fetch.Policy{Allow: loopback}, "http://127.0.0.1/", 0},
		{"allowed behind NAT64", fetch.Policy{Allow: loopback}, "http://[64:ff9b::127.0.0.1]/", 0},
		{"allowed, but not mapped", fetch.Policy{Allow: loopback}, "http://[::ffff:127.0.0.1]/", fetch.ReasonAddress},
		{"allowed, but not its name", fetch.Policy{Allow: loopback}, "http://localhost/", fetch.ReasonSpecialName},
		{"denied", fetch.Policy{Deny: []netip.Prefix{netip.MustParsePrefix("168.63.129.16/32")}}, "http://168.63.129.16/", fetch.ReasonAddress},
		{"denied is stronger", fetch.Policy{Allow: loopback, Deny: loopback}, "http://127.0.0.1/", fetch.ReasonAddress},
		{"denied behind NAT64", fetch.Policy{Deny: []netip.Prefix{netip.MustParsePrefix("8.8.8.8/32")}}, "http://[64:ff9b::8.8.8.8]/", fetch.ReasonAddress},
	} {
		err := fetch.CheckFetch(iri.MustParse(x.text), x.policy)
		if got := reasonOf(t, err); got != x.want {
			t.Errorf("%s: %s: %v, want %v", x.name, x.text, err, x.want)
		}
	}
}

// TestReasons: each has a name of its own.
func TestReasons(t *testing.T) {
	seen := make(map[string]bool)
	for r := fetch.ReasonScheme; r <= fetch.ReasonRedirects; r++ {
		if name := r.String(); seen[name] || strings.HasPrefix(name, "Reason(") {
			t.Errorf("reason %d: %s", r, name)
		}
		seen[r.String()] = true
	}
	if got := fetch.Reason(0).String() + fetch.Reason(200).String(); got != "Reason(0)Reason(200)" {
		t.Error(got)
	}
}

// FuzzCheckFetch: what passes is for net/url the same host and port, and no address but a global
// one by net/netip's own predicates.
func FuzzCheckFetch(f *testing.F) {
	for _, text := range []string{
		"https://example.org:443/a?b#c", "http://8.8.8.8", "http://[2606:4700::1]:80/", "http://a_b.c-d/",
		"http://[::ffff:1.2.3.4]/", "http://a@b/", "http://127.1/", "http://é/", "http:a", "HTTP://h.org:0080/%2F",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := iri.Parse(text)
		if err != nil || fetch.CheckFetch(x, fetch.Policy{}) != nil {
			return
		}
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		port, _ := x.Port()
		if u.Hostname() != x.Hostname() || u.Port() != port || u.User != nil {
			t.Errorf("%q: host %q, net/url: %v", text, x.Hostname(), u)
		}
		if addr, err := netip.ParseAddr(u.Hostname()); err == nil && (!addr.IsGlobalUnicast() || addr.IsPrivate() || addr.Is4In6()) {
			t.Errorf("%q passes", text)
		}
	})
}
