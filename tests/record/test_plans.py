"""How the shared store's connections behave, also when one is used again."""

from __future__ import annotations

import asyncio

import pytest

from puntobanco.record.postgres import rows as sql
from puntobanco.record.postgres.store import PostgresStore
from tests.record.conftest import PostgresPlace, opened


@pytest.mark.parametrize("query", [sql.ANSWERED, sql.SOME_BALANCES], ids=["answers", "balances"])
def test_rows_are_found_by_their_keys_even_if_the_plan_was_made_on_empty_tables(
    postgres: PostgresPlace, query: str
) -> None:
    async def run() -> str:
        async with opened(postgres) as store:
            assert isinstance(store, PostgresStore)
            for _ in range(2):
                async with store._pool.acquire() as connection, connection.transaction():
                    await connection.execute(f"PREPARE kept (text[], text[]) AS {query}")
                    await connection.execute("SET LOCAL plan_cache_mode = force_generic_plan")
                    rows = await connection.fetch("EXPLAIN EXECUTE kept (ARRAY['a'], ARRAY['b'])")
                    await connection.execute("DEALLOCATE kept")
        return "\n".join(row[0] for row in rows)

    plan = asyncio.run(run())
    assert "Index Scan using" in plan
    assert "Seq Scan" not in plan


def test_a_commit_is_durable_whatever_the_address_asks_for(postgres: PostgresPlace) -> None:
    async def run() -> list[str]:
        careless = PostgresPlace(f"{postgres.source}&synchronous_commit=off")
        async with opened(careless) as store:
            assert isinstance(store, PostgresStore)
            found = []
            for _ in range(2):
                async with store._pool.acquire() as connection:
                    found.append(await connection.fetchval("SHOW synchronous_commit"))
            return found

    assert asyncio.run(run()) == ["on", "on"]
