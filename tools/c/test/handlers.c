/*
 * handlers LIBRARY loads the library into a program that has a handler of signals, as servers do, and
 * asks while signals come. A handler needs more stack than a goroutine may have left, so Go has to
 * have set SA_ONSTACK for it.
 */
#include "iri.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t handled;

static void handle(int s)
{
	volatile char large[16000];
	memset((char *)large, s, sizeof large);
	handled += large[0] == (char)s;
}

int main(int argc, char **argv)
{
	struct sigaction action;
	struct itimerval every = {{0, 100}, {0, 100}};
	int32_t (*check)(int32_t, const uint8_t *, size_t, iri_error *);
	void *library;

	memset(&action, 0, sizeof action);
	action.sa_handler = handle;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	if (!library)
		return 2;
	*(void **)&check = dlsym(library, "iri_check");
	sigaction(SIGALRM, NULL, &action);
	printf("on a stack of its own: %d\n", (action.sa_flags & SA_ONSTACK) != 0);
	setitimer(ITIMER_REAL, &every, NULL);
	for (long i = 0; handled < 1000; i++) {
		iri_error e;
		if (check(0, (const uint8_t *)"http://example.org/a b", 22, &e) != IRI_INVALID || e.start != 20)
			return 1;
	}
	printf("handled\n");
	return 0;
}
