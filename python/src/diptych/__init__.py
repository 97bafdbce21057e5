"""Compare execution traces: the diptych command, and its results as Arrow tables."""

from ._command import DiptychError
from ._pair import Pair, compare
from ._trace import Trace, export
from . import fleet

__all__ = ["DiptychError", "Pair", "Trace", "compare", "export", "fleet"]
