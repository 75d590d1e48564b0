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
# # The life of a bankroll
#
# A patron brings 5,000, stakes 100 on Banker and plays 300 coups, about four hours. Played twenty
# thousand times: how long does the money last, and what does a staking plan change?

# %%
import matplotlib.pyplot as plt

import puntobanco as pb
from puntobanco.odds.sheets.pictures import colour, use_style
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.session_results import session_results
from puntobanco.sim.sessions import SessionPlan, play_sessions, traced_sessions
from puntobanco.sim.staking import Staking

use_style(plt)
rules = pb.book("mbs").rules()


def plan(staking: Staking) -> SessionPlan:
    """The same patron, by another plan."""
    return SessionPlan(
        rules=rules.core,
        shoes=shoe_plan(rules.core),
        wagers=("banker",),
        bankroll=5_000_00,
        base=100_00,
        coups=300,
        staking=staking,
        clamp=True,
    )


# %%
results = {}
threads = LocalThreads(2)
for staking in (Staking.FLAT, Staking.MARTINGALE, Staking.PAROLI):
    records = play_sessions(plan(staking), 7, 20_000, threads)
    results[staking] = session_results(plan(staking), records, 70)
threads.close()
for staking, found in results.items():
    ruin = found.ruin
    print(f"{staking.value:11} ruined {ruin.value:.3%}, {ruin.low:.3%} to {ruin.high:.3%}")

# %% [markdown]
# Whatever the plan, the loss for each unit staked is the edge. No plan changes that; it only
# changes how the loss is spread.

# %%
edge = float(rules.odds()["banker"].edge)
for staking, found in results.items():
    lost = found.lost_per_unit_staked
    print(f"{staking.value:11} lost {lost.value:.4%} of what was staked; edge {edge:.4%}")

# %% [markdown]
# Some lives.

# %%
coups, traces = traced_sessions(plan(Staking.FLAT), 7)
figure, axis = plt.subplots(figsize=(9, 4))
for trace in traces[:40]:
    axis.plot(coups, trace / 100, linewidth=0.6, color=colour("banker"), alpha=0.5)
axis.set_xlabel("coups")
axis.set_ylabel("bankroll")
figure.tight_layout()

# %%
flat, martingale = results[Staking.FLAT], results[Staking.MARTINGALE]
assert flat.ruin.value < martingale.ruin.value
assert all(
    each.lost_per_unit_staked.low < edge < each.lost_per_unit_staked.high for each in (flat,)
)
