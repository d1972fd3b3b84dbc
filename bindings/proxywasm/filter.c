/*
 * A request filter for proxies that run Proxy-Wasm (version 0.2.1 of its ABI), such as Envoy. It answers
 * 400 if :path or :authority of a request is not valid by RFC 9112 and RFC 9110. It has no
 * configuration, and keeps nothing of a request.
 */
#include "iri.h"

#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("env"), import_name(name)))

enum { REQUEST_HEADERS = 0, CONTINUE = 0, PAUSE = 1 };

IMPORT("proxy_get_header_map_value")
uint32_t get_header(uint32_t headers, const char *name, size_t n, char **value, size_t *len);
IMPORT("proxy_send_local_response")
uint32_t respond(uint32_t status, const char *details, size_t details_len, const char *body, size_t body_len, const char *headers,
	size_t headers_len, uint32_t grpc);

EXPORT("proxy_abi_version_0_2_1") void version(void) {}

/* The host puts a value here. It does so once in each call of get_header. */
static char value[1 << 16];

/* A longer value is refused. */
EXPORT("proxy_on_memory_allocate") char *allocate(size_t n) { return n <= sizeof value ? value : NULL; }

/* read reads a header into value, and returns the status of get_header. */
static uint32_t read(const char *name, size_t *n)
{
	char *s = value;
	uint32_t status = get_header(REQUEST_HEADERS, name, strlen(name), &s, n);

	return status == 0 && *n > 0 && s != value ? UINT32_MAX : status;
}

static bool is_options(void)
{
	size_t n = 0;

	return read(":method", &n) == 0 && n == 7 && memcmp(value, "OPTIONS", n) == 0;
}

static bool matches(const char *name, iri_rule rule, iri_rule other)
{
	size_t n = 0;
	uint32_t status = read(name, &n);

	if (status == 1)
		return true; /* there is no such header: CONNECT has no :path */
	return status == 0 && (iri_valid(rule, value, n) || iri_valid(other, value, n));
}

EXPORT("proxy_on_request_headers") uint32_t on_request_headers(uint32_t context, uint32_t count, uint32_t end)
{
	static const char body[] = "invalid request target or host\n";

	(void)context, (void)count, (void)end;
	if (matches(":path", IRI_RULE_ORIGIN_FORM, is_options() ? IRI_RULE_ASTERISK_FORM : NULL) && matches(":authority", IRI_RULE_HOST_FIELD, NULL))
		return CONTINUE;
	respond(400, "iri", 3, body, sizeof body - 1, NULL, 0, UINT32_MAX);
	return PAUSE;
}
