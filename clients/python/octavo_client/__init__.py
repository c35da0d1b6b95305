"""A client for ordering printed books from an Octavo service. It needs nothing but the standard library."""

from .aio import AsyncOctavo
from .client import Octavo
from .problem import OctavoProblem
from .types import OctavoEvent
from .webhooks import InvalidSignature, read_webhook

__all__ = ["AsyncOctavo", "InvalidSignature", "Octavo", "OctavoEvent", "OctavoProblem", "read_webhook"]
