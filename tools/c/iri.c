/*
 * The functions of iri.h. Each asks the Go part, unless the process is a child that was forked with
 * the library in it: the threads of Go stayed in the parent, and a call could wait for them for ever.
 */
#include "exports.h"

char *iri_kept[4];

#ifdef _WIN32
#define forked 0
#else
#include <pthread.h>
#include <signal.h>

static int forked; /* set while the child has one thread, and never reset */

static void note_fork(void)
{
	forked = 1;
}

/*
 * Signals of the host are for the threads of the host: a handler may rely on the thread that it runs
 * in, and PostgreSQL reads some from a file, for which all threads have to block them. Threads of Go
 * get the mask of the thread that loads the library. So all signals are blocked from here, in front
 * of the constructor of Go, up to restore_signals, which the linker puts behind it. Go lets those of
 * faults through, SIGPROF, and SIGCHLD. The signal by which it stops goroutines is switched off by build.
 */
static sigset_t mask;

__attribute__((constructor(101))) static void block_signals(void)
{
	sigset_t all;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
}

__attribute__((constructor)) static void restore_signals(void)
{
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	pthread_atfork(NULL, NULL, note_fork);
}
#endif

uint32_t iri_abi(void)
{
	return IRI_ABI;
}

const char *iri_version(void)
{
	return forked ? "" : iri_go_version();
}

int32_t iri_rule(const char *name, size_t len)
{
	return forked ? IRI_EFORK : iri_go_rule((char *)name, len);
}

const char *iri_rule_name(int32_t rule)
{
	return forked ? NULL : iri_go_rule_name(rule);
}

const char *iri_reason_name(uint32_t reason)
{
	return forked ? "" : iri_go_reason_name(reason);
}

const char *iri_component_name(uint32_t component)
{
	return forked ? "" : iri_go_component_name(component);
}

int32_t iri_valid(int32_t rule, const uint8_t *text, size_t len)
{
	return forked ? 0 : iri_go_valid(rule, (uint8_t *)text, len);
}

int32_t iri_check(int32_t rule, const uint8_t *text, size_t len, iri_error *e)
{
	return forked ? IRI_EFORK : iri_go_check(rule, (uint8_t *)text, len, e);
}

int32_t iri_split(int32_t rule, const uint8_t *text, size_t len, iri_parts *p, iri_error *e)
{
	return forked ? IRI_EFORK : iri_go_split(rule, (uint8_t *)text, len, p, e);
}

int64_t iri_message(int32_t rule, const uint8_t *text, size_t len, char *out, size_t cap)
{
	return forked ? IRI_EFORK : iri_go_message(rule, (uint8_t *)text, len, out, cap);
}

int64_t iri_resolve(const uint8_t *base, size_t base_len, const uint8_t *reference, size_t len, char *out, size_t cap)
{
	return forked ? IRI_EFORK : iri_go_resolve((uint8_t *)base, base_len, (uint8_t *)reference, len, out, cap);
}

int64_t iri_normalize(const uint8_t *text, size_t len, uint32_t level, char *out, size_t cap)
{
	return forked ? IRI_EFORK : iri_go_normalize((uint8_t *)text, len, level, out, cap);
}

int64_t iri_to_uri(const uint8_t *text, size_t len, char *out, size_t cap)
{
	return forked ? IRI_EFORK : iri_go_to_uri((uint8_t *)text, len, out, cap);
}

int64_t iri_to_iri(const uint8_t *text, size_t len, char *out, size_t cap)
{
	return forked ? IRI_EFORK : iri_go_to_iri((uint8_t *)text, len, out, cap);
}

int64_t iri_column(int32_t rule, const int32_t *offsets, int64_t n, const uint8_t *data, uint8_t *bitmap)
{
	return forked ? IRI_EFORK : iri_go_column(rule, (int32_t *)offsets, n, (uint8_t *)data, bitmap);
}

int64_t iri_column_large(int32_t rule, const int64_t *offsets, int64_t n, const uint8_t *data, uint8_t *bitmap)
{
	return forked ? IRI_EFORK : iri_go_column_large(rule, (int64_t *)offsets, n, (uint8_t *)data, bitmap);
}

int64_t iri_column_errors(int32_t rule, const int32_t *offsets, int64_t n, const uint8_t *data, const uint8_t *bitmap,
	int64_t first, iri_row_error *out, int64_t cap)
{
	return forked ? IRI_EFORK
		      : iri_go_column_errors(rule, (int32_t *)offsets, n, (uint8_t *)data, (uint8_t *)bitmap, first, out, cap);
}

int64_t iri_column_errors_large(int32_t rule, const int64_t *offsets, int64_t n, const uint8_t *data,
	const uint8_t *bitmap, int64_t first, iri_row_error *out, int64_t cap)
{
	return forked ? IRI_EFORK
		      : iri_go_column_errors_large(rule, (int64_t *)offsets, n, (uint8_t *)data, (uint8_t *)bitmap, first, out, cap);
}
