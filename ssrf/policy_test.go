package ssrf_test

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/ssrf"
)

func reasonOf(t *testing.T, err error) ssrf.Reason {
	t.Helper()
	if err == nil {
		return 0
	}
	var e *ssrf.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not an *ssrf.Error", err)
	}
	return e.Reason
}

func TestZeroPolicy(t *testing.T) {
	for _, x := range []struct {
		target string
		want   ssrf.Reason // 0 for none
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

		{"ftp://example.org/", ssrf.ReasonScheme},
		{"file:///etc/passwd", ssrf.ReasonScheme},
		{"gopher://example.org/", ssrf.ReasonScheme},
		{"javascript:alert(1)", ssrf.ReasonScheme},

		{"http://user@example.org/", ssrf.ReasonUserinfo},
		{"http://@example.org/", ssrf.ReasonUserinfo},
		{"http://user:secret@example.org/", ssrf.ReasonUserinfo},
		{"http://example.org@127.0.0.1/", ssrf.ReasonUserinfo},

		{"http://example.org:443/", ssrf.ReasonPort},
		{"https://example.org:80/", ssrf.ReasonPort},
		{"http://example.org:22/", ssrf.ReasonPort},
		{"http://example.org:0/", ssrf.ReasonPort},
		{"http://example.org:65616/", ssrf.ReasonPort}, // 80 in 16 bits

		{"http:", ssrf.ReasonHost},
		{"http:example.org", ssrf.ReasonHost},
		{"http:/example.org", ssrf.ReasonHost},
		{"http:///example.org", ssrf.ReasonHost},
		{"http://:80/", ssrf.ReasonHost},
		{"http://[v1.a]/", ssrf.ReasonHost},

		{"http://127.0.0.1/", ssrf.ReasonAddress},
		{"http://0.0.0.0/", ssrf.ReasonAddress},
		{"http://10.1.2.3/", ssrf.ReasonAddress},
		{"http://100.100.100.200/", ssrf.ReasonAddress},
		{"http://169.254.169.254/latest/meta-data/", ssrf.ReasonAddress},
		{"http://192.168.0.1/", ssrf.ReasonAddress},
		{"http://224.0.0.1/", ssrf.ReasonAddress},
		{"http://255.255.255.255/", ssrf.ReasonAddress},
		{"http://[::]/", ssrf.ReasonAddress},
		{"http://[::1]/", ssrf.ReasonAddress},
		{"http://[::ffff:127.0.0.1]/", ssrf.ReasonAddress},
		{"http://[::ffff:8.8.8.8]/", ssrf.ReasonAddress},
		{"http://[::7f00:1]/", ssrf.ReasonAddress},
		{"http://[64:ff9b::127.0.0.1]/", ssrf.ReasonAddress},
		{"http://[64:ff9b::a9fe:a9fe]/", ssrf.ReasonAddress},
		{"http://[64:ff9b:1::1]/", ssrf.ReasonAddress},
		{"http://[2002:7f00:1::]/", ssrf.ReasonAddress},
		{"http://[2001:0:1::1]/", ssrf.ReasonAddress},
		{"http://[fd00:ec2::254]/", ssrf.ReasonAddress},
		{"http://168.63.129.16/", ssrf.ReasonAddress},
		{"http://[64:ff9b::168.63.129.16]/", ssrf.ReasonAddress},
		{"http://[2607:f8b0::5efe:10.0.0.1]/", ssrf.ReasonAddress},
		{"http://[2607:f8b0::200:5efe:8.8.8.8]/", ssrf.ReasonAddress},
		{"http://[2607:f8b0::100:5efe:8.8.8.8]/", 0},
		{"http://[fe80::1]/", ssrf.ReasonAddress},
		{"http://[fec0::1]/", ssrf.ReasonAddress},
		{"http://[ff02::1]/", ssrf.ReasonAddress},

		{"http://bücher.example.org/", ssrf.ReasonNonASCII},
		{"http://１２７.0.0.1/", ssrf.ReasonNonASCII},
		{"http://127。0。0。1/", ssrf.ReasonNonASCII},
		{"http://①②⑦.0.0.1/", ssrf.ReasonNonASCII},
		{"http://ⓛocalhost/", ssrf.ReasonNonASCII},

		{"http://%31%32%37.0.0.1/", ssrf.ReasonPercentEncoded},
		{"http://%6cocalhost/", ssrf.ReasonPercentEncoded},
		{"http://example.org%2F@/", ssrf.ReasonUserinfo},
		{"http://example.org%00/", ssrf.ReasonPercentEncoded},
		{"http://%EF%BC%91.0.0.1/", ssrf.ReasonPercentEncoded},

		{"http://127.1/", ssrf.ReasonNumber},
		{"http://2130706433/", ssrf.ReasonNumber},
		{"http://0x7f000001/", ssrf.ReasonNumber},
		{"http://0X7F.1/", ssrf.ReasonNumber},
		{"http://017700000001/", ssrf.ReasonNumber},
		{"http://0177.0.0.01/", ssrf.ReasonNumber},
		{"http://127.0.0.1./", ssrf.ReasonNumber},
		{"http://256.256.256.256/", ssrf.ReasonNumber},
		{"http://1.2.3.4.5/", ssrf.ReasonNumber},
		{"http://example.08/", ssrf.ReasonNumber},

		{"http://example.org./", ssrf.ReasonTrailingDot},
		{"http://localhost./", ssrf.ReasonTrailingDot},

		{"http://a'b.org/", ssrf.ReasonName},
		{"http://example..org/", ssrf.ReasonName},
		{"http://.example.org/", ssrf.ReasonName},
		{"http://./", ssrf.ReasonTrailingDot},
		{"http://a&b/", ssrf.ReasonName},
		{"http://" + strings.Repeat("a", 63) + ".org/", 0},
		{"http://" + strings.Repeat("a", 64) + ".org/", ssrf.ReasonName},
		{"http://" + strings.Repeat("a.", 125) + "org/", 0},
		{"http://" + strings.Repeat("a.", 125) + "info/", ssrf.ReasonName},
		{"http://example.1a/", ssrf.ReasonName},

		{"http://localhost/", ssrf.ReasonSpecialName},
		{"http://LocalHost/", ssrf.ReasonSpecialName},
		{"http://a.b.LOCALHOST/", ssrf.ReasonSpecialName},
		{"http://printer.local/", ssrf.ReasonSpecialName},
		{"http://metadata.google.internal/", ssrf.ReasonSpecialName},
		{"http://router.home.arpa/", ssrf.ReasonSpecialName},
		{"http://metadata/", ssrf.ReasonSpecialName},
		{"http://ipv4only.arpa/", ssrf.ReasonSpecialName},
		{"http://localhost6.localdomain6/", ssrf.ReasonSpecialName},
		{"http://kubernetes.default.SVC/", ssrf.ReasonSpecialName},
		{"http://a.home.arpa/", ssrf.ReasonSpecialName},
		{"http://a.consul/", ssrf.ReasonSpecialName},
		{"http://a.consul.example.org/", 0},
		{"http://a.onion/", ssrf.ReasonSpecialName},
		{"http://notlocalhost.org/", 0},
		{"http://mylocal.org/", 0},
	} {
		err := (ssrf.Policy{}).Check(iri.MustParse(x.target))
		if got := reasonOf(t, err); got != x.want {
			t.Errorf("%s: %v, want %v", x.target, err, x.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: password in %v", x.target, err)
		}
	}
	if got := reasonOf(t, (ssrf.Policy{}).Check(iri.IRI{})); got != ssrf.ReasonScheme {
		t.Errorf("the zero IRI: %v", got)
	}
}

func TestPolicies(t *testing.T) {
	loopback, everything := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, []netip.Prefix{netip.MustParsePrefix("::/0")}
	for _, x := range []struct {
		name   string
		policy ssrf.Policy
		target string
		want   ssrf.Reason
	}{
		{"https only", ssrf.Policy{Schemes: []string{"HTTPS"}}, "https://example.org/", 0},
		{"https only", ssrf.Policy{Schemes: []string{"https"}}, "http://example.org/", ssrf.ReasonScheme},
		{"no scheme", ssrf.Policy{Schemes: []string{}}, "http://example.org/", ssrf.ReasonScheme},
		{"another scheme", ssrf.Policy{Schemes: []string{"ftp"}}, "ftp://example.org/", 0},
		{"another scheme", ssrf.Policy{Schemes: []string{"ftp"}}, "ftp://example.org:21/", 0},
		{"another scheme", ssrf.Policy{Schemes: []string{"ftp"}}, "ftp://example.org:80/", ssrf.ReasonPort},
		{"another scheme", ssrf.Policy{Schemes: []string{"ftp"}, Ports: []uint16{8080}}, "ftp://example.org/", ssrf.ReasonPort},
		{"another scheme", ssrf.Policy{Schemes: []string{"ftp"}, Ports: []uint16{21}}, "ftp://example.org:21/", 0},

		{"port", ssrf.Policy{Ports: []uint16{8080}}, "http://example.org:8080/", 0},
		{"any port", ssrf.Policy{AnyPort: true}, "http://example.org:1/", 0},
		{"any port", ssrf.Policy{AnyPort: true}, "http://example.org:443", 0},
		{"any port", ssrf.Policy{AnyPort: true}, "http://example.org:/", 0},
		{"any port", ssrf.Policy{AnyPort: true, Ports: []uint16{80}}, "https://example.org/", 0},
		{"any port", ssrf.Policy{AnyPort: true}, "http://example.org:65536/", ssrf.ReasonPort},
		{"any port of another scheme", ssrf.Policy{AnyPort: true, Schemes: []string{"x"}}, "x://example.org/", 0},
		{"port", ssrf.Policy{Ports: []uint16{8080}}, "http://example.org:80/", ssrf.ReasonPort},
		{"port", ssrf.Policy{Ports: []uint16{8080}}, "http://example.org/", ssrf.ReasonPort},

		{"names only", ssrf.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://example.org/", 0},
		{"names only", ssrf.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://8.8.8.8/", ssrf.ReasonHost},
		{"names only", ssrf.Policy{Hosts: []iri.HostKind{iri.HostRegName}}, "http://[2606:4700::1]/", ssrf.ReasonHost},
		{"IPvFuture", ssrf.Policy{Hosts: []iri.HostKind{iri.HostIPvFuture}}, "http://[v1.a.org]/", ssrf.ReasonNetURL},

		{"a name", ssrf.Policy{Names: []string{"metadata"}}, "http://metadata/", 0},
		{"a name", ssrf.Policy{Names: []string{"internal"}}, "http://a.INTERNAL/", 0},
		{"a name", ssrf.Policy{Names: []string{"b.internal"}}, "http://ab.internal/", ssrf.ReasonSpecialName},
		{"a name that is none", ssrf.Policy{Names: []string{"127.1", ""}}, "http://127.1/", ssrf.ReasonNumber},

		{"allowed", ssrf.Policy{Allow: loopback}, "http://127.0.0.1/", 0},
		{"allowed by NAT64", ssrf.Policy{Allow: loopback}, "http://[64:ff9b::127.0.0.1]/", 0},
		{"allowed, but not mapped", ssrf.Policy{Allow: loopback}, "http://[::ffff:127.0.0.1]/", ssrf.ReasonAddress},
		{"allowed, but not its name", ssrf.Policy{Allow: loopback}, "http://localhost/", ssrf.ReasonSpecialName},
		{"denied", ssrf.Policy{Deny: []netip.Prefix{netip.MustParsePrefix("8.8.8.8/32")}}, "http://8.8.8.8/", ssrf.ReasonAddress},
		{"denied is stronger", ssrf.Policy{Allow: loopback, Deny: loopback}, "http://127.0.0.1/", ssrf.ReasonAddress},
		{"denied by NAT64", ssrf.Policy{Deny: []netip.Prefix{netip.MustParsePrefix("8.8.8.8/32")}}, "http://[64:ff9b::8.8.8.8]/", ssrf.ReasonAddress},

		{"denied, but mapped", ssrf.Policy{Allow: everything, Deny: loopback}, "http://[::ffff:127.0.0.1]/", ssrf.ReasonAddress},
		{"allowed, but mapped", ssrf.Policy{Allow: everything}, "http://[::ffff:127.0.0.1]/", ssrf.ReasonAddress},
		{"allowed and mapped", ssrf.Policy{Allow: append(loopback, everything...)}, "http://[::ffff:127.0.0.1]/", 0},

		{"stronger than Allow", ssrf.Policy{Allow: everything}, "http://[fd00:ec2::254]/", ssrf.ReasonAddress},
		{"stronger than Allow", ssrf.Policy{Allow: everything}, "http://[fd20:ce::254]/", ssrf.ReasonAddress},
		{"stronger than Allow", ssrf.Policy{Allow: everything}, "http://[fd00:ec2::23]/", ssrf.ReasonAddress},
		{"stronger than Allow", ssrf.Policy{Allow: everything}, "http://[fd00:ec2::253]/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true, Allow: everything}, "http://[fd00:ec2::254]/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://[fd00:ec2::254]/", ssrf.ReasonAddress},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://168.63.129.16/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://[2607:f8b0::5efe:8.8.8.8]/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://[2607:f8b0::5efe:10.0.0.1]/", ssrf.ReasonAddress},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://a.corp/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://a.home.arpa/", 0},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://a.arpa/", ssrf.ReasonSpecialName},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://corp/", ssrf.ReasonSpecialName},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://localhost/", ssrf.ReasonSpecialName},
		{"no internal set", ssrf.Policy{NoInternalSet: true}, "http://127.0.0.1/", ssrf.ReasonAddress},
	} {
		err := x.policy.Check(iri.MustParse(x.target))
		if got := reasonOf(t, err); got != x.want {
			t.Errorf("%s: %s: %v, want %v", x.name, x.target, err, x.want)
		}
	}
}

func TestReasons(t *testing.T) {
	seen := make(map[string]bool)
	for r := ssrf.ReasonScheme; r <= ssrf.ReasonRedirects; r++ {
		if name := r.String(); seen[name] || strings.HasPrefix(name, "Reason(") {
			t.Errorf("reason %d: %s", r, name)
		}
		seen[r.String()] = true
	}
	if got := ssrf.Reason(0).String() + ssrf.Reason(200).String(); got != "Reason(0)Reason(200)" {
		t.Error(got)
	}
}

// FuzzCheck checks that net/url parses the same host and port in accepted URLs, and that net/netip considers accepted IP
// addresses as global.
func FuzzCheck(f *testing.F) {
	for _, target := range []string{
		"https://example.org:443/a?b#c", "http://8.8.8.8", "http://[2606:4700::1]:80/", "http://a_b.c-d/",
		"http://[::ffff:1.2.3.4]/", "http://a@b/", "http://127.1/", "http://é/", "http:a", "HTTP://h.org:0080/%2F",
	} {
		f.Add(target)
	}
	f.Fuzz(func(t *testing.T, target string) {
		x, err := iri.Parse(target)
		if err != nil || (ssrf.Policy{}).Check(x) != nil {
			return
		}
		u, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		port, _ := x.Port()
		if u.Hostname() != x.Hostname() || u.Port() != port || u.User != nil {
			t.Errorf("%q: host %q, net/url: %v", target, x.Hostname(), u)
		}
		if addr, err := netip.ParseAddr(u.Hostname()); err == nil && (!addr.IsGlobalUnicast() || addr.IsPrivate() || addr.Is4In6()) {
			t.Errorf("%q passes", target)
		}
	})
}

func TestControlAnyPort(t *testing.T) {
	p := ssrf.Policy{AnyPort: true}
	for address, want := range map[string]bool{"8.8.8.8:1": true, "8.8.8.8:65535": true, "127.0.0.1:80": false, "[::1]:80": false} {
		err := p.Control("tcp", address, nil)
		if (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
		if got := p.CheckAddr(netip.MustParseAddrPort(address).Addr()); (got == nil) != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}
