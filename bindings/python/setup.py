"""Compiles the extension module of the package."""

import gzip
import os
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path

if sys.version_info < (3, 11) or sys.implementation.name != "cpython":
    sys.exit(f"iri needs CPython 3.11 or newer, and this is {sys.implementation.name} {sys.version.split()[0]}")

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

here = Path(__file__).resolve().parent
if (here.parent / "c" / "iri.c").exists():  # in a clone; a source distribution has these files
    (here / "c").mkdir(exist_ok=True)
    for name in ("iri.c", "iri.h", "iri_rules.c", "iri_rules.h", "iri_tables.h"):
        shutil.copy(here.parent / "c" / name, here / "c")
    shutil.copy(here.parent.parent / "LICENSE", here)


class Reproducible(sdist):
    """Makes an archive that is the same in all runs."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        name = f"{base_name}.tar.gz"
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        with open(name, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
            for path in sorted(Path(base_dir).rglob("*")):
                tar.add(path, recursive=False, filter=self.anonymous)
        return name

    @staticmethod
    def anonymous(info):
        info.mtime = int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))  # 1980, the first year of ZIP
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        info.mode = 0o755 if info.isdir() else 0o644
        return info


stable = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has no limited API
if stable:
    macros = [("Py_LIMITED_API", "0x030B0000")]
else:
    macros = [("Py_GIL_DISABLED", "1")] if os.name == "nt" else []  # the headers of other systems define it
setup(
    license="Apache-2.0",
    cmdclass={"sdist": Reproducible},
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
