"""Verifies each webhook, stores its event once, and answers."""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from octavo_client import InvalidSignature, read_webhook

SECRET = os.environ["OCTAVO_WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "4000"))
FILE = Path(sys.argv[1] if len(sys.argv) > 1 else "events.jsonl")
MAX_BYTES = 5_000_000

stored_ids: set[str] = set()
newest_sequences: dict[str, int] = {}
lock = threading.Lock()


def remember(event_id: str, event: dict) -> bool:
    """Whether the event is news about its order: not older than one that came before."""
    stored_ids.add(event_id)
    order = event["data"].get("customerOrderId")
    if order is None:
        return True
    newest = newest_sequences.get(order, 0)
    newest_sequences[order] = max(newest, event["sequence"])
    return event["sequence"] > newest


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        if length > MAX_BYTES:
            return self.answer(413)
        try:
            event = read_webhook(SECRET, self.headers, self.rfile.read(length))
        except InvalidSignature:
            return self.answer(400)
        event_id = self.headers["webhook-id"]
        with lock:
            if event_id not in stored_ids:
                with FILE.open("a") as file:
                    file.write(json.dumps({"id": event_id, "event": event}) + "\n")
                if remember(event_id, event):
                    print(event["type"], flush=True)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


if FILE.exists():
    for line in FILE.read_text().splitlines():
        stored = json.loads(line)
        remember(stored["id"], stored["event"])
server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Webhooks are received at http://127.0.0.1:{PORT}/", flush=True)
server.serve_forever()
