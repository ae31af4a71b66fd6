"""The chapters of docs/protocol.md that list methods, objects and errors, out of the OpenRPC document."""

WRITE_OPTIONS = ["idempotencyKey", "dryRun"]
TIME_WORDS = ["at", "for", "from", "to"]

EXIT_STATUS = {1: "failed", 2: "wrong usage or value", 3: "already done, or nothing running", 4: "no permission",
               5: "not reached", 6: "conflict", 7: "no answer in time"}


def anchor(title):
    """As GitHub makes it out of a heading."""
    return title.lower().replace(".", "").replace(" ", "-")


def link(title):
    return f"[{title}](#{anchor(title)})"


def type_words(schema):
    if "$ref" in schema:
        return link(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema:
        return f"{type_words(schema['anyOf'][0])} or null"
    if "enum" in schema:
        return ", ".join(f'`"{word}"`' for word in schema["enum"])
    if schema.get("type") == "array":
        words = type_words(schema["items"]) if schema["items"] else "object"
        if words.startswith("list of "):
            return "list of lists of " + words.removeprefix("list of ")
        return "list of " + words + ("s" if words[-1].isalpha() else "")
    names = {"date-time": "instant", "uuid": "UUID", "integer": "whole number"}
    word = schema.get("format") or schema.get("type") or "JSON"
    return names.get(word, word)


def without_null(schema):
    return schema["anyOf"][0] if "anyOf" in schema else schema


def table(headings, rows):
    lines = [headings, ["---"] * len(headings)] + rows
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def answer_table(schema):
    """Members that may be left out say so; the others are always there, even as null."""
    rows = []
    for name, member in schema["properties"].items():
        is_required = name in schema["required"]
        words = type_words(member if is_required else without_null(member))
        rows.append([f"`{name}`", words, "yes" if is_required else "", member["description"]])
    return table(["Member", "Type", "Always", "Meaning"], rows)


def params(method):
    own = {each["name"]: each for each in method["params"]}
    shared = []
    if set(TIME_WORDS) <= set(own):
        shared.append(f"[{', '.join(f'`{name}`' for name in TIME_WORDS)}](#times)")
        own = {name: each for name, each in own.items() if name not in TIME_WORDS}
    if set(WRITE_OPTIONS) <= set(own):
        shared.append(f"[{', '.join(f'`{name}`' for name in WRITE_OPTIONS)}](#writing-once)")
        own = {name: each for name, each in own.items() if name not in WRITE_OPTIONS}
    parts = []
    if own:
        rows = [[f"`{each['name']}`", type_words(without_null(each["schema"])), "yes" if each["required"] else "",
                 each["description"]] for each in own.values()]
        parts.append(table(["Param", "Type", "Required", "Meaning"], rows))
    if shared:
        parts.append(("And " if own else "Params: ") + " and ".join(shared) + ".")
    return "\n\n".join(parts) or "No params."


def choices(method):
    """The params of each kind, if a kind decides which there are."""
    schemas = method.get("x-paramsByKind", {"oneOf": []})["oneOf"]
    return {schema["properties"]["kind"]["enum"][0]: schema for schema in schemas}


def params_by_kind(method):
    """First those that all kinds have, and then each kind's own. A kind that needs one which others may leave out has it
    as its own, too."""
    kinds = choices(method)
    names = [param["name"] for param in method["params"]]
    shared = [name for name in names if all(name in schema["properties"] for schema in kinds.values())]
    common = {name for name in shared if any(name not in schema["required"] for schema in kinds.values())} | {"kind"}
    parts = [params(method | {"params": [
        param | {"required": param["name"] == "kind"} for param in method["params"] if param["name"] in common]})]
    rows = []
    for kind, schema in kinds.items():
        own = [name for name in schema["properties"]
               if name not in common or name != "kind" and name in schema["required"]]
        times = [name for name in TIME_WORDS if name in own]
        for name in [name for name in own if name not in times]:
            member = schema["properties"][name]
            rows.append([f"`{kind}`", f"`{name}`", type_words(without_null(member)),
                         "yes" if name in schema["required"] else "", member["description"]])
        if times:
            rows.append([f"`{kind}`", ", ".join(f"`{name}`" for name in times), "string", "", "See [times](#times)."])
    if rows:
        parts.append("By kind:\n\n" + table(["Kind", "Param", "Type", "Required", "Meaning"], rows))
    return "\n\n".join(parts)


def method_section(method):
    schema = method["result"]["schema"]
    answer = f"Returns {type_words(schema)}." if "$ref" in schema else "Returns:\n\n" + answer_table(schema)
    marks = {"A press.": method["x-press"], "A write.": method["x-write"] and not method["x-press"],
             "For administrators.": method["x-access"] == "administrators"}
    summary = " ".join([method["summary"]] + [f"*{mark}*" for mark, applies in marks.items() if applies])
    names = [f"`{error['$ref'].rsplit('/', 1)[1]}`" for error in method["errors"]]
    errors = f"\n\n[Errors](#error-names): {', '.join(names)}." if names else ""
    return f"### {method['name']}\n\n{summary}\n\n{params_by_kind(method) if choices(method) else params(method)}\n\n{answer}{errors}"


def topics(topics):
    rows = [[f"`{name}`", "state" if topic["x-state"] else "log", type_words(topic["schema"]), topic["description"]]
            for name, topic in topics.items()]
    return table(["Topic", "Class", "Data", "Meaning"], rows)


def error_row(name, error):
    return [str(error["code"]), f"`{name}`", "yes" if error["data"]["retryable"] else "", str(error["x-exitStatus"]),
            error["message"], f"`{error['data']['hint']}`"]


def chapters(openrpc):
    methods, components = openrpc["methods"], openrpc["components"]
    errors = [error_row(name, error) for name, error in components["errors"].items()]
    statuses = "; ".join(f"{number} {meaning}" for number, meaning in EXIT_STATUS.items())
    return "\n\n".join(
        ["\n## Methods",
         "A method's errors are those of its own. Any call can also end with one about the request (`rpc.…`) or the database\n(`store.…`).",
         " · ".join(link(method["name"]) for method in methods)]
        + [method_section(method) for method in methods]
        + ["## Topics", "The topics of a subscription. An event's data has the type shown here, and so has the snapshot of a\nstate topic.",
           topics(components["topics"])]
        + ["## Objects", "Objects that several methods return."]
        + [f"### {name}\n\n{answer_table(schema)}" for name, schema in components["schemas"].items()]
        + ["## Error names",
           f"The exit status is that of `bbctl`: {statuses}. The hint is the usual one; an answer may contain a better one.",
           table(["Code", "Name", "Retryable", "Exit status", "Meaning", "Hint"], errors)]
        + ["*Made by `contrib/dev/generate-docs` from the daemon's own description and `contrib/dev/documents/protocol.md`.*\n"]
    )
