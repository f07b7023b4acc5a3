"""Simulates active queue management at one bottleneck, packet by packet."""

from ._aqm import version
from .runs import Result, run
from .showing import show
from .sweeps import sweep

__all__ = ["Result", "run", "show", "sweep", "version"]
__version__ = version()
