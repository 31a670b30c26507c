"""Why regions cannot be served as a delivery says: the same rules as `servings`, one by one."""

from __future__ import annotations

from siurell.games.finca.components import BIGCART, LESS
from siurell.games.finca.moves import NO_FRUIT, Item, Items, fruit_word, region_word
from siurell.games.finca.table import NOTHING, Table


def why_not_deliver(table: Table, items: Items) -> str | None:
    """A normal delivery needs a cart and takes up to 6 fruits (F-DELIVER-1, F-DELIVER-4)."""
    return _why_no_cart(table) or why_not_serve(table, items, table.rules.deliver_cap, NO_FRUIT)


def why_not_big_cart(table: Table, items: Items) -> str | None:
    """The big cart takes up to 10 fruits (F-BIG-1)."""
    if not table.actions[table.mover] & BIGCART:
        return "your big cart is used (F-ACTION-1)."
    return why_not_serve(table, items, table.rules.big_cap, NO_FRUIT)


def why_not_one_less(table: Table, saved: int, items: Items) -> str | None:
    """The limit of 6 is counted after one fruit is saved (F-LESS-1, F-LESS-2)."""
    if not table.actions[table.mover] & LESS:
        return "your tile for one fruit less is used (F-ACTION-1)."
    if not 0 <= saved < table.rules.fruits:
        return f"there is no fruit {saved} to save (F-LESS-1)."
    return _why_no_cart(table) or why_not_serve(table, items, table.rules.deliver_cap, saved)


def why_not_serve(table: Table, items: Items, limit: int, saved: int) -> str | None:
    """One or more tops, each met exactly, within the limit (F-DELIVER-2 to F-DELIVER-4)."""
    if not items:
        return "at least one region must be served (F-DELIVER-2)."
    for item in items:
        reason = _why_not_item(table, item)
        if reason is not None:
            return reason
    return (
        _why_not_order(table, items)
        or _why_not_saved(table, items, saved)
        or _why_too_many(table, items, limit, saved)
        or _why_too_little_fruit(table, items, saved)
    )


def _why_no_cart(table: Table) -> str | None:
    return None if table.carts[table.mover] else "you hold no cart (F-DELIVER-1)."


def _why_not_item(table: Table, item: Item) -> str | None:
    """A top lies there, and the fruit is named exactly where it is wild (F-WILD-1)."""
    if not 0 <= item.region < table.rules.regions:
        return f"there is no region {item.region}."
    where = region_word(item.region)
    top = table.tops[item.region]
    if top == NOTHING:
        return f"no tile lies at {where}: the region is closed (F-DELIVER-10)."
    face = table.rules.box.faces[top]
    if not face.wild:
        if item.fruit != NO_FRUIT:
            return f"the tile at {where} is {face.key}, which says itself what it wants."
        return None
    if not 0 <= item.fruit < table.rules.fruits:
        return f"the tile at {where} is wild: name its fruit, such as `{where}:fig` (F-WILD-1)."
    return None


def _why_not_order(table: Table, items: Items) -> str | None:
    """Board order; among wild tiles of equal value also order of fruits (F-NOTE-4, F-NOTE-5)."""
    last = -1
    last_fruit: dict[int, int] = {}
    for item in items:
        if item.region == last:
            return f"{region_word(last)} is served once at most (F-DELIVER-5)."
        if item.region < last:
            return f"{region_word(item.region)} stands before {region_word(last)} (F-NOTE-4)."
        last = item.region
        wild = table.rules.box.faces[table.tops[item.region]].wild
        if wild:
            if item.fruit < last_fruit.get(wild, 0):
                return (
                    f"the two wild tiles of {wild} are written with {fruit_word(item.fruit)} first "
                    "(F-NOTE-5)."
                )
            last_fruit[wild] = item.fruit
    return None


def _why_not_saved(table: Table, items: Items, saved: int) -> str | None:
    """The saved fruit is wanted by a served tile of value 2 or more (F-LESS-3)."""
    if saved == NO_FRUIT:
        return None
    faces = table.rules.box.faces
    for item in items:
        face = faces[table.tops[item.region]]
        if face.value > 1 and (item.fruit == saved if face.wild else face.need[saved] > 0):
            return None
    return f"no served tile of value 2 or more wants {fruit_word(saved)} (F-LESS-3)."


def _why_too_many(table: Table, items: Items, limit: int, saved: int) -> str | None:
    """The limit is counted over all regions, after the reduction (F-DELIVER-4, F-LESS-2)."""
    faces = table.rules.box.faces
    total = sum([faces[table.tops[item.region]].value for item in items])
    if saved != NO_FRUIT:
        total -= 1
    if total <= limit:
        return None
    return f"that is {total} fruits, and {limit} are the most (F-DELIVER-4)."


def _why_too_little_fruit(table: Table, items: Items, saved: int) -> str | None:
    """Each top is met exactly, but for the fruit saved (F-DELIVER-3, F-LESS-1)."""
    wanted = [0] * table.rules.fruits
    for item in items:
        face = table.rules.box.faces[table.tops[item.region]]
        if face.wild:
            wanted[item.fruit] += face.wild
        for fruit, count in enumerate(face.need):
            wanted[fruit] += count
    if saved != NO_FRUIT:
        wanted[saved] -= 1
    first = table.mover * table.rules.fruits
    for fruit, count in enumerate(wanted):
        held = table.fruit[first + fruit]
        if held < count:
            return f"that takes {count} {fruit_word(fruit)}, and you hold {held} (F-DELIVER-3)."
    return None
