"""The public names of the package."""

from ._async_client import AsyncGodwit
from ._client import Godwit
from ._calls import BatchAccepted, BatchRefused, BatchResult, EventOptions
from ._callbacks import CallbackError, verify_callback
from ._errors import AnswerError, ApiError, ConnectionError, GodwitError
from ._types import (
    VERSION,
    Balance,
    DryRun,
    ErrorAnswer,
    ErrorCode,
    Event,
    EventPage,
    IncomingCallback,
    IncomingData,
    Login,
    Message,
    MessageData,
    MessagePage,
    MessageRow,
    NewMessage,
    OptOut,
    PageOptions,
    ResentEvent,
    StatusCallback,
    VerificationData,
)

__version__ = VERSION
__all__ = [
    "AnswerError",
    "ApiError",
    "AsyncGodwit",
    "Balance",
    "BatchAccepted",
    "BatchRefused",
    "BatchResult",
    "CallbackError",
    "ConnectionError",
    "DryRun",
    "ErrorAnswer",
    "ErrorCode",
    "Event",
    "EventOptions",
    "EventPage",
    "Godwit",
    "GodwitError",
    "IncomingCallback",
    "IncomingData",
    "Login",
    "Message",
    "MessageData",
    "MessagePage",
    "MessageRow",
    "NewMessage",
    "OptOut",
    "PageOptions",
    "ResentEvent",
    "StatusCallback",
    "VerificationData",
    "verify_callback",
]
