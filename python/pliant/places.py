"""Where in the user's code something was made, for messages."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Tuple

from .errors import Note

_package = os.path.dirname(os.path.abspath(__file__))


def calling_place() -> Tuple[str, int]:
    """File and line of the nearest caller outside this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _package:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def calling_folder() -> str:
    """The folder of the calling script; the present one where there is none."""
    file = calling_place()[0]
    return os.path.dirname(file) if os.path.isfile(file) else ""


def note(words: str) -> None:
    """A warning about what the nearest caller outside this package does."""
    level = 2
    while True:
        try:
            frame = sys._getframe(level - 1)
        except ValueError:
            break
        if os.path.dirname(frame.f_code.co_filename) != _package:
            break
        level += 1
    warnings.warn(words, Note, stacklevel=level)
