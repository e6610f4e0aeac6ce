# SPDX-License-Identifier: MIT
"""Messages: only an author's markup counts, and each place renders it in its own way."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.run import words
from judge.run.messages import LONGEST, Message, Sentence, sentence


def said(template, **arguments):
    return sentence(template, **arguments).message()


def test_code_and_values_are_parts():
    message = said("`Value({a}).data` is {b}. See {place:section}.", a=2.5, b="*b*", place="5. More")
    assert message.parts == (
        ("code", "Value(2.5).data"),
        ("text", " is *b*. See "),
        ("section", "5. More"),
        ("text", "."),
    )
    assert message.text() == '`Value(2.5).data` is *b*. See "5. More".'
    assert message.markdown() == r"`Value(2.5).data` is \*b\*. See *5. More*."
    assert message.html() == "<code>Value(2.5).data</code> is *b*. See <em>5. More</em>."


@pytest.mark.parametrize(
    "value", ["`x`", "*2. Section*", "{a}", "<script>", "$x$", "a_b_c", "[l](http://x)", "~~a~~", "a|b"]
)
def test_what_is_put_in_is_never_read_as_markup(value):
    message = said("it is {value}", value=value)
    assert message.parts == (("text", f"it is {value}"),)
    assert "<script>" not in message.html()
    plain = message.markdown()
    for sign in "`*_<>$[]~|":
        assert plain.count(sign) == plain.count(f"\\{sign}"), "each sign is escaped"


def test_a_quoted_sentence_is_put_in_with_its_parts():
    inner = sentence("see `{code}`", code="f(x)")
    assert said("First {inner}.", inner=inner).parts == (("text", "First see "), ("code", "f(x)"), ("text", "."))


def test_several_arguments_are_listed():
    assert said("{checks:code} fail.", checks=("a", "b")).text() == "`a`, `b` fail."
    assert said("{asked}.", asked=(sentence("a, b"), sentence("c"))).text() == "a, b; c."


@pytest.mark.parametrize(
    ("code", "markdown"), [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```")]
)
def test_code_with_backticks_has_a_longer_fence(code, markdown):
    assert said("`{code}`", code=code).markdown() == markdown


def test_a_line_end_is_a_blank_in_markdown():
    assert Message((("text", "a\nb"),)).markdown() == "a b"


def test_a_heading_with_signs_in_it_is_a_link_all_the_same():
    text = said("See {table:link}", table="1. a*b (twice)").markdown()
    assert text == "See [1. a\\*b (twice)](#1.-a*b-(twice))"


def test_an_authors_text_may_hold_braces():
    quoted = Sentence.quoting("`f'{x}'` has {braces}").message()
    assert quoted.parts == (("code", "f'{x}'"), ("text", " has {braces}"))
    assert said("{{x}} is {x}", x=1).text() == "{x} is 1"


@pytest.mark.parametrize(
    ("template", "arguments"),
    [
        ("{a} and {b}", {"a": 1}),
        ("{a.__class__}", {"a": 1}),
        ("{} and {0}", {"a": 1}),
        ("{a:>99999999}", {"a": 1}),
        ("{a", {"a": 1}),
    ],
)
def test_a_template_that_its_arguments_do_not_fit_is_said_to_be_one(template, arguments):
    text = Sentence(template, arguments).message().text()
    assert text.startswith("A sentence can't be shown")
    assert repr(template) in text


@pytest.fixture
def spanish(monkeypatch):
    templates = {}
    monkeypatch.setitem(words.CATALOGUES, "es", templates)
    token = words.LANGUAGE.set("es")
    yield templates
    words.LANGUAGE.reset(token)


def test_a_language_is_looked_up_by_the_template_and_english_stands_in(spanish):
    spanish["It is {x}."] = "Es {x}."
    spanish["{count} points"] = "{count} puntos"
    spanish["No {a}."] = "Ningún {other}."
    assert said("It is {x}.", x=sentence("{count} points", count=2)).text() == "Es 2 puntos."
    assert said("No {a}.", a=1).text() == "No 1.", "a translation that asks for other arguments"
    assert said("Unknown to it: {x}.", x=1).text() == "Unknown to it: 1."
    assert words.say("{count} points", count=3) == "3 puntos"
    assert words.say("No {a}.", a=1) == "No 1."


def test_a_language_that_is_not_there_is_english():
    token = words.LANGUAGE.set("tlh")
    assert (said("It is {x}.", x=1).text(), words.say("It is {x}.", x=1)) == ("It is 1.", "It is 1.")
    words.LANGUAGE.reset(token)


def test_a_sentence_survives_json():
    one = sentence("{a} {b} {c:code}", a=sentence("`{x}`", x="1"), b=2.5, c=("x", sentence("y")))
    assert Sentence.from_json(json.loads(json.dumps(one.as_json()))) == one


def repeated(times, depth):
    argument = "a" * 100
    for _ in range(depth):
        argument = {"template": "{a}" * times, "arguments": {"a": argument}}
    return argument


@pytest.mark.parametrize(
    "data",
    [
        *("text", None, 1, [], {"template": "a"}, {"template": 1, "arguments": {}}, {"template": "a", "arguments": []}),
        {"template": "a", "arguments": {"a": None}},
        {"template": "a" * (LONGEST + 1), "arguments": {}},
        repeated(50, 3),
    ],
)
def test_nothing_else_is_taken_for_a_sentence(data):
    with pytest.raises((ValueError, AttributeError)):
        Sentence.from_json(data)


def test_a_long_message_is_cut_in_its_parts():
    message = said("ab `{code}` cd", code="efgh")
    assert message.shortened(100) == message
    assert message.shortened(5).parts == (("text", "ab "), ("code", "ef"), ("text", " ..."))
    assert message.shortened(2).text() == "ab ..."


@given(st.text(), st.text())
def test_parts_of_any_texts_are_kept(first, second):
    message = said("{first}{second}", first=first, second=second)
    assert message.text() == first + second
    assert len(message.parts) <= 1
    assert Message((("section", first),)).text() == f'"{first}"'


@pytest.mark.parametrize(
    ("text", "first", "rest"),
    [
        ("One.", "One.", ""),
        ("`a. b` is code. Two. Three.", "`a. b` is code.", "Two. Three."),
        ("It is 1.5, as in `x`.", "It is 1.5, as in `x`.", ""),
    ],
)
def test_a_message_is_split_behind_its_first_sentence(text, first, rest):
    parts = Sentence.quoting(text).message().split()
    assert [part.text() for part in parts] == [first, rest]


def test_what_an_author_stresses_is_a_part():
    message = sentence("the data of the *other*, `2*3*4`, {a} * {b} * {c}", a="*x*", b=2, c=3).message()
    assert message.html() == "the data of the <em>other</em>, <code>2*3*4</code>, *x* * 2 * 3"
    assert message.text() == "the data of the *other*, `2*3*4`, *x* * 2 * 3"
    assert message.markdown() == "the data of the *other*, `2*3*4`, \\*x\\* \\* 2 \\* 3"
