"""One seat of a match: what its session says as events of the core, what the core says as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siurell.match.dealer import seat_seed
from siurell.match.events import (
    Ask,
    DecisionReceived,
    QuestionWritten,
    SeatBack,
    SeatFaulted,
    SeatLost,
    SeatReady,
    Tell,
)
from siurell.match.result import Cause, Evidence, MatchResult
from siurell.wire.seat import ask_bytes, finished_bytes, out_bytes, welcome_bytes

from referee.session import Session

if TYPE_CHECKING:
    from referee.driver import MatchDriver


class Seat:
    """Stands between one session and the driver of its match."""

    def __init__(self, driver: MatchDriver, number: int, session: Session) -> None:
        self._driver = driver
        self._number = number
        self._session = session
        self._ready = False
        self._lost = False
        self._out = b""
        """What the bot was told when it forfeited."""

    @property
    def session(self) -> Session:
        """The session that plays on this seat."""
        return self._session

    @property
    def lost(self) -> bool:
        """Whether its line is lost."""
        return self._lost

    @property
    def match_id(self) -> str:
        """The match."""
        return self._driver.setup.config.match_id

    # --------------------------------------------------------------------- from the session

    def on_login(self) -> None:
        """Welcome the bot, the open question follows when it is ready; or say that it is out."""
        if self._out:
            self._session.send(self._out)
        elif self._driver.begun:
            self.welcome()

    def on_ready(self) -> bool:
        """Tell the core that the bot can be asked, for the first time or again."""
        if not self._driver.begun or (self._ready and not self._lost):
            return False
        if self._lost:
            self._lost = False
            self._driver.post(SeatBack(self._number))
        else:
            self._ready = True
            self._driver.post(SeatReady(self._number, self._driver.lag_us()))
        self._rest()
        return True

    def on_decision(self, decision_id: int, text: str) -> None:
        """Hand an answer to the core, with our own lateness."""
        driver = self._driver
        driver.post(DecisionReceived(self._number, decision_id, text, driver.lag_us()))
        self._rest()

    def on_failure(self, detail: str) -> None:
        """The bot's code failed; the last line of what it reports says how."""
        last = detail.strip().rpartition("\n")[2] or "it did not say which"
        evidence = Evidence(stderr=detail, detail=f"The bot raised an error: {last}")
        self._driver.post(SeatFaulted(self._number, Cause.CRASH, evidence))

    def on_violation(self, detail: str) -> None:
        """The bot broke the protocol."""
        self._driver.post(SeatFaulted(self._number, Cause.PROTOCOL, Evidence(detail=detail)))

    def on_lost(self) -> None:
        """The bot's line is gone, for the time being."""
        if self._ready and not self._lost:
            self._lost = True
            self._driver.post(SeatLost(self._number))

    # ------------------------------------------------------------------------- to the session

    def welcome(self) -> None:
        """Tell the bot which match it plays."""
        setup = self._driver.setup
        self._session.send(
            welcome_bytes(
                setup.config,
                self._number,
                setup.commitment,
                seat_seed(setup.seed, self._number),
                setup.config.labels if setup.named else (),
            )
        )

    def ask(self, ask: Ask) -> None:
        """Put a question to the bot."""
        driver = self._driver
        moves = driver.legal_texts() if self._session.wants_moves else ()
        data = ask_bytes(self.match_id, ask, driver.observation(self._number), moves)

        def put() -> None:
            self._session.send(data, lambda: driver.post(QuestionWritten(ask.decision_id)))

        if driver.pacer is None:
            put()
        else:
            driver.pacer.ask(self._number, ask.decision_id, put)

    def _rest(self) -> None:
        """Stand still unless it is asked, where seats may not think on others' time."""
        driver = self._driver
        if driver.pacer is not None and not (self._out or driver.is_asked(self._number)):
            driver.pacer.rest(self._number)

    def tell_out(self, tell: Tell) -> None:
        """Tell the bot that it is out while the match goes on."""
        self._out = out_bytes(self.match_id, tell.cause, tell.evidence.detail)
        self._session.send(self._out)

    def finish(self, result: MatchResult, digest: str) -> None:
        """Tell the bot how the match ended, and let its session go."""
        if not self._out:
            self._session.send(finished_bytes(self.match_id, result, self._number, digest))
        self._session.leave()
