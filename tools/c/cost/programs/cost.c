/*
 * cost measures what judging a list of texts takes, a text a line, by the library and by regular
 * expressions. It prints nanoseconds a text for each contestant in each round, who take turns.
 *
 *	cost FILE POSIX PCRE ROUNDS LEAST    the expressions are in files; LEAST is milliseconds
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "iri.h"

#include <pcre2.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *data;
static char **texts;
static size_t *lengths;
static int32_t *offsets;
static uint8_t *column, *bitmap;
static size_t count;

static int32_t rule;
static regex_t posix;
static pcre2_code *pcre;
static pcre2_match_data *match;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static char *read_file(const char *name)
{
	FILE *f = fopen(name, "rb");
	size_t n = 0, room = 1 << 16;
	char *text = malloc(room + 1);
	if (!f) {
		perror(name);
		exit(1);
	}
	for (size_t got; (got = fread(text + n, 1, room - n, f)) > 0;) {
		n += got;
		if (n == room)
			text = realloc(text, (room *= 2) + 1);
	}
	text[n] = 0;
	fclose(f);
	return text;
}

/* lay_out finds the lines of data, and makes a column of them. */
static void lay_out(void)
{
	size_t room = strlen(data), n = 0;
	texts = malloc(room * sizeof *texts);
	lengths = malloc(room * sizeof *lengths);
	offsets = malloc((room + 1) * sizeof *offsets);
	column = malloc(room);
	bitmap = malloc(room / 8 + 1);
	offsets[0] = 0;
	for (char *line = strtok(data, "\n"); line; line = strtok(NULL, "\n")) {
		texts[count] = line;
		lengths[count] = strlen(line);
		memcpy(column + n, line, lengths[count]);
		n += lengths[count++];
		offsets[count] = (int32_t)n;
	}
}

static size_t name(void)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		n += iri_component_name(0)[0] == 0;
	return n;
}

static size_t valid(void)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		n += iri_valid(rule, (const uint8_t *)texts[i], lengths[i]);
	return n;
}

static size_t check(void)
{
	size_t n = 0;
	iri_error e;
	for (size_t i = 0; i < count; i++)
		n += iri_check(rule, (const uint8_t *)texts[i], lengths[i], &e) == IRI_OK;
	return n;
}

static size_t split(void)
{
	size_t n = 0;
	iri_parts p;
	for (size_t i = 0; i < count; i++)
		n += iri_split(rule, (const uint8_t *)texts[i], lengths[i], &p, NULL) == IRI_OK;
	return n;
}

static size_t columns(void)
{
	return (size_t)iri_column(rule, offsets, (int64_t)count, column, bitmap);
}

static size_t by_pcre(void)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		n += pcre2_match(pcre, (PCRE2_SPTR)texts[i], lengths[i], 0, 0, match, NULL) >= 0;
	return n;
}

static size_t by_posix(void)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		n += regexec(&posix, texts[i], 0, NULL, 0) == 0;
	return n;
}

static const struct {
	const char *name;
	size_t (*run)(void);
} contestants[] = {
	{"iri_column", columns}, {"iri_valid", valid}, {"iri_check", check}, {"iri_split", split}, {"pcre2", by_pcre}, {"regexec", by_posix}, {"name", name},
};

static void compile(const char *posix_file, const char *pcre_file)
{
	int wrong = 0;
	PCRE2_SIZE place;
	char why[200];
	if ((wrong = regcomp(&posix, read_file(posix_file), REG_EXTENDED | REG_NOSUB)) != 0) {
		regerror(wrong, &posix, why, sizeof why);
		fprintf(stderr, "regcomp: %s\n", why);
		exit(1);
	}
	pcre = pcre2_compile((PCRE2_SPTR)read_file(pcre_file), PCRE2_ZERO_TERMINATED, PCRE2_UTF, &wrong, &place, NULL);
	if (!pcre || pcre2_jit_compile(pcre, PCRE2_JIT_COMPLETE) != 0) {
		fprintf(stderr, "pcre2_compile\n");
		exit(1);
	}
	match = pcre2_match_data_create_from_pattern(pcre, NULL);
}

static int measure(int rounds, double least)
{
	size_t n = sizeof contestants / sizeof *contestants, matching = valid();
	for (int round = 0; round < rounds; round++) {
		for (size_t i = 0; i < n; i++) {
			double begin = now(), took;
			size_t repeated = 0;
			do {
				size_t got = contestants[i].run();
				if (got != (contestants[i].run == name ? count : matching)) {
					fprintf(stderr, "%s takes %zu texts, not %zu\n", contestants[i].name, got, matching);
					return 1;
				}
				repeated++;
				took = now() - begin;
			} while (took < least * 1e6);
			printf("%s %.2f\n", contestants[i].name, took / repeated / count);
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 6)
		return 2;
	data = read_file(argv[1]);
	lay_out();
	compile(argv[2], argv[3]);
	rule = iri_rule("IRI", 3);
	return measure(atoi(argv[4]), atof(argv[5]));
}
