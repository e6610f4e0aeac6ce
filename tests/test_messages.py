# SPDX-License-Identifier: MIT
"""Messages: an author's markup counts, what is put in means itself, and every place shows it in its own way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading.judging.messages import Message, capital, joined, literal, markup, say, section


def test_code_and_values_are_parts():
    message = say("`Value({a}).data` is {b}. See {place}.", a=2.5, b="*b*", place=section("5. More"))
    assert message.parts == (
        ("code", "Value(2.5).data"),
        ("text", " is *b*. See "),
        ("section", "5. More"),
        ("text", "."),
    )
    assert message.text() == "`Value(2.5).data` is *b*. See *5. More*."
    assert message.markdown() == r"`Value(2.5).data` is \*b\*. See *5. More*."
    assert message.html() == "<code>Value(2.5).data</code> is *b*. See <em>5. More</em>."


@pytest.mark.parametrize(
    "value", ["`x`", "*2. Section*", "{a}", "<script>", "$x$", "a_b_c", "[l](http://x)", "~~a~~", "a|b"]
)
def test_what_is_put_in_is_never_read_as_markup(value):
    message = say("it is {value}", value=value)
    assert message.parts == (("text", f"it is {value}"),)
    assert "<script>" not in message.html()
    plain = message.markdown()
    for sign in "`*_<>$[]~|":
        assert plain.count(sign) == plain.count(f"\\{sign}"), "each sign is escaped"


def test_a_message_is_put_in_with_its_parts():
    inner = say("see `{code}`", code="f(x)")
    assert say("First {inner}.", inner=inner).parts == (("text", "First see "), ("code", "f(x)"), ("text", "."))


@pytest.mark.parametrize(
    ("code", "markdown"), [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```")]
)
def test_code_with_backticks_has_a_longer_fence(code, markdown):
    assert say("`{code}`", code=code).markdown() == markdown


def test_a_line_end_is_a_blank_in_markdown():
    assert literal("a\nb").markdown() == "a b"


def test_an_authors_text_may_hold_braces():
    assert markup("`f'{x}'` has {braces}").parts == (("code", "f'{x}'"), ("text", " has {braces}"))
    assert say("{{x}} is {x}", x=1).text() == "{x} is 1"


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(KeyError):
        say("{a} and {b}", a=1)


def test_messages_are_joined_without_empty_ones():
    assert joined([literal("a"), Message(), literal("b")]).text() == "a b"
    assert joined([Message(), literal("b")], ", ").text() == "b"
    assert not joined([])


def test_the_head_of_a_sentence():
    assert capital(literal("here it is")).text() == "Here it is"
    assert capital(say("`x` is")).text() == "`x` is"
    assert capital(Message()) == Message()


def test_a_long_message_is_cut_in_its_parts():
    message = say("ab `{code}` cd", code="efgh")
    assert message.shortened(100) == message
    assert message.shortened(5).parts == (("text", "ab "), ("code", "ef"), ("text", " ..."))
    assert message.shortened(2).text() == "ab ..."


@given(st.text(), st.text())
def test_parts_of_any_texts_are_kept(first, second):
    message = literal(first) + literal(second)
    assert message.text() == first + second
    assert len(message.parts) <= 1
