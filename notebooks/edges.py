# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The edge of every wager
#
# Four rule books, every wager they can offer, and what each costs, exactly. The edge is the
# House's share of each unit staked; it is a fraction, and rounded only to be printed.

# %%
import matplotlib.pyplot as plt

import puntobanco as pb
from puntobanco.odds.sheets.pictures import colour, use_style

use_style(plt)

tables = {book.name: book.rules() for book in pb.books()}
tables["nz-division"] = pb.book("nz-division").rules(perfect_pair=1, dragon_bonus=1)
priced = {name: rules.odds() for name, rules in tables.items()}
for name, found in priced.items():
    cheapest = min(found.values(), key=lambda each: each.edge)
    print(f"{name:20} {len(found):3} wagers, cheapest {cheapest.wager.name} {cheapest.edge}")

# %% [markdown]
# One picture for all of them. Main wagers cost about one part in a hundred; most side wagers cost
# ten to thirty times as much.

# %%
figure, axes = plt.subplots(2, 2, figsize=(11, 12), sharex=True)
for axis, (name, found) in zip(axes.flat, priced.items(), strict=True):
    ranked = sorted(found.values(), key=lambda each: each.edge)
    names = [each.wager.name for each in ranked]
    axis.barh(names, [100 * float(each.edge) for each in ranked], color=list(map(colour, names)))
    axis.grid(visible=False, axis="y")
    axis.set_title(name)
    axis.set_xlabel("edge, per cent")
    axis.tick_params(labelsize=8)
figure.tight_layout()

# %% [markdown]
# Cost is one thing, swing another: the deviation of one coup at one unit.

# %%
mbs = priced["mbs"]
for name, each in mbs.items():
    print(f"{name:12} edge {float(each.edge):8.4%}   deviation {each.deviation:.3f}")
print(f"banker with tie: correlation {mbs.correlation('banker', 'tie'):+.4f}")

# %% [markdown]
# The number of decks hardly matters to Player and Banker, and a great deal to pairs.

# %%
rules = tables["mbs"]
decks = {number: rules.odds(decks=number) for number in (1, 6, 8)}
for name in ("player", "banker", "player-pair"):
    print(name, [f"{float(decks[number][name].edge):.4%}" for number in (1, 6, 8)])

# %%
assert decks[8]["player-pair"].edge == mbs["player-pair"].edge
assert float(decks[1]["player-pair"].edge) > 2 * float(decks[8]["player-pair"].edge)
assert all(each.edge > 0 for found in priced.values() for each in found.values())
