"""Builds the package iri by the hooks of PEP 517 and PEP 660. It needs a C compiler and nothing else."""

import base64
import hashlib
import io
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
NAME = f"iri-{PROJECT['version']}"
MODULE = "_iri.abi3.so"


def c_folder():
    """The folder of iri.c: in a source distribution, or in a clone."""
    return HERE / "c" if (HERE / "c").is_dir() else HERE.parent / "c"


def license_file():
    return next(p for p in (HERE / "LICENSE", HERE.parents[1] / "LICENSE") if p.exists())


def package():
    return [p for p in sorted((HERE / "src" / "iri").iterdir()) if p.suffix in (".py", ".pyi", ".typed")]


def compile_module(out):
    """Compile the extension module."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    flags = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    paths = sysconfig.get_paths()
    includes = ["-I", paths["include"], "-I", paths["platinclude"], "-I", str(c_folder())]
    sources = [str(HERE / "module.c"), *(str(c_folder() / name) for name in ("iri.c", "iri_rules.c"))]
    flags += ["-O2", "-fPIC", "-fvisibility=hidden", *shlex.split(os.environ.get("CFLAGS", ""))]
    subprocess.run([*compiler, *flags, *includes, *sources, "-o", str(out)], check=True)


def metadata():
    lines = [f"Metadata-Version: 2.1\nName: iri\nVersion: {PROJECT['version']}\nSummary: {PROJECT['description']}"]
    lines += [f"Requires-Python: {PROJECT['requires-python']}\nLicense: Apache-2.0"]
    lines += [f"Classifier: {c}" for c in PROJECT["classifiers"]]
    return "\n".join(lines) + "\nDescription-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()


def write_wheel(folder, files):
    """Write a wheel with files, and return its name."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag, info = f"cp311-abi3-{platform}", f"{NAME}.dist-info"
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: iri\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/LICENSE"] = license_file().read_bytes()
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{NAME}-{tag}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980, so that equal files make equal wheels
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        compile_module(Path(folder) / MODULE)
        module = (Path(folder) / MODULE).read_bytes()
    return write_wheel(wheel_directory, {f"iri/{p.name}": p.read_bytes() for p in package()} | {f"iri/{MODULE}": module})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    compile_module(HERE / "src" / "iri" / MODULE)
    return write_wheel(wheel_directory, {"iri.pth": f"{HERE / 'src'}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    files = {p.name: p for p in (HERE / n for n in ("pyproject.toml", "backend.py", "module.c", "README.md"))}
    files |= {f"src/iri/{p.name}": p for p in package()}
    files |= {f"c/{name}": c_folder() / name for name in ("iri.c", "iri.h", "iri_rules.c")}
    files["LICENSE"] = license_file()
    content = {name: path.read_bytes() for name, path in files.items()} | {"PKG-INFO": metadata().encode()}
    with tarfile.open(Path(sdist_directory) / f"{NAME}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, data in content.items():
            entry = tarfile.TarInfo(f"{NAME}/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return f"{NAME}.tar.gz"
