"""Tests of the package: `python3 -m unittest` in tools/python, after build_iri.py."""
