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
# # A shoe counted
#
# Does it help to remember the cards? Follow one shoe coup by coup with exact odds, then see how
# good the best count one could keep in one's head is.

# %%
import matplotlib.pyplot as plt

import puntobanco as pb
from puntobanco.odds import full_shoe
from puntobanco.odds.along import along, shuffled
from puntobanco.odds.counting import best_count, study_count
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.sheets.pictures import colour, label, use_style

use_style(plt)

rules = pb.book("mbs").rules()
tableau, wagers = rules.core.tableau, rules.core.wagers
start = full_shoe(rules.decks)
pricer = Pricer(tableau, [wagers[name] for name in ("player", "banker", "tie")])
shoe = list(along(pricer, tableau, start, shuffled(start, 7), cut=14))
print(f"{len(shoe)} coups")

# %%
figure, axis = plt.subplots(figsize=(9, 4))
for name in ("player", "banker"):
    edges = [100 * float(each.odds[name].edge) for each in shoe]
    axis.plot(edges, color=colour(name))
    label(axis, (len(edges) - 1, edges[-1]), name, colour(name))
axis.axhline(0, color="black", linewidth=0.5)
axis.set_xlabel("coup")
axis.set_ylabel("edge, per cent")
figure.tight_layout()

# %% [markdown]
# The edge wanders by a few hundredths of a per cent until the last coups. The best linear count has
# as its tags the exact effects of removal: in ninths of the strongest,

# %%
count = best_count(pricer, "banker", start)
print(count.whole_tags())

# %% [markdown]
# Tried on shuffled shoes, dealt to 14 cards from the end: how often is the exact edge the patron's,
# and how large is it then?

# %%
study = study_count(tableau, wagers["banker"], start, cut=14, shoes=30, seed=1)
print(f"{study.favourable} of {study.coups} coups favour the patron on Banker")
print(f"by {float(study.advantage):.3%} on average; the count correlates {study.correlation:.3f}")
gain = float(study.advantage) * study.favourable / study.shoes
print(f"one unit at each of them would earn {gain:.4f} units a shoe, for a perfect calculator")

# %%
assert study.correlation > 0.8
assert study.favourable < study.coups / 20
