"""Short spellings for JSON Schema, so that the parameter tables of the demo servers read as tables."""

from __future__ import annotations

Schema = dict[str, object]
"""A JSON Schema, or a part of one."""


def _described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description} if description else schema


def _bounded(kind: str, description: str, low: float | None, high: float | None) -> Schema:
    schema = _described({"type": kind}, description)
    if low is not None:
        schema["minimum"] = low
    if high is not None:
        schema["maximum"] = high
    return schema


def text(description: str = "", pattern: str = "", form: str = "", longest: int = 0) -> Schema:
    """Return a string schema; `form` is the JSON Schema ``format``, `longest` its ``maxLength``."""
    schema = _described({"type": "string"}, description)
    if form:
        schema["format"] = form
    if pattern:
        schema["pattern"] = pattern
    if longest:
        schema["maxLength"] = longest
    return schema


def choice(description: str, *values: str) -> Schema:
    """Return a string schema that allows only `values`."""
    return {**text(description), "enum": list(values)}


def whole(description: str = "", low: int | None = None, high: int | None = None) -> Schema:
    """Return an integer schema between `low` and `high`, both included."""
    return _bounded("integer", description, low, high)


def number(description: str = "", low: float | None = None, high: float | None = None) -> Schema:
    """Return a number schema between `low` and `high`, both included."""
    return _bounded("number", description, low, high)


def flag(description: str = "") -> Schema:
    """Return a boolean schema."""
    return _described({"type": "boolean"}, description)


def many(items: Schema, description: str = "", fewest: int = 0, most: int = 0) -> Schema:
    """Return an array schema of `items`, holding `fewest` to `most` of them when those are given."""
    schema: Schema = {**_described({"type": "array"}, description), "items": items}
    if fewest:
        schema["minItems"] = fewest
    if most:
        schema["maxItems"] = most
    return schema


def record(description: str, required: str, **properties: Schema) -> Schema:
    """Return a closed object schema; `required` names the needed properties, parted by spaces."""
    schema: Schema = {**_described({"type": "object"}, description), "properties": properties}
    if required:
        schema["required"] = required.split()
    schema["additionalProperties"] = False
    return schema


def either(description: str, *options: Schema) -> Schema:
    """Return a schema that any one of `options` satisfies."""
    return _described({"anyOf": list(options)}, description)


def ref(name: str) -> Schema:
    """Return a reference to the definition `name`, which the tool will carry under ``$defs``."""
    return {"$ref": f"#/$defs/{name}"}


def blank(schema: Schema) -> object:
    """Return an empty placeholder value that `schema` accepts (for the schemas written with this module)."""
    allowed = schema.get("enum")
    if isinstance(allowed, list):
        return allowed[0]
    properties = schema.get("properties")
    if isinstance(properties, dict):
        return {name: blank(part) for name, part in properties.items()}
    fillers: dict[object, object] = {"integer": 0, "number": 0, "boolean": False, "array": [], "object": {}}
    return fillers.get(schema.get("type"), "")
