"""`siurell doctor`: is everything here that the arena needs, and does a match work?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import NO
from ladder.cli.output import note, print_json, say, say_state, wrapped

if TYPE_CHECKING:
    from ladder.cli.findings import Finding


@app.command(rich_help_panel="The rest")
def doctor(
    context: typer.Context,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Look at the sandbox alone: what it holds here.")
    ] = False,
    named: Annotated[
        str | None,
        typer.Option(help="With --sandbox: this one, such as landlock (else: the best here)."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Look at folder, disk, database, clock, referee and sandbox, and play one match.

    Exit code 2 when something is wrong.
    """
    from ladder.cli.findings import examine, sandbox_finding

    findings = []
    for finding in [sandbox_finding(named)] if sandbox or named else examine(home_of(context)):
        findings.append(finding)
        if not json:
            say_state(_text(finding), finding.state)
    wrong = [finding for finding in findings if finding.state == "wrong"]
    if json:
        print_json({"ok": not wrong, "findings": [asdict(finding) for finding in findings]})
    elif not wrong and not (sandbox or named):
        say("All is well.")
        say(f"Next: siurell play {DEFAULT_GAME} greedy random")
    if wrong:
        note(f"Next: mend what is wrong ({wrong[0].what} first), then siurell doctor")
        raise typer.Exit(NO)


def _text(finding: Finding) -> str:
    head = f"{finding.state:<5} {finding.what:<10} "
    lines = [(head, finding.sentence), *((f"{'':<17}- ", line) for line in finding.more)]
    return "\n".join(wrapped(text, first) for first, text in lines)
