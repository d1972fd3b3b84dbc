/* signals blocks SIGUSR2, asks the library, and prints which signals each of its threads blocks. */
#include "iri.h"

#include <signal.h>
#include <stdlib.h>

int main(void)
{
	sigset_t mask;
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR2);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	for (int i = 0; i < 1000; i++) { /* errors are garbage to collect, for which Go has threads */
		iri_error e;
		if (iri_check(iri_rule("IRI", 3), (const uint8_t *)"a b", 3, &e) != IRI_INVALID)
			return 1;
	}
	return system("grep -h SigBlk /proc/$PPID/task/*/status");
}
