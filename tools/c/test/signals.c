/* signals blocks SIGUSR2, asks the library, and prints which signals each of its threads blocks. */
#include "iri.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void print_mask(const char *thread)
{
	char line[300];
	FILE *f;

	snprintf(line, sizeof line, "/proc/self/task/%s/status", thread);
	f = fopen(line, "r");
	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "SigBlk:", 7) == 0)
			printf("%s", line);
	if (f)
		fclose(f);
}

int main(void)
{
	sigset_t mask;
	struct dirent *entry;
	DIR *threads = opendir("/proc/self/task"); /* which lists the first thread first */

	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR2);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	for (int i = 0; i < 1000; i++) { /* errors are garbage to collect, for which Go has threads */
		iri_error e;
		if (iri_check(iri_rule("IRI", 3), (const uint8_t *)"a b", 3, &e) != IRI_INVALID)
			return 1;
	}
	while (threads && (entry = readdir(threads)) != NULL)
		if (entry->d_name[0] != '.')
			print_mask(entry->d_name);
	return 0;
}
