"""What is counted while the house runs, in the form that Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters of one process; nothing in them tells one card or one person from another."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.wishes = Counter(
            "punto_wishes_total",
            "Requests and reports that had an answer.",
            ["outcome"],
            registry=self.registry,
        )
        self.accepted = self.wishes.labels("accepted")
        self.refused = self.wishes.labels("refused")
        self.repeated = self.wishes.labels("repeated")
        self.failed = self.wishes.labels("failed")
        self.seconds = Histogram(
            "punto_wish_seconds",
            "From the arrival of a wish to its durable answer.",
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.events = Counter(
            "punto_events_total", "Events that became durable here.", registry=self.registry
        )
        self.sockets = Gauge("punto_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge(
            "punto_tables", "Tables served by this process.", registry=self.registry
        )
        self.stopped = Gauge(
            "punto_tables_stopped", "Tables that take nothing.", registry=self.registry
        )
        self.bad_messages = Counter(
            "punto_bad_messages_total", "Messages that were not understood.", registry=self.registry
        )

    def text(self) -> bytes:
        """Everything counted so far."""
        return generate_latest(self.registry)
