"""Single texts."""

import doctest
import itertools
import pickle
import unittest
from array import array

import iri
from iri import _column, _text


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    names = {"iri": iri, "itertools": itertools, "array": array}
    for module in (iri, _text, _column):
        tests.addTests(doctest.DocTestSuite(module, extraglobs=names))
    return tests


class Valid(unittest.TestCase):
    def test_str_and_bytes(self) -> None:
        for text, rule, want in [
            ("http://example.org/", "IRI", True),
            ("", "IRI", False),
            ("", "IRI-reference", True),
            ("a:é", "IRI", True),
            ("a:é", "URI", False),
            ("a:\0", "IRI", False),
            ("::1", "IPv6address", True),
        ]:
            with self.subTest(text=text, rule=rule):
                self.assertIs(iri.valid(text, rule), want)
                self.assertIs(iri.valid(text.encode(), rule), want)

    def test_what_is_no_unicode(self) -> None:
        for text in ("a:\ud800", "a:\udcff", "a:\ud83d\ude00"):  # the last two would be one character in UTF-16
            self.assertFalse(iri.valid(text))
            with self.assertRaises(iri.Error) as caught:
                iri.check(text)
            self.assertEqual((caught.exception.reason, caught.exception.offset), ("ill-formed UTF-8", 2))
        self.assertFalse(iri.valid(b"a:\xff"))

    def test_arguments(self) -> None:
        with self.assertRaisesRegex(ValueError, "no rule 'IRl'"):
            iri.valid("a:", "IRl")
        for text in (None, 1, bytearray(b"a:")):
            with self.assertRaisesRegex(TypeError, "str or bytes"):
                iri.valid(text)  # type: ignore[type-var]


class Errors(unittest.TestCase):
    def test_offsets_count_what_the_text_has(self) -> None:
        text = "http://é.example/😀 x"
        with self.assertRaises(iri.Error) as caught:
            iri.check(text)
        e = caught.exception
        self.assertEqual((e.offset, e.start, e.end, text[e.offset]), (18, 18, 19, " "))
        self.assertEqual(e.byte_offset, text.encode().index(b" "))
        with self.assertRaises(iri.Error) as caught:
            iri.check(text.encode())
        e = caught.exception
        self.assertEqual((e.offset, e.start, e.end, e.byte_offset), (22, 22, 23, 22))
        self.assertEqual((e.rule, e.reason, e.component), ("IRI", "not allowed in path", "path"))

    def test_in_the_middle_of_a_character(self) -> None:
        text = "http://é/\ue000"  # its second or third byte is that which no IRI has
        with self.assertRaises(iri.Error) as caught:
            iri.check(text)
        e = caught.exception
        self.assertEqual((e.reason, e.offset, e.start, e.end), ("private use", 9, 9, 10))

    def test_at_the_end(self) -> None:
        for text in ("http://[::1", "é:%4", ""):
            with self.assertRaises(iri.Error) as caught:
                iri.check(text)
            self.assertLessEqual(caught.exception.end, len(text))
        self.assertEqual((caught.exception.offset, caught.exception.reason), (0, "no scheme"))

    def test_is_a_value_error_that_survives_pickle(self) -> None:
        with self.assertRaises(ValueError) as caught:
            iri.split("http://h:x/")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), vars(again)), (str(caught.exception), vars(caught.exception)))
        self.assertIs(type(again), iri.Error)

    def test_hides_what_may_be_a_password(self) -> None:
        with self.assertRaises(iri.Error) as caught:
            iri.check("http://user:secret@ho st/")
        self.assertNotIn("secret", repr(caught.exception) + str(vars(caught.exception)))


class Split(unittest.TestCase):
    def test_components_and_spans(self) -> None:
        text = "http://é@ü.example:80/ä?ö#ß"
        in_str, in_bytes = iri.split(text), iri.split(text.encode())
        want = ("http", "é@ü.example:80", "é", "ü.example", "80", "/ä", "ö", "ß")
        names = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
        for name, component in zip(names, want):
            self.assertEqual(getattr(in_str, name), component)
            self.assertEqual(getattr(in_bytes, name), component.encode())
            self.assertEqual(text[slice(*in_str.spans[name])], component)
            self.assertEqual(text.encode()[slice(*in_bytes.spans[name])], component.encode())

    def test_absent_is_not_empty(self) -> None:
        parts = iri.split("a:?")
        self.assertEqual((parts.query, parts.fragment, parts.path), ("", None, ""))
        self.assertEqual(parts.spans, {"scheme": (0, 1), "path": (2, 2), "query": (3, 3)})
        parts = iri.split("//h", "IRI-reference")
        self.assertEqual((parts.scheme, parts.host, parts.userinfo), (None, "h", None))

    def test_rules_without_components(self) -> None:
        with self.assertRaisesRegex(ValueError, "no components"):
            iri.split("::1", "IPv6address")


class Operations(unittest.TestCase):
    def test_types(self) -> None:
        self.assertEqual(iri.resolve(b"http://h/a/b", b"c"), b"http://h/a/c")
        self.assertEqual(iri.to_uri("é".encode()), b"%C3%A9")
        self.assertEqual(iri.normalize("HTTP://h:80/%c3%a9"), "http://h:80/é")
        self.assertEqual(iri.normalize("a%7e", "case"), "a%7E")
        self.assertEqual(iri.normalize("http://h:80/%c3%a9", "rfc3987-5.3.3"), "http://h/é")
        self.assertEqual(iri.normalize("HTTP://h:80/%c3%a9", "case,scheme"), "http://h/%C3%A9")

    def test_longest_results(self) -> None:
        text = "é" * 1000
        self.assertEqual(iri.to_uri(text), "%C3%A9" * 1000)
        self.assertEqual(iri.to_iri("%C3%A9" * 1000), text)
        self.assertEqual(iri.resolve("a://h", text), "a://h/" + text)
        self.assertEqual(iri.normalize("http://h", "scheme"), "http://h/")
        self.assertEqual(iri.normalize("http://[::ffff:6464:6464]", "scheme,ipv6"), "http://[::ffff:100.100.100.100]/")

    def test_errors(self) -> None:
        with self.assertRaises(iri.Error) as caught:
            iri.resolve("no base", "x")
        self.assertEqual((caught.exception.rule, caught.exception.offset), ("IRI", 2))
        for operation in (lambda t: iri.resolve("http://é/", t), iri.normalize, iri.to_uri, iri.to_iri):
            with self.assertRaises(iri.Error) as caught:
                operation("é b")
            self.assertEqual((caught.exception.rule, caught.exception.offset), ("IRI-reference", 1))
        with self.assertRaisesRegex(ValueError, "no level 'dot'"):
            iri.normalize("a:", "case,dot")


if __name__ == "__main__":
    unittest.main()
