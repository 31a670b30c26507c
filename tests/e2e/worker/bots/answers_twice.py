from raw import play


def twice(line, ask):
    line.answer(ask)
    line.answer(ask)


play(twice)
