"""The functions, and the processes, threads and interpreters that may call them.

    PYTHONPATH=src python3 -m unittest discover -s tests
"""

import copy
import doctest
import importlib
import inspect
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from array import array
from pathlib import Path

import iri
from arrow import Array

ROOT = Path(__file__).resolve().parents[3]
NOT_STRINGS = (None, 1, 1.5, ["a:"], array("b", b"a:"), object(), Path("a:"))


class Strings(unittest.TestCase):
    def test_types(self):
        for s, rule, want in [
            ("http://example.org/", "IRI", True),
            ("", "IRI", False),
            ("", "IRI-reference", True),
            ("a:é", "IRI", True),
            ("a:é", "URI", False),
            ("a:\0", "IRI", False),
            ("::1", "IPv6address", True),
        ]:
            for form in (s, s.encode(), bytearray(s.encode()), memoryview(s.encode())):
                self.assertIs(iri.valid(form, rule), want)
                self.assertIs(iri.valid(s=form, rule=rule), want)

    def test_other_types(self):
        calls = [iri.valid, iri.check, iri.split, iri.normalize, iri.to_uri, iri.to_iri, iri.quote_value]
        for two in (iri.resolve, iri.relativize, iri.equal):
            calls += [lambda x, f=two: f("a:b", x), lambda x, f=two: f(x, "a:b")]
        for x in NOT_STRINGS:
            for call in calls:
                self.assertRaises(TypeError, call, x)
            for call in (iri.valid, iri.check, iri.split, iri.column):
                self.assertRaises(TypeError, call, "a:", x)
        for arguments in ((), ("a:", "IRI", 1), ("a:", "IRI", "IRI")):
            self.assertRaises(TypeError, iri.valid, *arguments)
        self.assertRaises(TypeError, iri.valid, "a:", rul="IRI")
        self.assertRaises(TypeError, iri.valid, "a:", s="a:")
        for steps in (None, "7", 1.0):
            self.assertRaises(TypeError, iri.normalize, "a:", steps)
        for steps in (-1, 64, 10**30, -(10**30)):
            self.assertRaisesRegex(ValueError, "steps are from 0 to 63", iri.normalize, "a:", steps)
            self.assertRaises(ValueError, iri.equal, "a:", "a:", steps)
        for rule in ("", "iri", "IRI\0", "IR", "\ud800", "IRI-references"):
            self.assertRaisesRegex(ValueError, "there is no rule", iri.valid, "a:", rule)

    def test_surrogates(self):
        for s in ("a:\ud800", "a:\udcff", "a:\ud83d\ude00"):  # the last two would be one character in UTF-16
            self.assertIs(iri.valid(s), False)
            self.assertEqual(offset(iri.check, s), 2)
            self.assertEqual(offset(iri.normalize, "é/\ud800"), 2)
            self.assertEqual(offset(iri.resolve, "a:b", "é\udcff"), 1)
        self.assertEqual(offset(iri.check, "é \ud800"), 0)
        self.assertRaises(UnicodeEncodeError, iri.quote_value, "\ud800")

    def test_offsets(self):
        s = "http://é.example/😀 x"
        self.assertEqual(s[offset(iri.check, s)], " ")
        self.assertEqual(offset(iri.split, s.encode()), s.encode().index(b" "))
        self.assertEqual(offset(iri.check, "a:é\ue000é"), 3)  # its last byte is wrong
        self.assertEqual(offset(iri.check, "http://[::1"), 11)
        self.assertEqual(offset(iri.resolve, "é", "x"), 0)
        self.assertEqual(offset(iri.resolve, "a:b", "x y"), 1)
        self.assertEqual(offset(iri.relativize, "a:", "b"), 1)
        self.assertEqual(offset(iri.equal, "a b", "a"), 1)
        self.assertEqual(offset(iri.to_uri, "é b"), 1)

    def test_expected(self):
        for s in ("http://h/\U0001fffe", "a:é\ue000é", "a:\ud800", "é:\udcff", "a:\ud83d\ude00é", "http://[::1", "a b", "é"):
            with self.assertRaises(iri.Error) as caught:
                iri.check(s)
            before = s[: caught.exception.offset].encode()
            self.assertIs(caught.exception.end, iri.valid(before), s)
            goes_on = {b for b in range(256) if offset(iri.check, before + bytes([b, 0xFF])) > len(before)}
            self.assertEqual(set(caught.exception.expected), goes_on, s)
            with self.assertRaisesRegex(iri.Error, caught.exception.reason):
                iri.check(s.encode("utf-8", "surrogatepass"))

    def test_error(self):
        with self.assertRaises(ValueError) as caught:
            iri.check("é b", "IRI-reference")
        for e in (caught.exception, pickle.loads(pickle.dumps(caught.exception)), copy.copy(caught.exception)):
            self.assertIs(type(e), iri.Error)
            self.assertEqual((str(e), e.message), ("not a valid IRI-reference: not allowed in path at offset 1",) * 2)
            self.assertEqual((e.offset, e.end, e.reason), (1, True, "not allowed in path"))
            self.assertLessEqual(set(b"%/?#\xc3"), set(e.expected))
            self.assertFalse(set(b" |\x80") & set(e.expected))
        self.assertEqual(e.args, (e.message,))

    def test_split(self):
        s = "http://é@ü.example:80/ä?ö#ß"
        want = ("http", "é@ü.example:80", "é", "ü.example", "80", "/ä", "ö", "ß")
        for form in (s, s.encode(), memoryview(s.encode())):
            self.assertEqual(iri.split(form), want)
        parts = iri.split("a:?")
        self.assertEqual(parts, ("a", None, None, None, None, "", "", None))
        self.assertEqual((parts.scheme, parts._asdict()["path"], hash(parts)), ("a", "", hash(tuple(parts))))
        self.assertEqual(pickle.loads(pickle.dumps(parts)), parts)
        self.assertIs(type(parts), iri.Parts)
        self.assertRaisesRegex(ValueError, "no components", iri.split, "::1", "IPv6address")

    def test_operations(self):
        for f, *arguments, want in [
            (iri.resolve, b"http://h/a/b", "../é", "http://h/é"),
            (iri.normalize, "HTTP://h:80/%c3%a9/../%7e", "http://h:80/~"),
            (iri.normalize, "http://h:80/%c3%a9", iri.SCHEME_BASED | iri.DECODE_UTF8, "http://h/é"),
            (iri.relativize, "http://h/a/b", "http://h/a/c?q", "c?q"),
            (iri.relativize, "http://h/a", "http://h/../b", None),
            (iri.equal, "HTTP://h/%7e", "http://h/~", True),
            (iri.equal, "http://h:80", "http://h/", False),
            (iri.equal, "http://h:80", "http://h/", iri.SCHEME_BASED, True),
            (iri.to_uri, "http://é/é?é", "http://%C3%A9/%C3%A9?%C3%A9"),
            (iri.to_iri, "http://h/%C3%A9%2F%7e%c3", "http://h/é%2F~%C3"),
            (iri.quote_value, "a+b & é/\ue000", "a%2Bb%20%26%20é%2F%EE%80%80"),
            (iri.quote_value, b"\xff", "%FF"),
        ]:
            self.assertEqual(f(*arguments), want, (f, arguments))
        for n in (500, 509, 510, 511, 100_000):  # the first buffer has 512 bytes
            self.assertEqual(iri.normalize("a:" + "%7e" * n), "a:" + "~" * n)
            self.assertEqual(iri.resolve("a:/b", "x" * n), "a:/" + "x" * n)
            self.assertEqual(iri.to_uri("a:" + "é" * n), "a:" + "%C3%A9" * n)

    def test_buffers(self):
        for call in (iri.valid, iri.split, iri.normalize, lambda b: iri.resolve("a:", b), lambda b: iri.equal("a:", b), lambda b: iri.build(query=b), lambda b: iri.column([b])):
            for content in (b"a:b", b" "):
                b = bytearray(content)
                try:
                    call(b)
                except iri.Error:
                    pass
                b.append(0)  # a BufferError if the function still has a view

    def test_build(self):
        self.assertEqual(iri.build(scheme="http", userinfo="u", host="h", port=80, path="/p", query="", fragment=b"f"), "http://u@h:80/p?#f")
        self.assertEqual((iri.build(), iri.build(path="a:b", scheme="x"), iri.build(host="", port="")), ("", "x:a:b", "//:"))
        s = "http://u@[::1]:8/p?q#f"
        self.assertEqual(iri.build(**iri.split(s)._asdict()), s)
        for wrong, message in [
            ({"host": "a b"}, "not a valid ihost: not allowed in authority at offset 1"),
            ({"scheme": "1"}, "not a valid scheme: .* at offset 0"),
            ({"host": "h", "port": -1}, "not a valid port: .* at offset 0"),
            ({"port": 80}, "a userinfo and a port need a host"),
            ({"path": "//a"}, "a path that begins with two slashes needs a host"),
            ({"path": memoryview(b"//a"), "scheme": "x"}, "a path that begins with two slashes needs a host"),
            ({"path": "a:b"}, "a path with a colon in its first segment needs a scheme"),
            ({"host": "h", "path": "a"}, "the path after a host begins with a slash"),
            ({"query": "a#b"}, "not a valid iquery: .* at offset 1"),
        ]:
            self.assertRaisesRegex(iri.Error, f"^{message}$", iri.build, **wrong)
        self.assertRaises(TypeError, iri.build, host=1)

    def test_module(self):
        self.assertEqual(sorted(iri.__all__), iri.__all__)
        for name in iri.__all__:
            value = getattr(iri, name)
            if callable(value) and name not in ("Error", "Parts"):
                self.assertTrue(value.__doc__, name)
                self.assertTrue(inspect.signature(value).parameters, name)
        header = (ROOT / "bindings/c/iri.h").read_text()
        self.assertIn(f'#define IRI_VERSION "{iri.__version__}"', header)
        self.assertIn(f'version = "{iri.__version__}"', (ROOT / "bindings/python/pyproject.toml").read_text())
        for name, value in re.findall(r"^#define IRI_(\w+) (\d+)u", header, re.M):
            self.assertEqual(getattr(iri, name), int(value))


class Columns(unittest.TestCase):
    values = ["http://example.org/", None, "no", "", "a:é", "a:\u202e"] * 5
    want = [v is not None and iri.valid(v) for v in values]

    def test_values(self):
        self.assertEqual(iri.column(self.values).tolist(), self.want)
        self.assertEqual(iri.column(iter([b"a:", bytearray(b"a"), memoryview(b"a:")])).tolist(), [True, False, True])
        self.assertEqual(iri.column([]).tolist(), [])
        self.assertEqual(iri.column(["1", "x"], "port").tolist(), [True, False])
        self.assertEqual(iri.column([float("nan"), None, "a:"]).tolist(), [False, False, True])
        for x in ("a:", b"a:", 1, [1], ["a:", 1], [1.5], [object()]):
            self.assertRaises(TypeError, iri.column, x)

    def test_without_numpy(self):
        program = "import sys; sys.modules['numpy'] = None; import iri; m = iri.column(['a:', None]); assert (m.tolist(), m.format, type(m)) == ([True, False], '?', memoryview)"
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=True)

    def test_arrow(self):
        for format in "uzUZ":
            for skip in (0, 1, 7, 30):
                for null_count in (None, -1):
                    x = Array(self.values, format, skip, null_count)
                    self.assertEqual(iri.column(x).tolist(), self.want[skip:])
                    self.assertEqual(x.released, 1)
        self.assertEqual(iri.column(Array(["a:", ""])).tolist(), [True, False])
        self.assertRaises(TypeError, iri.column, Array(["a:"], "i"))
        self.assertRaises(TypeError, iri.column, type("Wrong", (), {"__arrow_c_array__": lambda self: 1})())

    def test_numpy(self):
        numpy = module("numpy", self)
        strings = numpy.array(["a:b", "no", "http://h/"])
        mask = iri.column(strings)
        self.assertEqual((type(mask), mask.dtype, strings[mask].tolist()), (numpy.ndarray, bool, ["a:b", "http://h/"]))
        self.assertEqual((~mask & mask).tolist(), [False] * 3)
        mask[1] = True
        self.assertEqual(iri.column(strings.astype("S")).tolist(), [True, False, True])
        self.assertEqual(iri.column(numpy.array(["a:", numpy.float32("nan"), numpy.datetime64("NaT")], object)).tolist(), [True, False, False])
        self.assertEqual(iri.column(numpy.array([], str)).dtype, bool)
        self.assertEqual(iri.column(Array(self.values)).dtype, bool)

    def test_pandas(self):
        pandas = module("pandas", self)
        nulls = [None, float("nan"), pandas.NA, pandas.NaT]
        for kind in (object, "string"):
            u = pandas.Series(["a:b", "no", *nulls, "http://h/"], dtype=kind)
            frame, mask = pandas.DataFrame({"u": u}), iri.column(u)
            for got in (frame[mask].u, u[mask], frame.loc[mask].u, u[mask & mask], u[~~mask], u.loc[mask | (u == "a:b").fillna(False).astype(bool)]):
                self.assertEqual(got.tolist(), ["a:b", "http://h/"])
            frame["valid"] = mask
            self.assertEqual(frame.valid.dtype, bool)
        self.assertRaises(TypeError, iri.column, pandas.Series([1, 2]))


@unittest.skipUnless(hasattr(os, "fork"), "POSIX only")
class Processes(unittest.TestCase):
    def test_fork(self):
        self.assertTrue(iri.valid("a:"))
        child = os.fork()
        if not child:
            os._exit(0 if iri.valid("a:") and iri.split("a:b").path == "b" else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_threads(self):
        wrong = []

        def work():
            for i in range(5000):
                if iri.resolve("http://h/a", f"b{i}") != f"http://h/b{i}" or iri.column(["a:", "b"]).tolist() != [True, False]:
                    wrong.append(i)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    def test_interpreters(self):
        name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
        interpreters = __import__(name)
        program = f"import sys; sys.path[:] = {sys.path!r}\nimport iri\nassert iri.valid('a:')\ntry: iri.check('b')\nexcept iri.Error as e: assert e.offset == 1"
        for _ in range(3):
            other = interpreters.create()
            self.assertIsNone(interpreters.run_string(other, program))
            interpreters.destroy(other)
        self.assertTrue(iri.valid("a:"))

    def test_memory(self):
        program = """if True:
            import iri, resource
            def work():
                for i in range(20_000):
                    iri.valid("é:"); iri.valid(bytearray(b"a:")); iri.split("http://u@h/é"); iri.normalize("a:" + "%7e" * 600)
                    iri.column(["a:b", None]); iri.build(host="é", port=1, query=bytearray(b"q")); iri.equal(bytearray(b"a:"), "b:")
                    iri.relativize("http://h/a/", "http://h/b"); iri.relativize("a:", "a:.."); iri.to_iri(iri.to_uri("é" * 300)); iri.quote_value("&")
                    for f in (lambda: iri.check("\\ud800"), lambda: iri.build(host=" "), lambda: iri.equal("a b", "a"), lambda: iri.to_uri(1), lambda: iri.valid(1), lambda: iri.valid("a", "b"), lambda: iri.column([1])):
                        try: f()
                        except (ValueError, TypeError): pass
            work()
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            work()
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        """
        ran = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, text=True)
        self.assertLess(int(ran.stdout or -1), 1000, ran.stderr)  # in KiB; a leak of 8 bytes a call would be more


class Pages(unittest.TestCase):
    def test_sessions(self):
        folder = tempfile.TemporaryDirectory()  # for the files that a page writes
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        runner = doctest.DocTestRunner()
        for page in (ROOT / "docs/bindings/python.md", ROOT / "bindings/python/README.md"):
            names = {}
            for block in re.finditer(r"^```pycon\n(.*?)^```$", page.read_text(), re.M | re.S):
                for package in re.findall(r"^>>> import (numpy|pandas)", block[1], re.M):
                    module(package, self)
                test = doctest.DocTestParser().get_doctest(block[1], names, page.name, str(page), 0)
                runner.run(test, clear_globs=False)
                names = test.globs  # a block knows the names of those before it
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreater(runner.tries, 10)


def module(name, test):
    """A module; its absence skips a test."""
    try:
        return importlib.import_module(name)
    except ImportError:
        test.skipTest(f"{name} is not installed")


def offset(f, *arguments):
    """The offset of the Error that a call raises."""
    try:
        f(*arguments)
    except iri.Error as e:
        return e.offset
    raise AssertionError("no error")


if __name__ == "__main__":
    unittest.main()
