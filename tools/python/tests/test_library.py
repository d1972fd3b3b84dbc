"""The shared library: when it is missing, of another version, forked away; and the wheel."""

import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any

import iri
from iri import _library

HERE = Path(__file__).resolve().parent.parent
HEADER = HERE.parent / "c" / "iri.h"


def python(program: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a program in a fresh Python."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), **variables}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=tempfile.gettempdir(),  # Python looks for packages there first
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def in_child(answer: "multiprocessing.SimpleQueue[object]") -> None:
    try:
        answer.put(iri.valid("a:b"))
    except RuntimeError as e:
        answer.put(str(e))


def from_child(method: str) -> object:
    context: Any = multiprocessing.get_context(method)
    answer = context.SimpleQueue()
    child = context.Process(target=in_child, args=(answer,))
    child.start()
    child.join(30)
    if child.exitcode is None:
        child.kill()
        return "the child hangs"
    return answer.get()


class Missing(unittest.TestCase):
    def test_import_needs_no_library(self) -> None:
        ran = python("import iri; print(iri.Column(['a:']))", IRI_LIBRARY="/nonexistent")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_message_says_what_to_do(self) -> None:
        ran = python("import iri; iri.valid('a:')", IRI_LIBRARY="/nonexistent/libiri.so")
        self.assertIn("iri.LibraryError: iri: IRI_LIBRARY names a file that is not there", ran.stderr)
        self.assertIn("/nonexistent/libiri.so", ran.stderr)
        self.assertIn("python3 tools/python/build_iri.py", ran.stderr)
        self.assertTrue((HERE / "build_iri.py").exists())

    def test_package_without_library(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for source in (HERE / "iri").glob("*.py"):
                (package := Path(folder, "iri")).mkdir(exist_ok=True)
                (package / source.name).write_bytes(source.read_bytes())
            ran = python("import iri; iri.valid('a:')", IRI_LIBRARY="", PYTHONPATH=folder)
            self.assertIn("the shared library is missing: " + str(Path(folder, "iri", _library.FILE)), ran.stderr)

    def test_not_a_library(self) -> None:
        self.assertRegex(python("import iri; iri.valid('a:')", IRI_LIBRARY=__file__).stderr, "does not load")

    def test_another_library(self) -> None:
        other = python("import _ctypes; print(_ctypes.__file__)").stdout.strip()
        ran = python("import iri; iri.valid('a:')", IRI_LIBRARY=other)
        self.assertIn("has no function iri_abi: it is another library", ran.stderr)

    def test_another_version(self) -> None:
        ran = python("import iri; iri._library.ABI += 1; iri.valid('a:')")
        self.assertRegex(ran.stderr, "has ABI 1, not 2: take both from one release")


class Header(unittest.TestCase):
    """What the package knows by heart is in iri.h."""

    def test_functions_and_constants(self) -> None:
        header = HEADER.read_text()
        declared = set(re.findall(r"^[a-z].*?\b(iri_\w+)\(", header, re.M))
        self.assertEqual(declared - set(_library._SIGNATURES), {"iri_rule_name"})
        self.assertLessEqual(set(_library._SIGNATURES), declared)
        constants = dict(re.findall(r"^#define (IRI_\w+) \(?(-?\d+)u?\)?", header, re.M))
        for name, value in [
            ("IRI_ABI", _library.ABI),
            ("IRI_OK", _library.OK),
            ("IRI_INVALID", _library.INVALID),
            ("IRI_ENOPARTS", _library.NO_PARTS),
            ("IRI_ETOOLONG", _library.TOO_LONG),
            ("IRI_EOFFSETS", _library.BAD_OFFSETS),
            ("IRI_EREFERENCE", _library.BAD_REFERENCE),
            ("IRI_EBASE", _library.BAD_BASE),
            *((f"IRI_{name.upper()}", i) for i, name in enumerate(iri._text._COMPONENTS, 1)),
            *((f"IRI_LEVEL_{name.upper()}", i) for name, i in iri._text._LEVELS.items() if name.isalnum()),
            ("IRI_LEVEL_URI_SYNTAX", iri._text._LEVELS["rfc3986-6.2.2"]),
            ("IRI_LEVEL_IRI_SYNTAX", iri._text._LEVELS["rfc3987-5.3.2"]),
            ("IRI_LEVEL_URI_SCHEME", iri._text._LEVELS["rfc3986-6.2.3"]),
            ("IRI_LEVEL_IRI_SCHEME", iri._text._LEVELS["rfc3987-5.3.3"]),
        ]:
            self.assertEqual(constants.get(name), str(value), name)


@unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
class Fork(unittest.TestCase):
    def test_methods(self) -> None:
        iri.valid("a:")
        self.assertRegex(str(from_child("fork")), "this process was forked after iri had been called")
        self.assertIs(from_child("spawn"), True)
        self.assertIs(from_child("forkserver"), True)

    def test_before_the_first_call(self) -> None:
        ran = python(
            "import iri, os\n"
            "child = os.fork()\n"
            "assert iri.valid('a:') and list(iri.Column(['a:', 'x']).valid()) == [True, False]\n"
            "if child: assert os.waitpid(child, 0)[1] == 0\n"
        )
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def test_other_programs_start(self) -> None:
        iri.valid("a:")
        self.assertEqual(subprocess.run(["true"]).returncode, 0)
        self.assertTrue(iri.valid("a:"))


class Wheel(unittest.TestCase):
    def test_installed_from_a_wheel(self) -> None:
        sys.path.insert(0, str(HERE))
        import build_iri

        with tempfile.TemporaryDirectory() as folder:
            try:
                name = build_iri.build_wheel(folder)
            except build_iri.BuildError as e:
                self.skipTest(str(e))
            with zipfile.ZipFile(Path(folder, name)) as wheel:
                record = wheel.read(f"iri-{build_iri.VERSION}.dist-info/RECORD").decode().splitlines()
                self.assertEqual(sorted(line.split(",")[0] for line in record), sorted(wheel.namelist()))
                wheel.extractall(Path(folder, "site"))
            site = str(Path(folder, "site"))
            ran = python("import iri; print(iri.valid('a:b'), iri.__file__)", IRI_LIBRARY="", PYTHONPATH=site)
            self.assertEqual(ran.stdout.split(), ["True", str(Path(site, "iri", "__init__.py"))], ran.stderr)


if __name__ == "__main__":
    unittest.main()
