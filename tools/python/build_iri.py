"""Builds the package iri.

    python3 tools/python/build_iri.py    # puts the shared library beside the sources, in a clone
    pip install tools/python             # or
    pip wheel tools/python               # have a wheel built for this machine, with the library in it

It needs Go and a C compiler, but no package of Python and no network: pip calls the functions below
(PEP 517).
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "c"  # the Go module of the shared library

VERSION = "0.0.0"  # that of the release

METADATA = f"""\
Metadata-Version: 2.1
Name: iri
Version: {VERSION}
Summary: Tells whether a text is an IRI or a URI, where its components lie, and what is wrong with it
License: Apache-2.0
Requires-Python: >=3.10
Classifier: Programming Language :: Python :: Implementation :: CPython
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""


class BuildError(Exception):
    """The package cannot be built here."""


def build_library() -> Path:
    """Build the shared library, beside the sources of the package, and return where it is."""
    sys.path.insert(0, str(HERE))
    from iri._library import FILE

    if not LIBRARY.is_dir():
        raise BuildError(f"{LIBRARY} is missing: build in a clone of the repository, not in a copy of this folder")
    out = HERE / "iri" / FILE
    command = ["go", "-C", str(LIBRARY), "build", "-trimpath", "-buildmode=c-shared", "-o", str(out), "."]
    try:
        subprocess.run(command, check=True, env={**os.environ, "CGO_ENABLED": "1"})
    except FileNotFoundError:
        raise BuildError("there is no command go; https://go.dev/dl has Go, and this needs 1.24 or newer") from None
    except subprocess.CalledProcessError as e:
        raise BuildError(f"go build ended with status {e.returncode}; it also needs a C compiler") from None
    out.with_suffix(".h").unlink(missing_ok=True)  # go build makes one; the header for people is iri.h
    return out


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Build a wheel for this machine, and return its name."""
    library = build_library()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    name, info = f"iri-{VERSION}-py3-none-{platform}.whl", f"iri-{VERSION}.dist-info"
    files = {f"iri/{p.name}": p.read_bytes() for p in sorted((HERE / "iri").glob("*.py"))}
    files["iri/py.typed"] = b""
    files[f"iri/{library.name}"] = library.read_bytes()
    files[f"{info}/METADATA"] = METADATA.encode() + (HERE / "README.md").read_bytes()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: build_iri\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode()
    )
    files[f"{info}/LICENSE"] = (HERE.parent.parent / "LICENSE").read_bytes()
    record = "".join(f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980: two builds of the same make the same file
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Refuse: a source distribution would lack the Go sources."""
    raise BuildError("there are wheels only, as a source distribution would lack the Go sources")


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


if __name__ == "__main__":
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
    elif sys.argv[1:]:
        sys.exit(f"usage: {sys.argv[0]}")
    else:
        try:
            print(build_library())
        except BuildError as e:
            sys.exit(f"{sys.argv[0]}: {e}")
