/*
 * fork shows what forked children can do with the library.
 *
 *	fork before LIBRARY   loads it, asks, and forks: the child is told so
 *	fork after LIBRARY    forks four children, each of which loads it and asks, and then does so itself
 *	fork exec LIBRARY     loads it, forks, and runs this program anew in the child
 */
#include "iri.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <string.h>
#include <unistd.h>

static void *library;

static void load(const char *name)
{
	library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
}

/* ask prints what the library says of three texts, and how a function of each kind returns. */
static void ask(const char *who)
{
	int32_t (*rule)(const char *, size_t) = (int32_t(*)(const char *, size_t))dlsym(library, "iri_rule");
	int32_t (*valid)(int32_t, const uint8_t *, size_t) = (int32_t(*)(int32_t, const uint8_t *, size_t))dlsym(library, "iri_valid");
	int32_t (*check)(int32_t, const uint8_t *, size_t, iri_error *) =
		(int32_t(*)(int32_t, const uint8_t *, size_t, iri_error *))dlsym(library, "iri_check");
	int64_t (*column)(int32_t, const int32_t *, int64_t, const uint8_t *, uint8_t *) =
		(int64_t(*)(int32_t, const int32_t *, int64_t, const uint8_t *, uint8_t *))dlsym(library, "iri_column");
	const char *(*name)(uint32_t) = (const char *(*)(uint32_t))dlsym(library, "iri_reason_name");
	const int32_t offsets[4] = {0, 2, 5, 7};
	uint8_t bitmap[1] = {0};
	int32_t number = rule("IRI", 3);

	if (number < 0)
		number = 0;
	printf("%s: %d %d %d %d \"%s\"\n", who, valid(number, (const uint8_t *)"a:", 2), check(number, (const uint8_t *)"a:", 2, NULL),
		check(number, (const uint8_t *)"a b", 3, NULL), (int)column(number, offsets, 3, (const uint8_t *)"a:b cd:", bitmap), name(4));
	fflush(stdout);
}

static void join(pid_t child)
{
	int status;
	if (waitpid(child, &status, 0) != child || status != 0) {
		fprintf(stderr, "a child ended with status %d\n", status);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	if (strcmp(argv[1], "after") == 0) {
		for (int i = 0; i < 4; i++) {
			pid_t child = fork();
			if (child == 0) {
				load(argv[2]);
				ask("child");
				_exit(0);
			}
			join(child);
		}
		load(argv[2]);
		ask("parent");
		return 0;
	}
	load(argv[2]);
	ask("parent");
	pid_t child = fork();
	if (child == 0) {
		if (strcmp(argv[1], "exec") == 0) {
			execl("/proc/self/exe", argv[0], "after", argv[2], (char *)NULL);
			_exit(1);
		}
		alarm(20); /* a call that waits for ever would end here */
		ask("child");
		_exit(0);
	}
	join(child);
	ask("parent");
	return 0;
}
