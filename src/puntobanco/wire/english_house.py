"""The English of what stands in the house's logs and of what surveillance is told: by code."""

from __future__ import annotations

_ACCOUNT = {
    "account.opened": "The account was opened.",
    "account.paid-in": "{amount} was paid in at the cage.",
    "account.paid-out": "{amount} was paid out at the cage.",
    "account.to-table": "{amount} was bought in at {table}.",
    "account.from-table": "{amount} was cashed at {table}.",
    "account.added": "{amount} was added to set the balance right.",
    "account.taken": "{amount} was taken to set the balance right.",
    "account.limit-set": "The own {limit} limit is {bound} from {time}.",
    "account.play-began": "A place was taken at {table}, for the first time in a day.",
    "account.excluded": "No bets and no deposits until the house lifts it.",
    "account.excluded-until": "No bets and no deposits until {time}.",
    "account.exclusion-ended": "The exclusion was lifted.",
    "limit.deposit": "deposit",
    "limit.loss": "loss",
    "limit.time": "time",
    "limit.none": "no limit",
    "limit.minutes": "{count} minutes",
}

_HOUSE = {
    "house.person-added": "{by} adds {person}.",
    "house.device-added": "{by} adds the device {person}.",
    "house.person-suspended": "{by} suspends {person}: {reason}.",
    "house.person-restored": "{by} lifts the suspension of {person}.",
    "house.role-given": "{by} gives {person} the role {role} at {where}.",
    "house.role-taken": "{by} takes the role {role} at {where} from {person}.",
    "house.password-made": "{by} makes a password for one use for {person}.",
    "house.token-made": "{by} makes a token for {person}.",
    "house.tokens-ended": "{by} ends every token and session of {person}.",
    "house.book-added": "{by} adds the book {book}, edition {edition}.",
    "house.book-removed": "{by} removes the book {book}, edition {edition}: {reason}.",
    "house.table-added": "{by} adds table {table} under {book}.",
    "house.table-changed": "{by} changes the settings of {table}: {reason}.",
    "house.table-stopped": "{by} stops {table}: {reason}.",
    "house.table-released": "{by} releases {table}: {reason}.",
    "house.table-edition": "{by} has {table} run under edition {after} of {book}.",
    "house.table-watched": "{by} chooses what the floor is told of {table}.",
    "house.table-closing": "{by} has {table} close after this coup: {reason}.",
    "house.table-opening": "{by} has coups called at {table} again: {reason}.",
    "house.dealer-came": "{dealer} deals at {table}.",
    "house.dealer-went": "{dealer} hands {table} over.",
    "house.approval-asked": "{by} asks a second person.",
    "house.approval-given": "{by} agrees.",
    "house.approval-refused": "{by} does not agree: {reason}.",
    "house.alert-raised": "Somebody must look at {where}.",
    "house.alert-acknowledged": "{by} has looked at it.",
    "where.every-table": "every table",
    "role.patron": "patron",
    "role.nominee": "nominee",
    "role.dealer": "dealer",
    "role.supervisor": "supervisor",
    "role.manager": "manager",
    "role.shift-manager": "shift manager",
    "role.cashier": "cashier",
    "role.surveillance": "surveillance",
    "role.administrator": "administrator",
    "role.scanner": "scanner",
    "role.sign": "sign",
    "shoe.committed": "Shoe {shoe} of {size} cards is promised.",
    "shoe.cut": "{by} cuts shoe {shoe} at {position}.",
    "shoe.revealed": "Shoe {shoe} is opened; {used} cards had left it.",
}

_PATTERNS = {
    "pattern.late": "{who} staked {count} times within a second of the closing call.",
    "pattern.at-differential": "{who} brought the Differential exactly to its limit {count} times.",
    "pattern.undone": "{who} voided, took back or corrected something {count} times.",
    "pattern.rising": "{who} staked three times as much late in {count} shoes as before.",
    "pattern.pair": "{patron} won over {count} coups with {dealer} and lost with all others.",
    "pattern.lucky-pair": "{patron} wins more with {dealer} than chance allows.",
    "pattern.lucky-late": (
        "{patron} wins more by stakes just before {dealer} closes than chance allows."
    ),
    "pattern.informed": "{patron} stakes with {dealer} as if the first cards were known.",
    "pattern.favoured": "What {dealer} undoes is undone in favour of {patron} too often.",
    "pattern.follows": "{patron} comes to the tables that {dealer} comes to.",
    "pattern.drift": (
        "{result} comes {often} {where} than chance allows:"
        " {share} of {count} coups, {chance} by chance."
    ),
    "drift.more": "more often",
    "drift.less": "more seldom",
    "drift.with": "with {dealer}",
    "drift.here": "at this table",
    "counted.late": "Stakes laid in the last second before the closing call, from {least} on.",
    "counted.at-differential": (
        "Stakes that bring the Differential exactly to its limit, from {least} on."
    ),
    "counted.undone": (
        "Voids, payments taken back and cards corrected by one person, from {least}."
    ),
    "counted.rising": (
        "Shoes in whose last quarter a patron staked three times as much a coup as before."
    ),
    "counted.pair": (
        "Coups, from {least} on, in which a patron wins with one dealer and loses with all others."
    ),
    "counted.lucky-pair": "A patron wins more with one dealer than chance allows.",
    "counted.lucky-late": (
        "A patron wins more by stakes of the last two seconds than chance allows."
    ),
    "counted.informed": "A patron stakes as if he knew the first card of a hand.",
    "counted.favoured": (
        "Voids and corrections of a dealer turn out well for one patron too often."
    ),
    "counted.follows": "A patron changes to the tables that a dealer has changed to.",
    "counted.drift": (
        "Player, Banker or tie comes more often or more seldom than chance allows, at a table"
        " or with a dealer at it."
    ),
}

_STUDY = {
    "does.draws": "draws",
    "does.stands": "stands",
    "ruling.then": "{one}; then {other}",
    "ruling.before-next": "{words} before the next coup",
    "ruling.who": "{words} ({whom})",
    "ruling.call": "call the {post}",
    "ruling.call-or-above": "call the {post} or above",
    "ruling.may-order": "the {post} or above may order it",
    "mark.ruling": "{what}: {ruling}.",
    "mark.loses": "{outcome}. {stake} on {wager} loses ({label}).",
    "mark.pushes": "{outcome}. {stake} on {wager} neither wins nor loses ({label}).",
    "mark.wins": "{outcome}. {stake} on {wager} wins {pays} ({label}): {won}.",
    "mark.kept": "{profit}, after {commission} commission",
    "mark.rounded": "{won}, rounded as the table's setting says",
    "mark.ante": "An Ante of {amount} is collected, whatever the stake did.",
    "mark.ante-waived": "The Ante is waived for a stake of this size.",
    "pays.less": "{gain} to {stake} less {percent} %",
}

HOUSE = {**_ACCOUNT, **_HOUSE, **_PATTERNS, **_STUDY}
