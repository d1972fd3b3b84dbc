/*
 * Calls the functions of iri.h for c_test.go: reads requests from standard input, and writes results to
 * standard output. A request is an operation, two numbers and two strings. A number is 4 bytes, the
 * lowest first, and a string is its length and its bytes. All strings and buffers are in memory of exactly
 * their size; an empty string is NULL.
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
	char *s;

	*n = number();
	if (*n == 0)
		return NULL;
	s = (char *)memory(*n);
	require(fread(s, 1, *n, stdin) == *n, "a string");
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
		size_t offsets[16];

		memcpy(offsets, &x, sizeof x);
		for (i = 0; i < 16; i++)
			write_number(offsets[i]);
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
		memcpy(&c, x, sizeof c);
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

/* column writes whether offsets, which come as bytes, are right. If so, the results have to be those of iri_valid. */
static void column(iri_rule rule, const char *offsets, size_t size, const char *data, size_t len)
{
	size_t i, n = size / 4 - 1, bytes = (n + 7) / 8, count, valid = 0;
	int32_t *narrow = (int32_t *)memory(size);
	int64_t *wide = (int64_t *)memory(2 * size);
	unsigned char *bitmap = (unsigned char *)memory(bytes), *again = (unsigned char *)memory(bytes);

	for (i = 0; i <= n; i++)
		wide[i] = narrow[i] = (int32_t)number_of(offsets + 4 * i);
	count = iri_column(rule, narrow, n, data, len, bitmap);
	require(iri_column_large(rule, wide, n, data, len, again) == count, "equal counts");
	data = data ? data : "";
	putchar(count != SIZE_MAX);
	for (i = 0; count != SIZE_MAX && i < 8 * bytes; i++) {
		bool want = i < n && iri_valid(rule, data + narrow[i], (size_t)(narrow[i + 1] - narrow[i]));

		require((bitmap[i / 8] >> i % 8 & 1) == want && (again[i / 8] >> i % 8 & 1) == want, "the results of iri_valid");
		valid += want;
	}
	require(count == SIZE_MAX || count == valid, "the number of results");
	free(narrow);
	free(wide);
	free(bitmap);
	free(again);
}

int main(void)
{
	iri_rule rules[200];
	size_t count = 0, x, y, n, m;
	int op;

	while ((op = getchar()) != EOF) {
		char *s, *t;

		x = number();
		y = number();
		s = string(&n);
		t = string(&m);
		switch (op) {
		case 'N': /* the name of the next rule */
			rules[count++] = iri_rule_named(s, n);
			break;
		case 'T': /* a reason */
			write_number(strlen(iri_strerror((iri_reason)x)));
			fputs(iri_strerror((iri_reason)x), stdout);
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
