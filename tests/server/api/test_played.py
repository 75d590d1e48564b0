"""History."""
from tests.server.api.house import House

def test_history(played: House) -> None:
    print(played["guest1"].get("/tables/T1/history"))
