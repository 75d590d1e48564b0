"""What is counted while the house runs, in the form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
OUTCOMES = ("accepted", "refused", "repeated", "failed")


class Commands(Collector):
    """How commands ended and how long they took; every bet is counted, so plain numbers do it."""

    def __init__(self) -> None:
        self._ended = dict.fromkeys(OUTCOMES, 0)
        self._within = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, outcome: str, seconds: float) -> None:
        """Count a command that has had its end."""
        self._ended[outcome] += 1
        if outcome != "failed":
            self._within[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """What Prometheus is told."""
        commands = CounterMetricFamily(
            "punto_wishes", "Requests and reports that had an answer.", labels=["outcome"]
        )
        for outcome, number in self._ended.items():
            commands.add_metric([outcome], number)
        yield commands
        buckets, so_far = [], 0
        for bound, number in zip((*map(str, BUCKETS), "+Inf"), self._within, strict=True):
            so_far += number
            buckets.append((bound, float(so_far)))
        yield HistogramMetricFamily(
            "punto_wish_seconds",
            "From the arrival of a command to its durable answer.",
            buckets=buckets,
            sum_value=self._seconds,
        )


class OfProcess(Collector):
    """Every sample with the number of the process that counted it.

    Several processes listen on one socket, and a reader meets any of them: without it the
    counters of one would be taken for those of another that started anew.
    """

    def __init__(self, counted: Collector, number: int) -> None:
        self._counted = counted
        self._label = {"process": str(number)}

    def collect(self) -> Iterator[Metric]:
        """What Prometheus is told."""
        for metric in self._counted.collect():
            metric.samples = [
                each._replace(labels={**each.labels, **self._label}) for each in metric.samples
            ]
            yield metric


class Metrics:
    """Counters of one process; nothing in them tells one card or one person from another."""

    def __init__(self, number: int = 1) -> None:
        self._number = number
        self.registry = CollectorRegistry()
        self.commands = Commands()
        self.registry.register(self.commands)
        self.events = Counter(
            "punto_events_total",
            "Events of the tables that became known here, whichever process wrote them.",
            registry=self.registry,
        )
        self.sockets = Gauge("punto_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge(
            "punto_tables", "Tables served by this process.", registry=self.registry
        )
        self.stopped = Gauge(
            "punto_tables_stopped", "Tables that are stopped.", registry=self.registry
        )
        self.refusals = Counter(
            "punto_refusals_total",
            "Rejected calls, by code.",
            ["code"],
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Everything counted so far."""
        return generate_latest(OfProcess(self.registry, self._number))
