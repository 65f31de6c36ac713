"""Texts that make a pattern which backtracks, or a loop over what is left, take far too long."""

from __future__ import annotations

LENGTH = 4_000
"""Length of each text in characters."""

_SHAPES: dict[str, tuple[str, str, str]] = {
    "task with empty entries": ("1", ", ", '"x'),
    "task with entries": ("1", ",1 ", "'x"),
    "task with a quotation mark after blanks": ("1,2,3,4", " ", '"x'),
    "task with line ends": ("var task = '1,2,3,4", "\n", "'x"),
    "task with many names": ("", "task = ", "1,2,3,4"),
    "task with a blank before each comma": ("1,2", " ,", "';x"),
    "penpa link with marks": ("https://x/#m=edit&", "#&", ""),
    "penpa link without parameters": ("penpa-edit", "#", ""),
    "penpa link with many modes": ("https://x/", "#m=edit&", "p"),
    "penpa link with many names": ("https://x/?", "m=solve&&p=&", ""),
    "penpa link with many words": ("m=edit& ", "# ", ""),
    "penpa link with many addresses": ("https://x/#m=edit&", "?p=http", ""),
    "answer of penpa": ("https://x/#m=solve&p=", "&a=", ""),
    "grid and empty lines": ("AABB\n", "\n \t", ""),
    "grid after empty lines": ("", "\n", "AABB"),
    "grid and blanks": ("AABB", " ", "A"),
    "grid with givens": ("AAAA\n", "\ngivens:\n", ""),
    "header": ("id", " ", "x"),
    "headers": ("", "id:", ""),
    "brackets on lines": ("[areas", "\n[", ""),
    "bracket and line ends": ("[", "\n", "areas"),
    "areas and blanks": ("areas", " \n", "x"),
    "keyword and blanks": ("[areas]\n1 1\n[title] a", " ", "b"),
    "keywords and blanks": ("[areas]\n1 1\n[title]", " b ", "]"),
    "keyword in a bracket": ("[areas]\n[", " a", ""),
    "begin and blanks": ("[begin]\n", "begin \t", "x"),
    "information of pzpr": ("pzprv3\n", "\n", "info"),
    "information of pzpr on one line": ("pzprv3/lits/4/4/", "/ ", "info:"),
    "history of pzpr": ("pzprv3\nlits\n4\n4\n", "\n history:", ""),
    "rooms of pzpr": ("pzprv3\nlits\n99\n99\n", "1 ", ""),
    "numbers on lines": ("", "1\n", "-"),
    "numbers and blanks": ("1\n2\n3\n", "-. ", "x"),
    "link of kanpen": ("https://x/", "?problem", "="),
    "tags": ("", "<puzzle>", ""),
    "declaration": ("<?xml ", "encoding=", ">"),
    "entities": (
        "<!DOCTYPE puzzle [<!ENTITY a 'aaaaaaaaaaaaaaaaaaaa'><!ENTITY b '",
        "&a;",
        "'>]><puzzle type='&b;&b;&b;&b;'/>",
    ),
    "lists": ("", "[", ""),
    "objects": ("", '{"a":', ""),
    "number": ('{"regions":[[', "9", "]]}"),
    "URL with marks": ("https://puzz.link/p", "?", ""),
    "URL with words": ("https://puzz.link/p?", "lits", "/x"),
    "URL with slashes": ("https://puzz.link/p?", "d/", ""),
    "URL of an old address": ("https://", "/a/sa", "?lits/4/4"),
    "URL with a title": ("https://puzz.link/p?lits/4/4/9q02jg", " by", ""),
    "tetromino": ("L[a1", " , ", ""),
    "tetrominoes": ("", "L[", "a1"),
    "brackets and blanks": ("L", " [", " ]"),
    "squares": ("a1", ",a1", ""),
    "digits": ("0", "0", ",5555,"),
    "moves of LTP": ("swap", ";L[00,01", ""),
    "value of a record": ('game = "taiji"\nmoves = "', "a1, ", '"'),
    "key of a record": ("", "a.", "b = 1"),
    "keys in quotation marks": ("", '"a\\', '"'),
    "tables of a record": ("", "[[a]]\n", ""),
    "lists of a record": ("a = ", "[,", ""),
    "strings of a record": ("a = ", "'''", "'"),
    "Japanese and blanks": ("id: ", "あ ", "\nAAAA"),
}


def _filled(prefix: str, unit: str, suffix: str) -> str:
    count = (LENGTH - len(prefix) - len(suffix)) // len(unit)
    return prefix + unit * count + suffix


NASTY: dict[str, str] = {name: _filled(*shape) for name, shape in _SHAPES.items()}
"""The texts by their names, each of about `LENGTH` characters."""
