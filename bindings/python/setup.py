"""Compiles the extension module of the package."""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup

here = Path(__file__).resolve().parent
if (here.parent / "c" / "iri.c").exists():  # in a clone; a source distribution has these files
    (here / "c").mkdir(exist_ok=True)
    for name in ("iri.c", "iri.h", "iri_rules.c"):
        shutil.copy(here.parent / "c" / name, here / "c")
    shutil.copy(here.parent.parent / "LICENSE", here)

setup(
    license="Apache-2.0",
    ext_modules=[
        Extension(
            "iri._iri",
            ["module.c", "c/iri.c", "c/iri_rules.c"],
            include_dirs=["c"],
            depends=["c/iri.h"],
            extra_compile_args=["-fvisibility=hidden"] if os.name == "posix" else [],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
