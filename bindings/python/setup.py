"""Compiles the extension module of the package."""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

if sys.version_info < (3, 11) or sys.implementation.name != "cpython":
    sys.exit(f"iri needs CPython 3.11 or newer, and this is {sys.implementation.name} {sys.version.split()[0]}")

from setuptools import Extension, setup

here = Path(__file__).resolve().parent
if (here.parent / "c" / "iri.c").exists():  # in a clone; a source distribution has these files
    (here / "c").mkdir(exist_ok=True)
    for name in ("iri.c", "iri.h", "iri_rules.c", "iri_rules.h", "iri_tables.h"):
        shutil.copy(here.parent / "c" / name, here / "c")
    shutil.copy(here.parent.parent / "LICENSE", here)

stable = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has no limited API
if stable:
    macros = [("Py_LIMITED_API", "0x030B0000")]
else:
    macros = [("Py_GIL_DISABLED", "1")] if os.name == "nt" else []  # the headers of other systems define it
setup(
    license="Apache-2.0",
    ext_modules=[
        Extension(
            "iri._iri",
            ["module.c", "c/iri.c", "c/iri_rules.c"],
            include_dirs=["c"],
            depends=["c/iri.h", "c/iri_rules.h", "c/iri_tables.h"],
            define_macros=macros,
            extra_compile_args=["-fvisibility=hidden"] if os.name == "posix" else [],
            py_limited_api=stable,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {},
)
