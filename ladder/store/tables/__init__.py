"""The tables of the ladder, as SQLModel models.

Table models do not validate, so every rule that a row has to keep stands as a constraint; services
fill rows from checked values of the domain. There are no relationships: what is needed is selected
in one query, and nothing is loaded behind the reader's back. A change here needs a migration
(`python -m ladder.store.new_revision`); a test compares the two.
"""

from ladder.store.tables.base import Row
from ladder.store.tables.bots import BotRow, VersionGameRow, VersionRow
from ladder.store.tables.matches import (
    AttemptRow,
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    CounterRow,
    MatchRow,
    SeatRow,
)
from ladder.store.tables.owners import (
    ApiTokenRow,
    AuditRow,
    LadderQuotaRow,
    OwnerQuotaRow,
    OwnerRow,
)
from ladder.store.tables.remote import RemoteBotRow
from ladder.store.tables.seasons import (
    ClosingEntrantRow,
    FormatCountRow,
    RatingSetRow,
    SeasonRow,
    SoloStandingRow,
    StandingRow,
    SuspensionRow,
)
from ladder.store.tables.tournaments import (
    TournamentEventRow,
    TournamentMatchRow,
    TournamentRow,
    TournamentSeedRow,
)

__all__ = [
    "ApiTokenRow",
    "AttemptRow",
    "AuditRow",
    "BatchEntrantRow",
    "BatchRow",
    "BlockRow",
    "BotRow",
    "ClosingEntrantRow",
    "CounterRow",
    "FormatCountRow",
    "LadderQuotaRow",
    "MatchRow",
    "OwnerQuotaRow",
    "OwnerRow",
    "RatingSetRow",
    "RemoteBotRow",
    "Row",
    "SeasonRow",
    "SeatRow",
    "SoloStandingRow",
    "StandingRow",
    "SuspensionRow",
    "TournamentEventRow",
    "TournamentMatchRow",
    "TournamentRow",
    "TournamentSeedRow",
    "VersionGameRow",
    "VersionRow",
]
