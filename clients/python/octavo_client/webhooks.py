"""Webhooks as they arrive at the customer's own address, signed according to Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from . import ed25519
from .types import OctavoEvent

TOLERANCE_SECONDS = 5 * 60


class InvalidSignature(Exception):
    """The webhook was not signed by the service, or more than five minutes ago."""


def read_webhook(
    secret: str, headers: Mapping[str, str], body: bytes | str, *, now: float | None = None
) -> OctavoEvent:
    """The event, after verifying that the service signed it. Pass the raw body, before any parsing.

    Its `type` tells what it is, also to a type checker: after `event["type"] == "FilesChecked"`, `event["data"]` is a check of
    files, and after `"OrderShipped"` the order.

    `secret` is the secret `whsec_...` of the account and mode, or the public key `whpk_...` of its asymmetric signatures.

    The same event may come more than once, and events may come out of order. More types may be added: ignore those that
    you do not know.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp, signatures = (
            given[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
        sent_at = int(timestamp)
        is_public = secret.startswith("whpk_")
        key = base64.b64decode(secret.removeprefix("whpk_" if is_public else "whsec_"), validate=True)
    except (KeyError, ValueError, binascii.Error) as cause:
        raise InvalidSignature("The headers of a webhook are missing, or the secret is malformed.") from cause
    if abs((time.time() if now is None else now) - sent_at) > TOLERANCE_SECONDS:
        raise InvalidSignature("The timestamp is more than five minutes off.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + raw
    fits = _is_signed_by_key if is_public else _is_signed_by_secret
    if not any(fits(key, signed, signature) for signature in signatures.split(" ")):
        raise InvalidSignature("No signature is the service's.")
    return cast(OctavoEvent, json.loads(raw))


def _is_signed_by_secret(key: bytes, signed: bytes, signature: str) -> bool:
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return hmac.compare_digest(f"v1,{base64.b64encode(digest).decode()}".encode(), signature.encode())


def _is_signed_by_key(key: bytes, signed: bytes, signature: str) -> bool:
    version, _, encoded = signature.partition(",")
    try:
        return version == "v1a" and ed25519.verifies(key, signed, base64.b64decode(encoded, validate=True))
    except binascii.Error:
        return False
