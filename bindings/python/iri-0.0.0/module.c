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
	PyObject *encoded; /* what holds the bytes of a str with lone surrogates, or NULL */
	Py_buffer view;    /* obj is NULL if there is no view */
} string;

/* take fills in a string, and reports whether there is no exception. drop has to follow. */
static int take(PyObject *o, string *x)
{
	memset(x, 0, sizeof *x);
	if (PyUnicode_Check(o)) {
		x->is_str = 1;
		x->p = PyUnicode_AsUTF8AndSize(o, &x->n);
		if (x->p)
			return 1;
		if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
			return 0;
		PyErr_Clear(); /* lone surrogates make bytes that are not UTF-8, so no rule matches them */
		x->encoded = PyUnicode_AsEncodedString(o, "utf-8", "surrogatepass");
		return x->encoded && PyBytes_AsStringAndSize(x->encoded, (char **)&x->p, &x->n) == 0;
	}
	if (PyBytes_Check(o))
		return PyBytes_AsStringAndSize(o, (char **)&x->p, &x->n) == 0;
	if (PyByteArray_Check(o) || PyMemoryView_Check(o)) {
		if (PyObject_GetBuffer(o, &x->view, PyBUF_SIMPLE) != 0)
			return 0;
		x->p = (const char *)x->view.buf;
		x->n = x->view.len;
		return 1;
	}
	PyErr_Format(PyExc_TypeError, "a string has to be str, bytes, bytearray or memoryview, not %R", Py_TYPE(o));
	return 0;
}

static void drop(string *x)
{
	Py_XDECREF(x->encoded);
	if (x->view.obj)
		PyBuffer_Release(&x->view);
}

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
	offset = e.offset;
	if (x->is_str) { /* count characters, those that end before the offset */
		while (e.offset < (size_t)x->n && continues(x->p[e.offset]))
			e.offset--;
		for (offset = 0; e.offset > 0; e.offset--)
			offset += !continues(x->p[e.offset - 1]);
	}
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

/*
 * parse puts the arguments of a function into in, of which the second may be absent if it is optional:
 * NULL then. It reports whether there is no exception.
 */
static int parse(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, const char *first, const char *second, int optional, PyObject *in[2])
{
	Py_ssize_t k, i, keywords = kwnames ? PyTuple_Size(kwnames) : 0;

	in[0] = n > 0 ? args[0] : NULL;
	in[1] = n > 1 ? args[1] : NULL;
	for (k = 0; k < keywords; k++) {
		PyObject *name = PyTuple_GetItem(kwnames, k);

		i = PyUnicode_CompareWithASCIIString(name, first) == 0 ? 0 : PyUnicode_CompareWithASCIIString(name, second) == 0 ? 1 : -1;
		if (i < 0 || in[i])
			return PyErr_Format(PyExc_TypeError, "unexpected argument %R", name), 0;
		in[i] = args[n + k];
	}
	if (n > 2 || !in[0] || !(in[1] || optional))
		return PyErr_Format(PyExc_TypeError, "the arguments are %s and %s", first, second), 0;
	return 1;
}

#define ARGUMENTS PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames

/* begin takes the string and the rule that valid, check and split have as arguments. drop has to follow. */
static iri_rule begin(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, string *x)
{
	PyObject *in[2];
	iri_rule rule;

	x->encoded = NULL;
	x->view.obj = NULL;
	if (!parse(args, n, kwnames, "s", "rule", 1, in))
		return NULL;
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

/* A call of a function of iri.h that writes. */
typedef struct {
	size_t (*one)(const char *, size_t, char *, size_t);
	size_t (*two)(const char *, size_t, const char *, size_t, char *, size_t);
	unsigned steps;
	string s, t;
	iri_components components;
} call;

static size_t invoke(const call *x, char *out, size_t cap)
{
	if (x->one)
		return x->one(x->s.p, (size_t)x->s.n, out, cap);
	if (x->two)
		return x->two(x->s.p, (size_t)x->s.n, x->t.p, (size_t)x->t.n, out, cap);
	if (x->s.p)
		return iri_normalize(x->s.p, (size_t)x->s.n, x->steps, out, cap);
	return iri_compose(&x->components, out, cap);
}

/* written returns what a call writes, None if that is nothing. */
static PyObject *written(const call *x)
{
	char small[512], *out = small, *large = NULL;
	size_t cap = sizeof small, len;
	PyObject *result;

	while (len = invoke(x, out, cap), len != SIZE_MAX && len >= cap) {
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

/* matches raises an Error unless a string matches a rule, and reports whether it does. */
static int matches(PyObject *module, const string *x, iri_rule rule)
{
	if (iri_valid(rule, x->p, (size_t)x->n))
		return 1;
	raise_error(module, x, rule);
	return 0;
}

/* steps_of sets *steps to those of an argument, if there is one, and reports whether there is no exception. */
static int steps_of(PyObject *o, unsigned *steps)
{
	long x;

	*steps = IRI_SYNTAX_BASED;
	if (!o)
		return 1;
	x = PyLong_AsLong(o);
	if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
		return 0;
	if (PyErr_Occurred() || x < 0 || x > (long)IRI_FOR_COMPARISON)
		return PyErr_Format(PyExc_ValueError, "steps are from 0 to %d, not %R", (int)IRI_FOR_COMPARISON, o), 0;
	*steps = (unsigned)x;
	return 1;
}

static PyObject *normalize(ARGUMENTS)
{
	PyObject *in[2], *result = NULL;
	call x = {0};

	if (!parse(args, n, kwnames, "s", "steps", 1, in) || !steps_of(in[1], &x.steps))
		return NULL;
	if (take(in[0], &x.s) && matches(module, &x.s, IRI_RULE_IRI_REFERENCE))
		result = written(&x);
	drop(&x.s);
	return result;
}

/* of_one returns what a function makes of a string, which has to match a rule unless that is NULL. */
static PyObject *of_one(PyObject *module, PyObject *o, iri_rule rule, size_t (*function)(const char *, size_t, char *, size_t))
{
	PyObject *result = NULL;
	call x = {0};

	x.one = function;
	if (take(o, &x.s) && (!rule || matches(module, &x.s, rule)))
		result = written(&x);
	drop(&x.s);
	return result;
}

static PyObject *to_uri(PyObject *module, PyObject *o) { return of_one(module, o, IRI_RULE_IRI_REFERENCE, iri_to_uri); }
static PyObject *to_iri(PyObject *module, PyObject *o) { return of_one(module, o, IRI_RULE_IRI_REFERENCE, iri_to_iri); }
static PyObject *quote_value(PyObject *module, PyObject *o) { return of_one(module, o, NULL, iri_encode_query_value); }

/* of_two returns what a function makes of a base and another string, which has to match a rule. */
static PyObject *of_two(PyObject *module, PyObject *const in[2], iri_rule rule, size_t (*function)(const char *, size_t, const char *, size_t, char *, size_t))
{
	PyObject *result = NULL;
	call x = {0};

	x.two = function;
	if (take(in[0], &x.s) && take(in[1], &x.t) && matches(module, &x.s, IRI_RULE_IRI) && matches(module, &x.t, rule))
		result = written(&x);
	drop(&x.s);
	drop(&x.t);
	return result;
}

static PyObject *resolve(ARGUMENTS)
{
	PyObject *in[2];

	return parse(args, n, kwnames, "base", "reference", 0, in) ? of_two(module, in, IRI_RULE_IRI_REFERENCE, iri_resolve) : NULL;
}

static PyObject *relativize(ARGUMENTS)
{
	PyObject *in[2];

	return parse(args, n, kwnames, "base", "target", 0, in) ? of_two(module, in, IRI_RULE_IRI, iri_relativize) : NULL;
}

/* equal has positional arguments: package iri names them. */
static PyObject *equal(PyObject *module, PyObject *args)
{
	PyObject *in[3] = {NULL, NULL, NULL}, *result = NULL;
	string a = {0}, b = {0};
	unsigned steps;

	if (!PyArg_UnpackTuple(args, "equal", 3, 3, &in[0], &in[1], &in[2]) || !steps_of(in[2], &steps))
		return NULL;
	if (take(in[0], &a) && take(in[1], &b) && matches(module, &a, IRI_RULE_IRI_REFERENCE) && matches(module, &b, IRI_RULE_IRI_REFERENCE))
		result = PyBool_FromLong(iri_equal(a.p, (size_t)a.n, b.p, (size_t)b.n, steps));
	drop(&a);
	drop(&b);
	return result;
}

/* build takes seven components, None for those that are absent. */
static PyObject *build(PyObject *module, PyObject *args)
{
	PyObject *in[7], *result = NULL;
	string parts[7];
	call x = {0};
	iri_slice *const slices[] = {&x.components.scheme, &x.components.userinfo, &x.components.host, &x.components.port,
		&x.components.path, &x.components.query, &x.components.fragment};
	int i, ok = 1;

	(void)module;
	memset(parts, 0, sizeof parts);
	if (!PyArg_UnpackTuple(args, "build", 7, 7, &in[0], &in[1], &in[2], &in[3], &in[4], &in[5], &in[6]))
		return NULL;
	for (i = 0; ok && i < 7; i++) {
		if (in[i] == Py_None)
			continue;
		ok = take(in[i], &parts[i]);
		slices[i]->p = parts[i].p;
		slices[i]->n = (size_t)parts[i].n;
	}
	if (ok)
		result = written(&x);
	for (i = 0; i < 7; i++)
		drop(&parts[i]);
	return result;
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

/* new_mask returns a memoryview of bool with n elements, in memory that is at *out. */
static PyObject *new_mask(Py_ssize_t n, char **out)
{
	PyObject *view = NULL, *result, *bytes = PyByteArray_FromStringAndSize(NULL, n);

	if (bytes) {
		*out = PyByteArray_AsString(bytes);
		view = PyMemoryView_FromObject(bytes);
	}
	result = view ? PyObject_CallMethod(view, "cast", "s", "?") : NULL;
	Py_XDECREF(bytes);
	Py_XDECREF(view);
	return result;
}

/* of_arrow validates the array of strings or bytes that two capsules hold. */
static PyObject *of_arrow(PyObject *capsules, iri_rule rule)
{
	const struct ArrowSchema *schema = NULL;
	const struct ArrowArray *array = NULL;
	const unsigned char *present;
	const char *data;
	int64_t i, start, end;
	int wide;
	char *out;
	PyObject *result;

	if (PyTuple_Check(capsules) && PyTuple_Size(capsules) == 2) {
		schema = (const struct ArrowSchema *)PyCapsule_GetPointer(PyTuple_GetItem(capsules, 0), "arrow_schema");
		array = schema ? (const struct ArrowArray *)PyCapsule_GetPointer(PyTuple_GetItem(capsules, 1), "arrow_array") : NULL;
	}
	if (!array)
		return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "__arrow_c_array__ returned %R", capsules);
	if (!schema->format[0] || schema->format[1] || !strchr("uzUZ", schema->format[0]) || schema->dictionary)
		return PyErr_Format(PyExc_TypeError, "an array has to have strings or bytes, not Arrow's format '%s'", schema->format);
	wide = schema->format[0] == 'U' || schema->format[0] == 'Z';
	present = array->null_count == 0 ? NULL : (const unsigned char *)array->buffers[0];
	data = (const char *)array->buffers[2];
	result = new_mask((Py_ssize_t)array->length, &out);
	if (!result)
		return NULL;
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

/* of_values validates what an iterable yields. */
static PyObject *of_values(PyObject *values, iri_rule rule)
{
	Py_ssize_t i, n;
	char *out;
	string x;
	PyObject *result, *list = PySequence_List(values);

	if (!list)
		return NULL;
	n = PyList_Size(list);
	result = new_mask(n, &out);
	for (i = 0; result && i < n; i++) {
		PyObject *o = PyList_GetItem(list, i);

		out[i] = 0;
		if (is_null(o))
			continue;
		if (take(o, &x))
			out[i] = iri_valid(rule, x.p, (size_t)x.n);
		else
			Py_CLEAR(result);
		drop(&x);
	}
	Py_DECREF(list);
	return result;
}

static PyObject *column(ARGUMENTS)
{
	PyObject *in[2], *capsules, *type, *value, *trace, *result;
	iri_rule rule;

	(void)module;
	rule = parse(args, n, kwnames, "values", "rule", 1, in) ? to_rule(in[1]) : NULL;
	if (!rule)
		return NULL;
	if (PyUnicode_Check(in[0]) || PyBytes_Check(in[0]) || PyByteArray_Check(in[0]) || PyMemoryView_Check(in[0]))
		return PyErr_Format(PyExc_TypeError, "a column is several strings, and %R is one", Py_TYPE(in[0]));
	capsules = PyObject_CallMethod(in[0], "__arrow_c_array__", NULL);
	if (!capsules) {
		if (!PyErr_ExceptionMatches(PyExc_AttributeError))
			return NULL;
		PyErr_Clear();
		return of_values(in[0], rule);
	}
	result = of_arrow(capsules, rule);
	PyErr_Fetch(&type, &value, &trace); /* the array is released, maybe by code of Python */
	Py_DECREF(capsules);
	PyErr_Restore(type, value, trace);
	return result;
}

/*
 * The module.
 */

#define FUNCTION(name, doc) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL | METH_KEYWORDS, #name doc}

static PyMethodDef methods[] = {
	FUNCTION(valid, "(s, rule='IRI')\n--\n\nReport whether a string matches a rule."),
	FUNCTION(check, "(s, rule='IRI')\n--\n\nRaise an Error if a string does not match a rule."),
	FUNCTION(split, "(s, rule='IRI')\n--\n\nReturn the components of a string, None for those that are absent."),
	FUNCTION(resolve, "(base, reference)\n--\n\nReturn the IRI that a reference refers to (RFC 3986, section 5.2)."),
	FUNCTION(relativize, "(base, target)\n--\n\nReturn the shortest reference that resolves to an IRI, None if there is none."),
	FUNCTION(normalize, "(s, steps=7)\n--\n\nReturn the normal form of an IRI or a relative reference, by default that of RFC 3986, 6.2.2."),
	{"to_uri", to_uri, METH_O, "to_uri(s, /)\n--\n\nReturn an IRI or a relative reference as a URI: non-ASCII characters are percent-encoded."},
	{"to_iri", to_iri, METH_O, "to_iri(s, /)\n--\n\nReturn a URI or a relative reference as an IRI (RFC 3987, section 3.2)."},
	{"quote_value", quote_value, METH_O, "quote_value(s, /)\n--\n\nReturn a name or a value of a query parameter, percent-encoded."},
	{"equal", equal, METH_VARARGS, NULL},
	{"build", build, METH_VARARGS, NULL},
	FUNCTION(column, "(values, rule='IRI')\n--\n\n"),
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
