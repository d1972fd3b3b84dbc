/*
 * Calls the functions of iri.h for c_test.go: reads requests from standard input, and writes results to
 * standard output. A request is an operation, two numbers and two strings. A number is 4 bytes, the
 * lowest first, and a string is its length and its bytes. All strings and buffers are in memory of exactly
 * their size.
 */
#include "iri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool x, const char *what)
{
	if (!x) {
		fprintf(stderr, "driver: %s\n", what);
		exit(1);
	}
}

static void *memory(size_t n)
{
	void *p = malloc(n);

	require(p || n == 0, "memory");
	return p;
}

static uint32_t number_of(const char *bytes)
{
	const unsigned char *b = (const unsigned char *)bytes;

	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static size_t number(void)
{
	char b[4];

	require(fread(b, 1, 4, stdin) == 4, "a number");
	return number_of(b);
}

static void write_number(size_t x)
{
	int i;

	for (i = 0; i < 4; i++)
		putchar((int)(x >> 8 * i & 0xFF));
}

static char *string(size_t *n)
{
	char *s = (char *)memory(*n = number());

	require(*n == 0 || fread(s, 1, *n, stdin) == *n, "a string");
	return s;
}

/* one writes what the functions for one string return. */
static void one(iri_rule rule, const char *s, size_t n)
{
	iri_error e;
	iri_parts x;
	bool valid = iri_valid(rule, s, n), split = iri_split(rule, s, n, &x);
	size_t i, hash = 0;

	require(iri_check(rule, s, n, &e) == valid, "iri_check to return what iri_valid does");
	putchar(valid | split << 1 | (!valid && e.end) << 2 | (valid ? 0 : (int)e.reason << 3));
	for (i = 0; !valid && i < sizeof e.expected; i++)
		hash = (hash * 31 + e.expected[i]) & 0xFFFFFF;
	if (!valid) {
		write_number(e.offset);
		write_number(hash);
	}
	if (split) {
		const iri_span spans[] = {x.scheme, x.authority, x.userinfo, x.host, x.port, x.path, x.query, x.fragment};

		for (i = 0; i < 16; i++)
			write_number(i % 2 ? spans[i / 2].end : spans[i / 2].start);
	}
}

/* call calls a function that writes, and sets *most to the room that the header names, without the NUL. */
static size_t call(int op, unsigned steps, const char *s, size_t n, const char *t, size_t m, char *out, size_t cap, size_t *most)
{
	switch (op) {
	case 'R':
		*most = n + m + 3;
		return iri_resolve(s, n, t, m, out, cap);
	case 'L':
		*most = m;
		return iri_relativize(s, n, t, m, out, cap);
	case 'S':
		*most = n + 7;
		return iri_normalize(s, n, steps, out, cap);
	case 'U':
		*most = 3 * n;
		return iri_to_uri(s, n, out, cap);
	case 'I':
		*most = n;
		return iri_to_iri(s, n, out, cap);
	case 'Q':
		*most = 3 * n;
		return iri_encode_query_value(s, n, out, cap);
	}
	{ /* seven components, each behind its length, or -1 */
		iri_slice x[7];
		iri_components c;
		size_t i;

		for (i = 0; i < 7; i++) {
			uint32_t size = number_of(s);

			s += 4;
			x[i].p = size == 0xFFFFFFFF ? NULL : s;
			x[i].n = x[i].p ? size : 0;
			s += x[i].n;
		}
		c.scheme = x[0];
		c.userinfo = x[1];
		c.host = x[2];
		c.port = x[3];
		c.path = x[4];
		c.query = x[5];
		c.fragment = x[6];
		*most = n;
		return iri_compose(&c, out, cap);
	}
}

/* written calls a function that writes, with no room, with too little, and with just enough. */
static void written(int op, unsigned steps, const char *s, size_t n, const char *t, size_t m)
{
	size_t most, len = call(op, steps, s, n, t, m, NULL, 0, &most), few = len / 2 + 1;
	char *out, *part;

	write_number(len);
	if (len == SIZE_MAX)
		return;
	out = (char *)memory(len + 1);
	part = (char *)memory(few);
	require(call(op, steps, s, n, t, m, out, len + 1, &most) == len && call(op, steps, s, n, t, m, part, few, &most) == len, "the length whatever the room");
	require(!out[len] && !part[few - 1] && !memcmp(out, part, few - 1), "the beginning and a NUL for too little room");
	require(len <= most, "the room that the header names to be enough");
	fwrite(out, 1, len, stdout);
	free(out);
	free(part);
}

/* nulls calls all functions with NULL for an empty string. */
static void nulls(void)
{
	const int32_t offsets[] = {0, 0, 0};
	const int64_t wide[] = {0, 0, 0};
	const iri_components none = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
	unsigned char bitmap;
	iri_error e;
	iri_parts x;
	char out[9];

	require(!iri_rule_named(NULL, 0) && !iri_valid(NULL, NULL, 0) && !iri_valid(IRI_RULE_IRI, NULL, 0) && iri_valid(IRI_RULE_URI_REFERENCE, NULL, 0), "valid");
	require(!iri_check(NULL, NULL, 0, &e) && e.reason == IRI_REASON_NONE && !iri_check(IRI_RULE_IRI, NULL, 0, &e) && e.reason == IRI_REASON_NO_SCHEME, "check");
	require(!iri_split(NULL, NULL, 0, &x) && iri_split(IRI_RULE_IRI_REFERENCE, NULL, 0, &x) && x.path.end == 0, "split");
	require(iri_resolve(NULL, 0, NULL, 0, NULL, 0) == SIZE_MAX && iri_resolve("a:", 2, NULL, 0, out, sizeof out) == 2, "resolve");
	require(iri_relativize(NULL, 0, NULL, 0, NULL, 0) == SIZE_MAX && iri_relativize("a:", 2, NULL, 0, NULL, 0) == SIZE_MAX, "relativize");
	require(iri_normalize(NULL, 0, IRI_FOR_COMPARISON, NULL, 0) == 0 && iri_to_uri(NULL, 0, out, 1) == 0 && iri_to_iri(NULL, 0, NULL, 0) == 0, "normalize");
	require(iri_equal(NULL, 0, NULL, 0, IRI_FOR_COMPARISON) && !iri_equal(NULL, 0, "a", 1, 0), "equal");
	require(iri_encode_query_value(NULL, 0, NULL, 0) == 0 && iri_compose(&none, out, sizeof out) == 0, "compose");
	require(iri_column(NULL, offsets, 2, NULL, 0, &bitmap) == 0 && iri_column_large(IRI_RULE_IRI_REFERENCE, wide, 2, NULL, 0, &bitmap) == 2, "column");
	require(bitmap == 3 && iri_column(IRI_RULE_IRI, NULL, 0, NULL, 0, NULL) == 0, "an empty column");
	require(!strcmp(iri_strerror(IRI_REASON_PORT), "bad port") && iri_strerror((iri_reason)-1), "strerror");
}

/* column takes offsets as bytes. */
static void column(iri_rule rule, const char *offsets, size_t size, const char *data, size_t len)
{
	size_t i, n = size / 4 - 1, count;
	int32_t *narrow = (int32_t *)memory(size);
	int64_t *wide = (int64_t *)memory(2 * size);
	unsigned char *bitmap = (unsigned char *)memory((n + 7) / 8), *again = (unsigned char *)memory((n + 7) / 8);

	for (i = 0; i <= n; i++)
		wide[i] = narrow[i] = (int32_t)number_of(offsets + 4 * i);
	count = iri_column(rule, narrow, n, data, len, bitmap);
	require(iri_column_large(rule, wide, n, data, len, again) == count, "equal counts");
	write_number(count);
	if (count != SIZE_MAX) {
		require(!memcmp(bitmap, again, (n + 7) / 8), "equal bitmaps");
		fwrite(bitmap, 1, (n + 7) / 8, stdout);
	}
	free(narrow);
	free(wide);
	free(bitmap);
	free(again);
}

int main(void)
{
	iri_rule rules[100];
	size_t count = 0, x, y, n, m;
	int op;

	nulls();
	while ((op = getchar()) != EOF) {
		char *s, *t;

		x = number();
		y = number();
		s = string(&n);
		t = string(&m);
		switch (op) {
		case 'N': /* the name of the next rule */
			rules[count] = iri_rule_named(s, n);
			require(rules[count] && strlen(rules[count]->name) == n && !memcmp(rules[count]->name, s, n), "a rule");
			count++;
			break;
		case 'O': /* a string for the rules from x up to y */
			for (; x < y; x++)
				one(rules[x], s, n);
			break;
		case 'E': /* steps and two strings */
			putchar(iri_equal(s, n, t, m, (unsigned)x));
			break;
		case 'C':
			column(rules[x], s, n, t, m);
			break;
		default: /* steps and one string or two */
			written(op, (unsigned)x, s, n, t, m);
		}
		free(s);
		free(t);
	}
	return 0;
}
