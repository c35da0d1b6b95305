"""A client for ordering printed books from an Octavo service. It needs nothing but the standard library."""

from .aio import AsyncOctavo
from .client import Octavo
from .problem import OctavoProblem
from .webhooks import InvalidSignature, read_webhook

__all__ = ["AsyncOctavo", "InvalidSignature", "Octavo", "OctavoProblem", "read_webhook"]
