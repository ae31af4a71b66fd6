#!/usr/bin/env python3
"""Logs a wet diaper and prints what the daemon said, with Python's standard library alone."""
import json
import os
import socket

home = os.environ["HOME"]
runtime = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_STATE_HOME") or home + "/.local/state"
path = os.environ.get("BABYBASICS_SOCKET") or runtime + "/babybasics/daemon.sock"

with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
    connection.connect(path)
    lines = connection.makefile("rw", encoding="utf-8")
    request = {"jsonrpc": "2.0", "id": 1, "method": "entry.log", "params": {"kind": "diaper", "type": "wet"}}
    lines.write(json.dumps(request) + "\n")
    lines.flush()
    answer = json.loads(lines.readline())

print(answer["result"]["message"] if "result" in answer else answer["error"]["message"])
