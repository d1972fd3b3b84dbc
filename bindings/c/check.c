/* A test of what was built: make check. The tests of all functions compare them with Go, in ../generate. */
#include "iri.h"

#include <stdio.h>
#include <string.h>

static int failed;

static void expect(const char *what, const char *got, const char *want)
{
	if (strcmp(got, want) == 0)
		return;
	printf("%s: %s, want %s\n", what, got, want);
	failed = 1;
}

int main(void)
{
	static const char *const resolved[][2] = { /* RFC 3986, section 5.4 */
		{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"}, {"/g", "http://a/g"},
		{"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y#s", "http://a/b/c/g?y#s"}, {";x", "http://a/b/c/;x"},
		{"", "http://a/b/c/d;p?q"}, {"../..", "http://a/"}, {"../../../g", "http://a/g"}, {"g;x=1/../y", "http://a/b/c/y"}};
	const char *base = "http://a/b/c/d;p?q", *s = "http://example.org:80x/";
	char out[100];
	size_t i;
	iri_error e;

	for (i = 0; i < sizeof resolved / sizeof *resolved; i++) {
		iri_resolve(base, strlen(base), resolved[i][0], strlen(resolved[i][0]), out, sizeof out);
		expect(resolved[i][0], out, resolved[i][1]);
	}
	expect(s, iri_check(IRI_RULE_IRI, s, strlen(s), &e) ? "valid" : iri_strerror(e.reason), "bad port");
	expect("::1", iri_valid(iri_rule_named("IPv6address", 11), "::1", 3) ? "valid" : "invalid", "valid");
	return failed;
}
