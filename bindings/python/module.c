/*
 * The extension module iri._iri, on iri.h. setup.py defines Py_LIMITED_API, which free-threaded Python does not have,
 * for the stable ABI of CPython 3.11 and newer.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "iri.h"

typedef struct {
	PyObject *error, *parts; /* the classes Error and Parts */
	newfunc new_tuple;       /* what makes a Parts of a tuple */
} module_state;

static module_state *state_of(PyObject *module) { return (module_state *)PyModule_GetState(module); }

/* The bytes of an argument: those of bytes and buffers, and the UTF-8 of a str. */
typedef struct {
	const char *p;
	Py_ssize_t n;
	int is_str;
	Py_buffer view; /* of anything but a str that is valid Unicode */
} string;

/* take sets *x to a string, and reports whether there is no exception. drop has to follow. */
static int take(PyObject *o, string *x)
{
	PyObject *encoded = NULL;
	int ok;

	memset(x, 0, sizeof *x);
	x->is_str = PyUnicode_Check(o);
	if (x->is_str) {
		x->p = PyUnicode_AsUTF8AndSize(o, &x->n);
		if (x->p || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
			return x->p != NULL;
		PyErr_Clear(); /* lone surrogates make bytes that are not UTF-8, so no rule matches them */
		encoded = o = PyUnicode_AsEncodedString(o, "utf-8", "surrogatepass");
	} else if (!PyBytes_Check(o) && !PyByteArray_Check(o) && !PyMemoryView_Check(o)) {
		return PyErr_Format(PyExc_TypeError, "a string has to be str, bytes, bytearray or memoryview, not %R", Py_TYPE(o)), 0;
	}
	ok = o && PyObject_GetBuffer(o, &x->view, PyBUF_SIMPLE) == 0;
	Py_XDECREF(encoded);
	x->p = (const char *)x->view.buf;
	x->n = x->view.len;
	return ok;
}

static void drop(string *x) { PyBuffer_Release(&x->view); }

/* to_rule returns the rule that an argument names, IRI for none, or NULL with an exception. */
static iri_rule to_rule(PyObject *o)
{
	Py_ssize_t n;
	const char *name;
	iri_rule rule = IRI_RULE_IRI;

	if (!o)
		return rule;
	if (!PyUnicode_Check(o)) {
		PyErr_Format(PyExc_TypeError, "a rule has to be str, not %R", Py_TYPE(o));
		return NULL;
	}
	name = PyUnicode_AsUTF8AndSize(o, &n);
	rule = name ? iri_rule_named(name, (size_t)n) : NULL;
	if (!rule) {
		PyErr_Clear();
		PyErr_Format(PyExc_ValueError, "there is no rule %R", o);
	}
	return rule;
}

/* continues reports whether a byte is one of a character of UTF-8, but not the first. */
static int continues(char b) { return ((unsigned char)b & 0xC0) == 0x80; }

/*
 * to_character moves the offset of an error back to the beginning of a character, and returns the number of characters before it.
 * end and expected become those of the new offset.
 */
static size_t to_character(const string *x, iri_rule rule, iri_error *e)
{
	const iri_reason reason = e->reason;
	size_t i = e->offset, characters = 0;
	char *before;

	while (i < (size_t)x->n && continues(x->p[i]))
		i--;
	if (i < e->offset && (before = (char *)PyMem_Malloc(i + 1))) {
		memcpy(before, x->p, i);
		before[i] = (char)0xFF; /* which is in no string that matches */
		iri_check(rule, before, i + 1, e);
		PyMem_Free(before);
		e->reason = reason;
	}
	while (i > 0)
		characters += !continues(x->p[--i]);
	return characters;
}

/* raise_error raises an Error for a string that does not match a rule. */
static void raise_error(PyObject *module, const string *x, iri_rule rule)
{
	char expected[256];
	Py_ssize_t n = 0;
	iri_error e;
	size_t offset;
	int b;
	PyObject *error;

	memset(&e, 0, sizeof e); /* as another thread may have made the bytes valid */
	iri_check(rule, x->p, (size_t)x->n, &e);
	offset = x->is_str ? to_character(x, rule, &e) : e.offset;
	for (b = 0; b < 256; b++)
		if (e.expected[b >> 3] >> (b & 7) & 1)
			expected[n++] = (char)b;
	error = PyObject_CallFunction(state_of(module)->error, "NnNy#s",
		PyUnicode_FromFormat("not a valid %s: %s at offset %zu", rule->name, iri_strerror(e.reason), offset),
		(Py_ssize_t)offset, PyBool_FromLong(e.end), expected, n, iri_strerror(e.reason));
	if (error)
		PyErr_SetObject(state_of(module)->error, error);
	Py_XDECREF(error);
}

#define ARGUMENTS PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames

/* begin takes the arguments s and rule of a function, and returns NULL with an exception if they are wrong. drop has to follow. */
static iri_rule begin(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, string *x)
{
	PyObject *in[2] = {n > 0 ? args[0] : NULL, n > 1 ? args[1] : NULL};
	Py_ssize_t k, i, keywords = kwnames ? PyTuple_Size(kwnames) : 0;
	iri_rule rule;

	x->view.obj = NULL;
	for (k = 0; k < keywords; k++) {
		PyObject *name = PyTuple_GetItem(kwnames, k);

		i = PyUnicode_CompareWithASCIIString(name, "s") == 0 ? 0 : 1;
		if (in[i] || (i == 1 && PyUnicode_CompareWithASCIIString(name, "rule") != 0))
			return PyErr_Format(PyExc_TypeError, "unexpected argument %R", name), NULL;
		in[i] = args[n + k];
	}
	if (n > 2 || !in[0])
		return PyErr_SetString(PyExc_TypeError, "the arguments are s and rule"), NULL;
	rule = to_rule(in[1]);
	return rule && take(in[0], x) ? rule : NULL;
}

static PyObject *valid(ARGUMENTS)
{
	string x;
	iri_rule rule = begin(args, n, kwnames, &x);
	PyObject *result = rule ? PyBool_FromLong(iri_valid(rule, x.p, (size_t)x.n)) : NULL;

	(void)module;
	drop(&x);
	return result;
}

static PyObject *check(ARGUMENTS)
{
	string x;
	iri_rule rule = begin(args, n, kwnames, &x);

	if (rule && !iri_valid(rule, x.p, (size_t)x.n))
		raise_error(module, &x, rule);
	drop(&x);
	if (PyErr_Occurred())
		return NULL;
	Py_RETURN_NONE;
}

/* parts_of returns where the components of a string lie as a Parts. */
static PyObject *parts_of(PyObject *module, const char *s, const iri_parts *x)
{
	const iri_span spans[] = {x->scheme, x->authority, x->userinfo, x->host, x->port, x->path, x->query, x->fragment};
	PyObject *component, *result, *in, *tuple = PyTuple_New(8);
	Py_ssize_t i;

	for (i = 0; tuple && i < 8; i++) {
		if (spans[i].start == SIZE_MAX)
			Py_INCREF(component = Py_None);
		else
			component = PyUnicode_FromStringAndSize(s + spans[i].start, (Py_ssize_t)(spans[i].end - spans[i].start));
		if (!component)
			Py_CLEAR(tuple);
		else
			PyTuple_SetItem(tuple, i, component);
	}
	in = tuple ? PyTuple_Pack(1, tuple) : NULL;
	result = in ? state_of(module)->new_tuple((PyTypeObject *)state_of(module)->parts, in, NULL) : NULL;
	Py_XDECREF(in);
	Py_XDECREF(tuple);
	return result;
}

static PyObject *split(ARGUMENTS)
{
	string x;
	iri_parts parts;
	PyObject *result = NULL;
	iri_rule rule = begin(args, n, kwnames, &x);

	if (rule && iri_split(rule, x.p, (size_t)x.n, &parts))
		result = parts_of(module, x.p, &parts);
	else if (rule && !iri_valid(rule, x.p, (size_t)x.n))
		raise_error(module, &x, rule);
	else if (rule)
		PyErr_Format(PyExc_ValueError, "strings of rule %s have no components", rule->name);
	drop(&x);
	return result;
}

#define S(i) x[i].p, (size_t)x[i].n
#define COMPONENTS 7
#define WRITER const string *x, unsigned steps, char *out, size_t cap

/* written returns what a function writes, None if there is no result. */
static PyObject *written(size_t (*writer)(WRITER), const string *x, unsigned steps)
{
	char small[512], *out = small, *large = NULL;
	size_t cap = sizeof small, len;
	PyObject *result;

	while (len = writer(x, steps, out, cap), len != SIZE_MAX && len >= cap) {
		PyMem_Free(large);
		cap = len + 1;
		out = large = (char *)PyMem_Malloc(cap);
		if (!out)
			return PyErr_NoMemory();
	}
	if (len == SIZE_MAX)
		Py_INCREF(result = Py_None);
	else
		result = PyUnicode_FromStringAndSize(out, (Py_ssize_t)len);
	PyMem_Free(large);
	return result;
}

/*
 * apply returns what writer writes, or without one whether two strings are equal. The arguments are strings, of which the
 * first two have to match rules unless these are NULL, and a set of steps if has_steps. An absent component is None.
 */
static PyObject *apply(PyObject *module, PyObject *const *args, Py_ssize_t n, size_t (*writer)(WRITER), int strings, bool has_steps, iri_rule first, iri_rule second)
{
	const iri_rule rules[2] = {first, second};
	string x[COMPONENTS];
	PyObject *result = NULL;
	unsigned steps = 0;
	int i, ok = n == strings + has_steps;

	memset(x, 0, sizeof x);
	if (!ok)
		PyErr_SetString(PyExc_TypeError, "wrong number of arguments");
	else if (has_steps)
		steps = (unsigned)PyLong_AsUnsignedLong(args[strings]);
	ok = ok && !PyErr_Occurred();
	for (i = 0; ok && i < strings; i++)
		ok = (strings == COMPONENTS && args[i] == Py_None) || take(args[i], &x[i]);
	for (i = 0; ok && i < 2 && rules[i]; i++) {
		ok = iri_valid(rules[i], S(i));
		if (!ok)
			raise_error(module, &x[i], rules[i]);
	}
	if (ok)
		result = writer ? written(writer, x, steps) : PyBool_FromLong(iri_equal(S(0), S(1), steps));
	for (i = 0; i < COMPONENTS; i++)
		drop(&x[i]);
	return result;
}

/* FUNCTION defines a function of Python by a call of a function that writes. */
#define FUNCTION(name, call, ...) \
	static size_t write_##name(WRITER) { return (void)steps, call; } \
	static PyObject *name(PyObject *module, PyObject *const *args, Py_ssize_t n) { return apply(module, args, n, write_##name, __VA_ARGS__); }

FUNCTION(normalize, iri_normalize(S(0), steps, out, cap), 1, true, IRI_RULE_IRI_REFERENCE, NULL)
FUNCTION(quote_value, iri_encode_query_value(S(0), out, cap), 1, false, NULL, NULL)
FUNCTION(relativize, iri_relativize(S(0), S(1), out, cap), 2, false, IRI_RULE_IRI, IRI_RULE_IRI)
FUNCTION(resolve, iri_resolve(S(0), S(1), out, cap), 2, false, IRI_RULE_IRI, IRI_RULE_IRI_REFERENCE)
FUNCTION(to_iri, iri_to_iri(S(0), out, cap), 1, false, IRI_RULE_IRI_REFERENCE, NULL)
FUNCTION(to_uri, iri_to_uri(S(0), out, cap), 1, false, IRI_RULE_IRI_REFERENCE, NULL)

static size_t compose(const string *x, char *out, size_t cap)
{
	const iri_components components = {{S(0)}, {S(1)}, {S(2)}, {S(3)}, {S(4)}, {S(5)}, {S(6)}};

	return iri_compose(&components, out, cap);
}

FUNCTION(build, compose(x, out, cap), COMPONENTS, false, NULL, NULL)

static PyObject *equal(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
	return apply(module, args, n, NULL, 2, true, IRI_RULE_IRI_REFERENCE, IRI_RULE_IRI_REFERENCE);
}

/*
 * Columns.
 */

/* The Arrow C data interface. */
struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

/* arrow takes the two capsules of an array of strings or bytes, and the name of a rule, and returns a byte for each string. */
static PyObject *arrow(PyObject *module, PyObject *args)
{
	PyObject *capsules[2], *name, *result;
	iri_rule rule;
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	const unsigned char *present;
	const char *data;
	int64_t i, start, end;
	int wide;
	char *out;

	(void)module;
	if (!PyArg_UnpackTuple(args, "arrow", 3, 3, &capsules[0], &capsules[1], &name) || !(rule = to_rule(name)))
		return NULL;
	schema = (const struct ArrowSchema *)PyCapsule_GetPointer(capsules[0], "arrow_schema");
	array = schema ? (const struct ArrowArray *)PyCapsule_GetPointer(capsules[1], "arrow_array") : NULL;
	if (!array)
		return NULL;
	if (!schema->format[0] || schema->format[1] || !strchr("uzUZ", schema->format[0]) || schema->dictionary)
		return PyErr_Format(PyExc_TypeError, "an array has to have strings or bytes, not Arrow's format '%s'", schema->format);
	wide = schema->format[0] == 'U' || schema->format[0] == 'Z';
	present = array->null_count == 0 ? NULL : (const unsigned char *)array->buffers[0];
	data = (const char *)array->buffers[2];
	result = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)array->length);
	if (!result)
		return NULL;
	out = PyByteArray_AsString(result);
	Py_BEGIN_ALLOW_THREADS
	for (i = array->offset; i < array->offset + array->length; i++) {
		start = wide ? ((const int64_t *)array->buffers[1])[i] : ((const int32_t *)array->buffers[1])[i];
		end = wide ? ((const int64_t *)array->buffers[1])[i + 1] : ((const int32_t *)array->buffers[1])[i + 1];
		*out++ = (!present || present[i >> 3] >> (i & 7) & 1) && iri_valid(rule, data + start, (size_t)(end - start));
	}
	Py_END_ALLOW_THREADS
	return result;
}

/* is_null reports whether a value is None, or not equal to itself, as NaN and NaT are, or NA, whose comparisons are NA. */
static int is_null(PyObject *o)
{
	PyObject *differs;
	int null;

	if (o == Py_None)
		return 1;
	if (PyUnicode_Check(o) || PyBytes_Check(o))
		return 0;
	differs = PyObject_RichCompare(o, o, Py_NE);
	null = differs && (differs == o || PyObject_IsTrue(differs) == 1);
	PyErr_Clear();
	Py_XDECREF(differs);
	return null;
}

/* values takes a list and the name of a rule, and returns a byte for each value. */
static PyObject *values(PyObject *module, PyObject *args)
{
	PyObject *list, *name, *result;
	Py_ssize_t i, n;
	iri_rule rule;
	string x;

	(void)module;
	if (!PyArg_UnpackTuple(args, "values", 2, 2, &list, &name) || !(rule = to_rule(name)))
		return NULL;
	n = PyList_Size(list);
	result = n < 0 ? NULL : PyByteArray_FromStringAndSize(NULL, n);
	for (i = 0; result && i < n; i++) {
		PyObject *o = PyList_GetItem(list, i);
		char *out = PyByteArray_AsString(result) + i;

		*out = 0;
		if (!o || is_null(o))
			continue;
		if (take(o, &x))
			*out = iri_valid(rule, x.p, (size_t)x.n);
		else
			Py_CLEAR(result);
		drop(&x);
	}
	return result;
}

/*
 * The module.
 */

#define METHOD(name, flags, doc) {#name, (PyCFunction)(void (*)(void))name, flags, doc}
#define KEYWORDS METH_FASTCALL | METH_KEYWORDS

static PyMethodDef methods[] = {
	METHOD(valid, KEYWORDS, "valid(s, rule='IRI')\n--\n\nReport whether a string matches a rule."),
	METHOD(check, KEYWORDS, "check(s, rule='IRI')\n--\n\nRaise an Error if a string does not match a rule."),
	METHOD(split, KEYWORDS, "split(s, rule='IRI')\n--\n\nReturn the components of a string, None for those that are absent."),
	METHOD(build, METH_FASTCALL, NULL),
	METHOD(equal, METH_FASTCALL, NULL),
	METHOD(normalize, METH_FASTCALL, NULL),
	METHOD(quote_value, METH_FASTCALL, NULL),
	METHOD(relativize, METH_FASTCALL, "relativize(base, target, /)\n--\n\nReturn the shortest reference that resolves to an IRI, None if there is none."),
	METHOD(resolve, METH_FASTCALL, "resolve(base, reference, /)\n--\n\nReturn the IRI that a reference resolves to (RFC 3986, section 5.2)."),
	METHOD(to_iri, METH_FASTCALL, "to_iri(s, /)\n--\n\nReturn a URI or a relative reference as an IRI (RFC 3987, section 3.2)."),
	METHOD(to_uri, METH_FASTCALL, "to_uri(s, /)\n--\n\nReturn an IRI or a relative reference as a URI: non-ASCII characters are percent-encoded."),
	METHOD(arrow, METH_VARARGS, NULL),
	METHOD(values, METH_VARARGS, NULL),
	{NULL, NULL, 0, NULL},
};

static int exec_module(PyObject *module)
{
	module_state *state = state_of(module);
	PyObject *types = PyImport_ImportModule("iri._types");

	if (!types)
		return -1;
	state->error = PyObject_GetAttrString(types, "Error");
	state->parts = PyObject_GetAttrString(types, "Parts");
	state->new_tuple = (newfunc)PyType_GetSlot(&PyTuple_Type, Py_tp_new);
	Py_DECREF(types);
	return state->error && state->parts ? PyModule_AddStringConstant(module, "__version__", IRI_VERSION) : -1;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
	Py_VISIT(state_of(module)->error);
	Py_VISIT(state_of(module)->parts);
	return 0;
}

static int clear(PyObject *module)
{
	Py_CLEAR(state_of(module)->error);
	Py_CLEAR(state_of(module)->parts);
	return 0;
}

static PyModuleDef_Slot slots[] = {
	{Py_mod_exec, (void *)exec_module},
	{0, NULL}, /* room for two */
	{0, NULL},
	{0, NULL},
};

static struct PyModuleDef definition = {
	PyModuleDef_HEAD_INIT, "iri._iri", NULL, sizeof(module_state), methods, slots, traverse, clear, NULL,
};

PyMODINIT_FUNC PyInit__iri(void)
{
	if (Py_Version >= 0x030C0000) {
		slots[1].slot = 3; /* Py_mod_multiple_interpreters, which CPython 3.11 does not know */
		slots[1].value = (void *)2; /* Py_MOD_PER_INTERPRETER_GIL_SUPPORTED */
	}
	if (Py_Version >= 0x030D0000) {
		slots[2].slot = 4; /* Py_mod_gil */
		slots[2].value = (void *)1; /* Py_MOD_GIL_NOT_USED */
	}
	return PyModuleDef_Init(&definition);
}
