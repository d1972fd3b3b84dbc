/*
 * Calls the functions of iri.h for c_test.go: reads requests from standard input, and writes results to
 * standard output, in bytes. A number is 4 bytes, the lowest first, and a string is its length and its
 * bytes. All strings and buffers are in memory of exactly their size.
 */
#include "iri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *why)
{
	fprintf(stderr, "driver: %s\n", why);
	exit(1);
}

static unsigned char input(void)
{
	int c = getchar();

	if (c == EOF)
		fail("the input ends in a request");
	return (unsigned char)c;
}

static size_t number(void)
{
	size_t x = 0;
	int i;

	for (i = 0; i < 4; i++)
		x |= (size_t)input() << 8 * i;
	return x;
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
	s = (char *)malloc(*n ? *n : 1);
	if (!s || fread(s, 1, *n, stdin) != *n)
		fail("no string");
	return s;
}

/* one writes what the functions for one string return. */
static void one(iri_rule rule, const char *s, size_t n)
{
	iri_error e;
	iri_parts x;
	bool valid = iri_valid(rule, s, n), split = iri_split(rule, s, n, &x);
	size_t i, hash = 0;

	if (iri_check(rule, s, n, &e) != valid)
		fail("iri_check and iri_valid differ");
	putchar(valid | split << 1 | (!valid && e.end) << 2);
	if (!valid) {
		for (i = 0; i < sizeof e.expected; i++)
			hash = (hash * 31 + e.expected[i]) & 0xFFFFFF;
		write_number(e.offset);
		write_number(hash);
	}
	if (split) {
		const iri_span spans[] = {x.scheme, x.authority, x.userinfo, x.host, x.port, x.path, x.query, x.fragment};

		for (i = 0; i < 8; i++) {
			write_number(spans[i].start);
			write_number(spans[i].end);
		}
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
	out = (char *)malloc(len + 1);
	part = (char *)malloc(few);
	if (!out || !part || CALL(out, len + 1) != len || CALL(part, few) != len)
		fail("the length depends on the room");
	if (out[len] || part[few - 1] || memcmp(out, part, few - 1))
		fail("too little room does not give the beginning and a NUL");
	if (len > n + (base ? base_len + 3 : 7))
		fail("the room that the header promises is not enough");
	fwrite(out, 1, len, stdout);
	free(out);
	free(part);
}

static void column(iri_rule rule)
{
	size_t i, n = number(), size;
	int32_t *narrow = (int32_t *)malloc((n + 1) * sizeof *narrow);
	int64_t *wide = (int64_t *)malloc((n + 1) * sizeof *wide);
	unsigned char *bitmap = (unsigned char *)malloc((n + 7) / 8 + 1), *again = (unsigned char *)malloc((n + 7) / 8 + 1);
	char *data;

	if (!narrow || !wide || !bitmap || !again)
		fail("no memory");
	for (i = 0; i <= n; i++)
		wide[i] = narrow[i] = (int32_t)number();
	data = string(&size);
	size = iri_column(rule, narrow, n, data, bitmap);
	if (iri_column_large(rule, wide, n, data, again) != size)
		fail("the columns differ");
	write_number(size);
	if (size != SIZE_MAX) {
		if (memcmp(bitmap, again, (n + 7) / 8))
			fail("the bitmaps differ");
		fwrite(bitmap, 1, (n + 7) / 8, stdout);
	}
	free(narrow);
	free(wide);
	free(bitmap);
	free(again);
	free(data);
}

int main(void)
{
	iri_rule rules[100];
	size_t count = 0, i, k, n, base_len;
	char *s, *base;
	int c;

	while ((c = getchar()) != EOF) {
		switch (c) {
		case 'N': /* the name of the next rule */
			s = string(&n);
			rules[count] = iri_rule_named(s, n);
			if (!rules[count] || strlen(rules[count]->name) != n || memcmp(rules[count]->name, s, n))
				fail("no such rule");
			count++;
			break;
		case 'O': /* a string for all rules from one up to another */
			i = number();
			k = number();
			s = string(&n);
			for (; i < k; i++)
				one(rules[i], s, n);
			break;
		case 'R': /* a base and a reference */
			base = string(&base_len);
			s = string(&n);
			written(base, base_len, s, n, 0);
			free(base);
			break;
		case 'S': /* steps, and a string */
			i = number();
			s = string(&n);
			written(NULL, 0, s, n, (unsigned)i);
			break;
		case 'C':
			column(rules[number()]);
			continue;
		case 'F':
			fflush(stdout);
			continue;
		default:
			fail("no such request");
		}
		free(s);
	}
	return 0;
}
