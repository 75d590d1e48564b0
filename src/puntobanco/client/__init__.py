"""A house from a program: sign in, look at tables, act at them; asynchronous and typed.

async with HouseClient("http://127.0.0.1:8000") as house:
    await house.sign_in("guest1", password)
    async with house.table("T1") as table:
        await table.ask(TakePlace(by="guest1", place=3))
        await table.until(lambda view: view.phase.stage == "betting")
"""

try:
    import httpx2  # noqa: F401 - asked for here, so that its absence is said in a sentence
except ModuleNotFoundError:
    sentence = "puntobanco.client needs the package httpx2; install puntobanco[client]"
    raise ModuleNotFoundError(sentence, name="httpx2") from None

from puntobanco.client.house import HouseClient, HouseSaysNoError, SignedIn
from puntobanco.client.live import CommandFailedError, LiveTable, LostError
from puntobanco.client.view import View

__all__ = [
    "CommandFailedError",
    "HouseClient",
    "HouseSaysNoError",
    "LiveTable",
    "LostError",
    "SignedIn",
    "View",
]
