"""The protocol as JSON Schema, for programs in any language; the page's types are made from it.

This module and its imports need msgspec alone, so that the page is built without the games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.inspect import DataclassType, Field, StructType, Type

from dealt.service.table.messages import ClientMessage
from dealt.service.table.protocol import PROTOCOL, ServerFrame

_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The JSON Schema of both directions, `client` and `server`, and of their parts.

    Clients may omit fields with a default; the service sends them, unless the struct has
    `omit_defaults`.  So a struct that goes both ways has a second entry, `Wanted...`, for clients.
    """
    (client,), components = msgspec.json.schema_components([ClientMessage], ref_template=_REF)
    (server,), sent = msgspec.json.schema_components([ServerFrame], ref_template=_REF)
    for name in set(_sent_whole()) & set(sent):
        sent[name]["required"] = list(sent[name]["properties"])
    for name in components.keys() & sent.keys():
        components["Wanted" + name] = {**components.pop(name), "title": "Wanted" + name}
        old, new = (json.dumps(_REF.format(name=each)) for each in (name, "Wanted" + name))
        components = json.loads(json.dumps(components).replace(old, new))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"dealt protocol {PROTOCOL}",
        "anyOf": [{"$ref": _REF.format(name=each)} for each in ("client", "server")],
        "$defs": {**components, **sent, "client": client, "server": server},
    }


def _sent_whole() -> Iterator[str]:
    """The names of the structs that the service sends with every field."""
    todo: list[Any] = [msgspec.inspect.type_info(ServerFrame)]
    classes = set()
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo += node
        elif isinstance(node, Type | Field):
            if isinstance(node, StructType | DataclassType):
                if node.cls in classes:
                    continue
                classes.add(node.cls)
                config = getattr(node.cls, "__struct_config__", None)
                if config is None or not config.omit_defaults:
                    yield node.cls.__name__
            todo += (getattr(node, name) for name in node.__struct_fields__)
