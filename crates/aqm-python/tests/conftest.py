"""A scenario and a plan for all tests."""

import pytest


@pytest.fixture
def scenario():
    return {
        "version": 1,
        "durationS": 4,
        "warmupS": 1,
        "link": {"rateMbps": 5, "rttMs": 20, "buffer": {"ms": 100}},
        "queues": [{"kind": "codel"}, {"kind": "red"}],
        "traffic": [{"kind": "bulk", "flows": 2}],
    }


@pytest.fixture
def plan(scenario):
    return {
        "version": 1,
        "scenario": scenario,
        "vary": [{"path": "link.rateMbps", "from": 1, "to": 100, "count": 3, "log": True}],
        "seeds": {"count": 4},
        "measures": ["queueDelayMs.p95", "utilization"],
    }
