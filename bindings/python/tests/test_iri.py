"""The functions, and the processes, threads and interpreters that may call them.

    PYTHONPATH=src python3 -m unittest discover -s tests
"""

import base64
import copy
import doctest
import gzip
import inspect
import json
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
        calls = (iri.valid, iri.check, iri.split, iri.normalize, lambda x: iri.resolve("a:b", x), lambda x: iri.resolve(x, "b"))
        for x in NOT_STRINGS:
            for call in calls:
                self.assertRaises(TypeError, call, x)
            for call in (iri.valid, iri.check, iri.split, iri.column):
                self.assertRaises(TypeError, call, "a:", x)
        for arguments in ((), ("a:", "IRI", 1), ("a:", "IRI", "IRI")):
            self.assertRaises(TypeError, iri.valid, *arguments)
        self.assertRaises(TypeError, iri.valid, "a:", rul="IRI")
        self.assertRaises(TypeError, iri.valid, "a:", s="a:")
        self.assertRaises(TypeError, iri.normalize, "a:", None)
        self.assertRaises(ValueError, iri.normalize, "a:", 64)
        for rule in ("", "iri", "IRI\0", "IR", "\ud800", "IRI-references"):
            self.assertRaisesRegex(ValueError, "there is no rule", iri.valid, "a:", rule)

    def test_surrogates(self):
        for s in ("a:\ud800", "a:\udcff", "a:\ud83d\ude00"):  # the last two would be one character in UTF-16
            self.assertIs(iri.valid(s), False)
            self.assertEqual(offset(iri.check, s), 2)
            self.assertEqual(offset(iri.normalize, "é/\ud800"), 2)
            self.assertEqual(offset(iri.resolve, "a:b", "é\udcff"), 1)
        self.assertEqual(offset(iri.check, "é \ud800"), 0)

    def test_offsets(self):
        s = "http://é.example/😀 x"
        self.assertEqual(s[offset(iri.check, s)], " ")
        self.assertEqual(offset(iri.split, s.encode()), s.encode().index(b" "))
        self.assertEqual(offset(iri.check, "a:é\ue000é"), 3)  # its last byte is wrong
        self.assertEqual(offset(iri.check, "http://[::1"), 11)
        self.assertEqual(offset(iri.resolve, "é", "x"), 0)
        self.assertEqual(offset(iri.resolve, "a:b", "x y"), 1)

    def test_error(self):
        with self.assertRaisesRegex(ValueError, r"^not a valid URI-reference from offset 1 on$") as caught:
            iri.check("a b", "URI-reference")
        for again in (pickle.loads(pickle.dumps(caught.exception)), copy.copy(caught.exception)):
            self.assertEqual((type(again), str(again), again.offset), (iri.Error, str(caught.exception), 1))

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
        self.assertEqual(iri.resolve(b"http://h/a/b", "../é"), "http://h/é")
        self.assertEqual(iri.normalize("HTTP://h:80/%c3%a9/../%7e"), "http://h:80/~")
        self.assertEqual(iri.normalize("http://h:80/%c3%a9", iri.SCHEME_BASED | iri.DECODE_UTF8), "http://h/é")
        for n in (500, 511, 512, 513, 100_000):
            self.assertEqual(iri.normalize("a:" + "%7e" * n), "a:" + "~" * n)
            self.assertEqual(iri.resolve("a:/b", "x" * n), "a:/" + "x" * n)

    def test_signatures(self):
        stub = (ROOT / "bindings/python/src/iri/_iri.pyi").read_text()
        for name, first, second in re.findall(r"^def (\w+)\((\w+): .*?, (\w+): ", stub, re.M):
            self.assertEqual(list(inspect.signature(getattr(iri, name)).parameters), [first, second])


class Suites(unittest.TestCase):
    def test_suites(self):
        for rule in ("URI-reference", "IRI-reference"):
            with gzip.open(ROOT / "testdata/suites" / f"{rule}.jsonl.gz") as lines:
                cases = [json.loads(line) for line in lines]
            strings = [base64.b64decode(case["base64"]) for case in cases]
            want = [case["valid"] for case in cases]
            self.assertGreater(sum(want), 3000)
            self.assertEqual([iri.valid(s, rule) for s in strings], want)
            self.assertEqual(iri.column(strings, rule).tolist(), want)


class Columns(unittest.TestCase):
    values = ["http://example.org/", None, "no", "", "a:é", "a:\u202e"] * 5
    want = [v is not None and iri.valid(v) for v in values]

    def test_values(self):
        mask = iri.column(self.values)
        self.assertEqual((mask.tolist(), mask.format), (self.want, "?"))
        self.assertEqual(iri.column(iter([b"a:", bytearray(b"a"), memoryview(b"a:")])).tolist(), [True, False, True])
        self.assertEqual(iri.column([]).tolist(), [])
        self.assertEqual(iri.column(["1", "x"], "port").tolist(), [True, False])
        for x in ("a:", b"a:", 1, [1], ["a:", 1]):
            self.assertRaises(TypeError, iri.column, x)

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
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        strings = numpy.array(["a:b", "no", "http://h/"])
        self.assertEqual(strings[iri.column(strings)].tolist(), ["a:b", "http://h/"])
        self.assertEqual(numpy.asarray(iri.column(strings.astype("S"))).dtype, bool)
        self.assertEqual(iri.column(strings.astype(object)).tolist(), [True, False, True])


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
                    iri.column(["a:b", None])
                    for f in (lambda: iri.check("\\ud800"), lambda: iri.valid(1), lambda: iri.valid("a", "b"), lambda: iri.column([1])):
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
                test = doctest.DocTestParser().get_doctest(block[1], names, page.name, str(page), 0)
                runner.run(test, clear_globs=False)
                names = test.globs  # a block knows the names of those before it
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreater(runner.tries, 10)


def offset(f, *arguments):
    """The offset of the Error that a call raises."""
    try:
        f(*arguments)
    except iri.Error as e:
        return e.offset
    raise AssertionError("no error")


if __name__ == "__main__":
    unittest.main()
