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

static size_t number(void)
{
	unsigned char b[4];

	require(fread(b, 1, 4, stdin) == 4, "a number");
	return (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
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
	putchar(valid | split << 1 | (!valid && e.end) << 2);
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

/* written calls a function that writes, with no room, with too little, and with just enough. */
static void written(const char *base, size_t base_len, const char *s, size_t n, unsigned steps)
{
#define CALL(out, cap) (base ? iri_resolve(base, base_len, s, n, out, cap) : iri_normalize(s, n, steps, out, cap))
	size_t len = CALL(NULL, 0), few = len / 2 + 1;
	char *out, *part;

	write_number(len);
	if (len == SIZE_MAX)
		return;
	out = (char *)memory(len + 1);
	part = (char *)memory(few);
	require(CALL(out, len + 1) == len && CALL(part, few) == len, "the length whatever the room");
	require(!out[len] && !part[few - 1] && !memcmp(out, part, few - 1), "the beginning and a NUL for too little room");
	require(len <= n + (base ? base_len + 3 : 7), "the room that the header names to be enough");
	fwrite(out, 1, len, stdout);
	free(out);
	free(part);
}

/* column takes offsets as bytes. */
static void column(iri_rule rule, const char *offsets, size_t size, const char *data, size_t len)
{
	size_t i, n = size / 4 - 1, count;
	int64_t *wide = (int64_t *)memory(2 * size);
	unsigned char *bitmap = (unsigned char *)memory((n + 7) / 8), *again = (unsigned char *)memory((n + 7) / 8);

	for (i = 0; i <= n; i++)
		wide[i] = ((const int32_t *)(const void *)offsets)[i];
	count = iri_column(rule, (const int32_t *)(const void *)offsets, n, data, len, bitmap);
	require(iri_column_large(rule, wide, n, data, len, again) == count, "equal counts");
	write_number(count);
	if (count != SIZE_MAX) {
		require(!memcmp(bitmap, again, (n + 7) / 8), "equal bitmaps");
		fwrite(bitmap, 1, (n + 7) / 8, stdout);
	}
	free(wide);
	free(bitmap);
	free(again);
}

int main(void)
{
	iri_rule rules[100];
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
			rules[count] = iri_rule_named(s, n);
			require(rules[count] && strlen(rules[count]->name) == n && !memcmp(rules[count]->name, s, n), "a rule");
			count++;
			break;
		case 'O': /* a string for the rules from x up to y */
			for (; x < y; x++)
				one(rules[x], s, n);
			break;
		case 'R':
			written(s, n, t, m, 0);
			break;
		case 'S': /* steps and a string */
			written(NULL, 0, s, n, (unsigned)x);
			break;
		case 'C':
			column(rules[x], s, n, t, m);
			break;
		}
		free(s);
		free(t);
	}
	return 0;
}
