/* The extension module iri._iri, on iri.h. It uses the stable ABI of CPython 3.11 and newer. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
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
	iri_error e;
	size_t i, offset;
	PyObject *error, *number;

	iri_check(rule, x->p, (size_t)x->n, &e);
	offset = e.offset;
	if (x->is_str) { /* count characters, those that end before the offset */
		for (i = e.offset; i < (size_t)x->n && continues(x->p[i]); i--)
			;
		for (offset = 0; i > 0; i--)
			offset += !continues(x->p[i - 1]);
	}
	error = PyObject_CallFunction(state_of(module)->error, "N", PyUnicode_FromFormat("not a valid %s from offset %zu on", rule->name, offset));
	number = PyLong_FromSize_t(offset);
	if (error && number && PyObject_SetAttrString(error, "offset", number) == 0)
		PyErr_SetObject(state_of(module)->error, error);
	Py_XDECREF(error);
	Py_XDECREF(number);
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

/* written returns what iri_resolve writes, or iri_normalize without a base. */
static PyObject *written(PyObject *module, const string *base, const string *x, unsigned steps)
{
	char small[512], *out = small, *large = NULL;
	size_t cap = sizeof small, len;
	PyObject *result = NULL;

	for (;;) {
		if (base)
			len = iri_resolve(base->p, (size_t)base->n, x->p, (size_t)x->n, out, cap);
		else
			len = iri_normalize(x->p, (size_t)x->n, steps, out, cap);
		if (len == SIZE_MAX || len < cap)
			break;
		cap = len + 1;
		out = large = (char *)PyMem_Malloc(cap);
		if (!out)
			return PyErr_NoMemory();
	}
	if (len != SIZE_MAX)
		result = PyUnicode_FromStringAndSize(out, (Py_ssize_t)len);
	else if (base && !iri_valid(IRI_RULE_IRI, base->p, (size_t)base->n))
		raise_error(module, base, IRI_RULE_IRI);
	else
		raise_error(module, x, IRI_RULE_IRI_REFERENCE);
	PyMem_Free(large);
	return result;
}

static PyObject *resolve(ARGUMENTS)
{
	PyObject *in[2], *result = NULL;
	string base, x;

	if (!parse(args, n, kwnames, "base", "reference", 0, in))
		return NULL;
	if (take(in[0], &base)) {
		if (take(in[1], &x))
			result = written(module, &base, &x, 0);
		drop(&x);
	}
	drop(&base);
	return result;
}

static PyObject *normalize(ARGUMENTS)
{
	PyObject *in[2], *result = NULL;
	unsigned long steps = IRI_SYNTAX_BASED;
	string x;

	if (!parse(args, n, kwnames, "s", "steps", 1, in))
		return NULL;
	if (in[1]) {
		steps = PyLong_AsUnsignedLong(in[1]);
		if (PyErr_Occurred())
			return NULL;
		if (steps & ~(unsigned long)IRI_FOR_COMPARISON)
			return PyErr_Format(PyExc_ValueError, "steps has bits that are not steps: %lu", steps);
	}
	if (take(in[0], &x))
		result = written(module, NULL, &x, (unsigned)steps);
	drop(&x);
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
	PyObject *view = NULL, *result, *bytes = PyBytes_FromStringAndSize(NULL, n);

	if (bytes) {
		*out = PyBytes_AsString(bytes);
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
		if (o == Py_None)
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

#define FUNCTION(name, function, doc) {name, (PyCFunction)(void (*)(void))function, METH_FASTCALL | METH_KEYWORDS, name doc}

static PyMethodDef methods[] = {
	FUNCTION("valid", valid, "(s, rule='IRI')\n--\n\nReport whether a string matches a rule."),
	FUNCTION("check", check, "(s, rule='IRI')\n--\n\nRaise an Error if a string does not match a rule."),
	FUNCTION("split", split, "(s, rule='IRI')\n--\n\nReturn the components of a string, None for those that are absent."),
	FUNCTION("resolve", resolve, "(base, reference)\n--\n\nReturn the IRI that a reference refers to (RFC 3986, section 5.2)."),
	FUNCTION("normalize", normalize, "(s, steps=7)\n--\n\nReturn the normal form of an IRI or a relative reference, by default that of RFC 3986, 6.2.2."),
	FUNCTION("column", column, "(values, rule='IRI')\n--\n\n"
		"Return a memoryview of bool: which values match a rule. Values are an Arrow array, or an iterable of\n"
		"str, bytes or None."),
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
	return state->error && state->parts ? 0 : -1;
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
	{0, NULL}, /* room for one */
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
	return PyModuleDef_Init(&definition);
}
