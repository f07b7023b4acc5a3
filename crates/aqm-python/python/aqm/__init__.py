"""Simulates active queue management at one bottleneck, packet by packet."""

from ._aqm import version
from .runs import Result, run
from .sweeps import sweep

__all__ = ["Result", "run", "sweep", "version"]
__version__ = version()
