"""The public names of the package."""

from ._async_client import AsyncGodwit
from ._client import Godwit
from ._calls import BatchAccepted, BatchRefused, BatchResult, EventOptions
from ._callbacks import CallbackError, verify_callback
from ._errors import AnswerError, ApiError, ConnectionError, GodwitError
from . import _types
from ._types import *  # noqa: F403

__version__ = _types.VERSION
__all__ = [
    "AnswerError",
    "ApiError",
    "AsyncGodwit",
    "BatchAccepted",
    "BatchRefused",
    "BatchResult",
    "CallbackError",
    "ConnectionError",
    "EventOptions",
    "Godwit",
    "GodwitError",
    "verify_callback",
]
__all__ += _types.__all__
