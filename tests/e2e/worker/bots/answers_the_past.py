"""Answers the question before once more, and then the open one."""

from raw import play

past = []


def for_the_past(line, ask):
    if past:
        line.answer(ask, decision_id=past[-1])
    past.append(ask.decision_id)
    line.answer(ask)


play(for_the_past)
