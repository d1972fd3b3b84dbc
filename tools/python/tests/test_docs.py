"""The sessions in docs/recipes/python.md and tools/python/README.md give what they show; other code compiles."""

import doctest
import os
import re
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PAGES = HERE.parents[1] / "docs" / "recipes" / "python.md", HERE / "README.md"


@unittest.skipIf(find_spec("numpy") is None, "numpy is not installed, and the page uses it")
class Docs(unittest.TestCase):
    def test_sessions(self) -> None:
        folder = tempfile.TemporaryDirectory()  # for the files that a page writes
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        for page in PAGES:
            text, names = page.read_text(), {}
            for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
                line = text.count("\n", 0, block.start())
                if block[1] == "pycon":
                    test = parser.get_doctest(block[2], names, page.name, str(page), line)
                    runner.run(test, clear_globs=False)
                    names = test.globs  # a block knows the names of those before it
                elif block[1] == "python":
                    compile(block[2], str(page), "exec")
                else:
                    self.assertIn(block[1], ("sh", "text"), f"{page}:{line + 1}")
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreater(runner.tries, 15)


if __name__ == "__main__":
    unittest.main()
