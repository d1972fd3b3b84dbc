/*
 * calls reads texts, one a line in hexadecimal digits, and asks the library about them. Texts and
 * results lie in blocks of just their size, so that valgrind sees a byte read or written beside them.
 *
 *	calls texts RULE            what each function on one text says, a line a text
 *	calls operations BASE LEVEL what the functions make of each text that make a text
 *	calls columns RULE          compares a column of all texts with calls on each
 *	calls threads RULE N        does the same in N threads at once, a hundred times
 *	calls mistakes              what is said of wrong arguments
 *
 * It is C99, and C++ as well.
 */
#include "iri.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	uint8_t *bytes;
	size_t len;
} text;

static text *texts;
static size_t count;

static void fail(const char *what, size_t i)
{
	fprintf(stderr, "%s: text %zu\n", what, i);
	exit(1);
}

static void *block(size_t n)
{
	void *p = malloc(n ? n : 1);
	if (!p)
		exit(1);
	return p;
}

static void read_texts(void)
{
	static char line[1 << 20];
	size_t room = 0;
	while (fgets(line, sizeof line, stdin)) {
		size_t n = strcspn(line, "\n") / 2;
		text t;
		if (count == room) {
			room = 2 * room + 16;
			texts = (text *)realloc(texts, room * sizeof *texts);
		}
		t.bytes = (uint8_t *)block(n);
		t.len = n;
		for (size_t i = 0; i < n; i++) {
			unsigned byte;
			sscanf(line + 2 * i, "%2x", &byte);
			t.bytes[i] = (uint8_t)byte;
		}
		texts[count++] = t;
	}
}

static void print_texts(int32_t rule)
{
	for (size_t i = 0; i < count; i++) {
		const text t = texts[i];
		iri_error *e = (iri_error *)block(sizeof *e);
		iri_parts *p = (iri_parts *)block(sizeof *p);
		int32_t status = iri_check(rule, t.bytes, t.len, e), split;
		int64_t n;
		printf("%d %d %" PRIu64 " %" PRIu64 "-%" PRIu64 " %s:%s", iri_valid(rule, t.bytes, t.len), status, e->offset,
			e->start, e->end, iri_reason_name(e->reason), iri_component_name(e->component));
		if (status != iri_check(rule, t.bytes, t.len, NULL))
			fail("iri_check without an error", i);
		split = iri_split(rule, t.bytes, t.len, p, NULL);
		printf(" %d", split);
		for (unsigned c = 1; c <= IRI_FRAGMENT; c++)
			if (p->present >> c & 1)
				printf(" %s %" PRIu32 "-%" PRIu32, iri_component_name(c), (&p->scheme)[c - 1].begin, (&p->scheme)[c - 1].end);
		n = iri_message(rule, t.bytes, t.len, NULL, 0);
		char *message = (char *)block((size_t)n + 1);
		if (iri_message(rule, t.bytes, t.len, message, (size_t)n + 1) != n || strlen(message) != (size_t)n)
			fail("iri_message", i);
		printf(" %s\n", message);
		free(message);
		free(e);
		free(p);
	}
}

typedef int64_t operation(const text *t, char *out, size_t cap);

static const char *base;
static uint32_t level;

static int64_t resolve(const text *t, char *out, size_t cap)
{
	return iri_resolve((const uint8_t *)base, strlen(base), t->bytes, t->len, out, cap);
}

static int64_t normalize(const text *t, char *out, size_t cap)
{
	return iri_normalize(t->bytes, t->len, level, out, cap);
}

static int64_t to_uri(const text *t, char *out, size_t cap)
{
	return iri_to_uri(t->bytes, t->len, out, cap);
}

static int64_t to_iri(const text *t, char *out, size_t cap)
{
	return iri_to_iri(t->bytes, t->len, out, cap);
}

/* print_operation asks for the length, then with one byte too few, then with enough. */
static void print_operation(operation *f, size_t i, const char *end)
{
	int64_t n = f(&texts[i], NULL, 0);
	if (n < 0) {
		char byte = 'x';
		if (f(&texts[i], &byte, 1) != n || byte != 0)
			fail("what is wrong depends on the room", i);
		printf("%" PRId64 "%s", n, end);
		return;
	}
	char *out = (char *)block((size_t)n);
	if (f(&texts[i], out, (size_t)n) != n || (n > 0 && out[0] != 0))
		fail("a text that does not fit", i);
	free(out);
	out = (char *)block((size_t)n + 1);
	if (f(&texts[i], out, (size_t)n + 1) != n || strlen(out) != (size_t)n)
		fail("a text that fits", i);
	printf("%s%s", out, end);
	free(out);
}

static void print_operations(void)
{
	for (size_t i = 0; i < count; i++) {
		print_operation(resolve, i, " ");
		print_operation(normalize, i, " ");
		print_operation(to_uri, i, " ");
		print_operation(to_iri, i, "\n");
	}
}

/* columns compares one column of all texts, from the one with number skip on, with calls on each. */
static void columns(int32_t rule, size_t skip)
{
	size_t n = count - skip, bytes = 0, wrong = 0, told = 0;
	int32_t *offsets = (int32_t *)block((count + 1) * sizeof *offsets);
	int64_t *large = (int64_t *)block((count + 1) * sizeof *large);
	uint8_t *bitmap = (uint8_t *)block((n + 7) / 8), *bitmap2 = (uint8_t *)block((n + 7) / 8), *data;
	iri_row_error rows[7], rows2[7];
	int64_t matching = 0, first = 0, got;

	offsets[0] = 0;
	for (size_t i = 0; i < count; i++)
		offsets[i + 1] = offsets[i] + (int32_t)texts[i].len;
	data = (uint8_t *)block((size_t)offsets[count]);
	for (size_t i = 0; i < count; i++) {
		memcpy(data + bytes, texts[i].bytes, texts[i].len);
		bytes += texts[i].len;
		large[i] = offsets[i];
	}
	large[count] = offsets[count];
	memset(bitmap, 0xff, (n + 7) / 8);
	got = iri_column(rule, offsets + skip, (int64_t)n, data, bitmap);
	if (got != iri_column_large(rule, large + skip, (int64_t)n, data, bitmap2) || memcmp(bitmap, bitmap2, (n + 7) / 8) != 0)
		fail("iri_column_large", 0);
	for (size_t i = 0; i < n; i++) {
		int valid = iri_valid(rule, texts[i + skip].bytes, texts[i + skip].len);
		matching += valid;
		wrong += !valid;
		if ((bitmap[i >> 3] >> (i & 7) & 1) != valid)
			fail("iri_column", i);
	}
	if (got != matching || (n & 7 && bitmap[n >> 3] >> (n & 7)))
		fail("the number of matches, or bits behind the last", n);
	do {
		got = iri_column_errors(rule, offsets + skip, (int64_t)n, data, bitmap, first, rows, 7);
		if (iri_column_errors_large(rule, large + skip, (int64_t)n, data, bitmap, first, rows2, 7) != got ||
			memcmp(rows, rows2, (size_t)got * sizeof *rows) != 0)
			fail("iri_column_errors_large", 0);
		for (int64_t i = 0; i < got; i++) {
			const text t = texts[(size_t)rows[i].row + skip];
			iri_error e;
			if (rows[i].row < first || iri_check(rule, t.bytes, t.len, &e) != IRI_INVALID || memcmp(&e, &rows[i].error, sizeof e) != 0)
				fail("iri_column_errors", (size_t)rows[i].row);
			first = rows[i].row + 1;
		}
		told += (size_t)got;
	} while (got == 7);
	if (told != wrong)
		fail("the number of errors", told);
	free(offsets);
	free(large);
	free(bitmap);
	free(bitmap2);
	free(data);
}

static void *thread(void *rule)
{
	for (size_t i = 0; i < 100; i++)
		columns(*(int32_t *)rule, i % count);
	return NULL;
}

static void mistakes(void)
{
	const uint8_t a[2] = {'a', ':'};
	const int32_t falling[3] = {0, 2, 1}, low[2] = {-1, 1};
	const int64_t outside[2] = {0, INT64_MAX};
	const size_t far = SIZE_MAX / 4; /* no memory is so long, though it could end behind a */
	uint8_t bitmap[1];
	iri_parts p;
	iri_row_error row;
	int32_t rule = iri_rule("IRI", 3);
	int64_t n = 0;

	while (iri_rule_name((int32_t)n))
		n++;
	printf("rules %d\n", n > 80);
	printf("abi %d\n", iri_abi() == IRI_ABI);
	printf("version %d\n", iri_version()[0] != 0);
	printf("names %d%d%s\n", iri_rule("none", 4), iri_rule_name(-1) == NULL, iri_component_name(99));
	printf("reason %s\n", iri_reason_name(99));
	printf("rule %d %d %d\n", iri_valid(-1, a, 2), iri_check(9999, a, 2, NULL), iri_split(-1, a, 2, &p, NULL));
	printf("parts %d\n", iri_split(iri_rule("port", 4), a, 2, &p, NULL));
	printf("null %d %d %d %d\n", iri_valid(rule, NULL, 1), iri_check(rule, NULL, 1, NULL), iri_split(rule, a, 2, NULL, NULL),
		iri_rule(NULL, 1));
	printf("none %d %d\n", iri_valid(iri_rule("IRI-reference", 13), NULL, 0), iri_check(rule, NULL, 0, NULL));
	printf("long %d %d\n", iri_valid(rule, a, SIZE_MAX), iri_check(rule, a, SIZE_MAX / 2, NULL));
	printf("longer %d %d %d", (int)iri_to_uri(a, far, NULL, 0), (int)iri_to_iri(a, far, NULL, 0), (int)iri_normalize(a, far, 0, NULL, 0));
	printf(" %d %d\n", (int)iri_resolve(a, far, a, 2, NULL, 0), (int)iri_resolve(a, 2, a, far, NULL, 0));
	printf("column %d", (int)iri_column(rule, NULL, 0, NULL, NULL));
	printf(" %d", (int)iri_column(rule, NULL, 1, a, bitmap));
	printf(" %d", (int)iri_column(rule, falling, 2, a, bitmap));
	printf(" %d", (int)iri_column(rule, low, 1, a, bitmap));
	printf(" %d", (int)iri_column(rule, falling, 2, NULL, bitmap));
	printf(" %d", (int)iri_column(rule, falling, 2, a, NULL));
	printf(" %d", (int)iri_column(rule, falling, -1, a, bitmap));
	printf(" %d", (int)iri_column(-1, falling, 1, a, bitmap));
	printf(" %d\n", (int)iri_column_large(rule, outside, 1, a, bitmap));
	printf("errors %d", (int)iri_column_errors(rule, falling, 1, a, bitmap, 0, NULL, 1));
	printf(" %d", (int)iri_column_errors(rule, falling, 1, a, bitmap, -1, &row, 1));
	printf(" %d\n", (int)iri_column_errors(rule, falling, 1, a, bitmap, 1, &row, -1));
	printf("base %d %d\n", (int)iri_resolve(a, 1, a, 2, NULL, 0), (int)iri_resolve(NULL, 1, a, 2, NULL, 0));
	printf("level %d\n", (int)iri_normalize(a, 2, 64, NULL, 0));
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int32_t rule = argc > 2 ? iri_rule(argv[2], strlen(argv[2])) : 0;
	if (strcmp(mode, "mistakes") == 0) {
		mistakes();
		return 0;
	}
	read_texts();
	if (strcmp(mode, "texts") == 0) {
		print_texts(rule);
	} else if (strcmp(mode, "operations") == 0 && argc == 4) {
		base = argv[2];
		level = (uint32_t)atoi(argv[3]);
		print_operations();
	} else if (strcmp(mode, "columns") == 0) {
		for (size_t skip = 0; skip < 9 && skip < count; skip++)
			columns(rule, skip);
	} else if (strcmp(mode, "threads") == 0 && argc == 4) {
		int n = atoi(argv[3]);
		pthread_t *all = (pthread_t *)block((size_t)n * sizeof *all);
		for (int i = 0; i < n; i++)
			if (pthread_create(&all[i], NULL, thread, &rule) != 0)
				fail("pthread_create", 0);
		for (int i = 0; i < n; i++)
			pthread_join(all[i], NULL);
		free(all);
	} else {
		return 2;
	}
	for (size_t i = 0; i < count; i++)
		free(texts[i].bytes);
	free(texts);
	return 0;
}
