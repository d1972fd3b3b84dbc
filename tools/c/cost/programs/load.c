/* load LIBRARY prints the microseconds until the first verdict, and the KiB that the process grows by. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static long resident(void)
{
	char line[200];
	long pages = 0, all = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (f && fgets(line, sizeof line, f))
		sscanf(line, "%ld %ld", &all, &pages);
	if (f)
		fclose(f);
	return pages * 4;
}

static int load(const char *name)
{
	long before = resident();
	double begin = now();
	void *library = dlopen(name, RTLD_NOW);
	int32_t (*ask)(int32_t, const uint8_t *, size_t);
	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	*(void **)&ask = dlsym(library, "iri_valid");
	if (ask(0, (const uint8_t *)"a:", 2) != 1)
		return 1;
	printf("load %.1f\n", (now() - begin) / 1e3);
	printf("memory %ld\n", resident() - before);
	return 0;
}

int main(int argc, char **argv)
{
	return argc == 2 ? load(argv[1]) : 2;
}
