"""Manual pages out of the plain Markdown of this folder: headings, paragraphs, lists, definitions, code."""

import re

HEADER = '.\\" Made by contrib/dev/generate-docs from contrib/dev/documents/{source}.md and the program itself.\n.TH {title}\n'


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def inline(text):
    """Code is bold, what stands between asterisks is for the reader to replace; a link keeps its words."""
    text = re.sub(r"\[([^]]+)\]\(([^)]+)\)", r"\1", " ".join(text.split()))
    text = escaped(text)
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    return re.sub(r"\*([^*]+)\*", r"\\fI\1\\fR", text)


def block(text):
    if text.startswith("# "):
        return None
    if text.startswith("## "):
        return ".SH " + inline(text[3:].upper())
    if text.startswith("```"):
        lines = [line for code in text.split("\n")[1:-1] for line in wrapped(code)]
        return ".PP\n.RS 4\n.nf\n" + escaped("\n".join(lines)) + "\n.fi\n.RE"
    if text.startswith("- "):
        return "\n".join(f".IP \\(bu 2\n{inline(item)}" for item in re.split(r"^- ", text, flags=re.MULTILINE)[1:])
    if "\n: " in text:
        term, definition = text.split("\n: ", 1)
        return f".TP\n{inline(term)}\n{inline(definition)}"
    return ".PP\n" + inline(text)


def wrapped(code):
    """Long lines of examples go on, indented, on the next line of a narrow page."""
    return [code[:68]] + ["    " + code[start:start + 64] for start in range(68, len(code), 64)]


def page(source, title, text):
    parts = [block(each) for each in re.split(r"\n\n+", text.strip())]
    body = "\n".join(part for part in parts if part)
    body = re.sub(r"^(\.SH .*)\n\.PP$", r"\1", body, flags=re.MULTILINE)
    return HEADER.format(source=source, title=title) + body + "\n"


def protocol(text):
    """The chapters on how to talk to the daemon; what there is to say to it is in the reference."""
    name = "## Name\n\nbabybasics-protocol - how programs talk to babybasicsd\n\n## Description\n\n"
    rest = """

## Methods

`bbctl call rpc.discover` prints all methods, objects and errors. The reference with tables is docs/protocol.md in the
source.

## See also

bbctl(1), babybasicsd(8)"""
    return page("protocol", 'BABYBASICS-PROTOCOL 7 "" "Baby Basics" "Protocols"', name + text + rest)


def client(name, text):
    """A program whose page is all prose."""
    return page(name, f'{name.upper()} 1 "" "Baby Basics" "User commands"', text)


def options(command):
    """A definition for each option of a command, out of its own description."""
    definitions = []
    for argument in command["arguments"]:
        names = ", ".join(f"`{'-' if name['kind'] == 'short' else '--'}{name['name']}`" for name in argument["names"])
        value = "" if argument["kind"] == "flag" else f" *{argument['valueName']}*"
        default = f" Default: {argument['defaultValue']}." if argument.get("defaultValue") else ""
        definitions.append(f"{names}{value}\n: {argument['abstract']}{default}")
    return "\n\n".join(definitions)


def server(text, command):
    """
    - Parameter command: the program's own description of `serve`.
    """
    text = text.replace("{{options}}", options(command))
    return page("babybasics-server", 'BABYBASICS-SERVER 8 "" "Baby Basics" "System programs"', text)


def daemon(text, command, keys):
    """
    - Parameters:
      - command: the program's own description of its options.
      - keys: those of the configuration.
    """
    summaries = {"--" + argument["names"][0]["name"]: argument["abstract"] for argument in command["arguments"]}
    definitions = [
        f"`{key['name']}`, `{key['flag']}`, `{key['variable']}`\n: "
        f"{summaries[key['flag']]} It {key['rule']}. Default: {key['default']}."
        for key in keys
    ]
    text = text.replace("{{options}}", options(command)).replace("{{keys}}", "\n\n".join(definitions))
    return page("babybasicsd", 'BABYBASICSD 8 "" "Baby Basics" "System programs"', text)


def bar(text, help_text):
    """
    - Parameter help_text: what `bbbar --help` prints: chapters of rows, a name and what it is, two spaces apart.
    """
    for chapter in ["Bars", "Options", "Buttons", "Fields of a template"]:
        rows = re.search(rf"^{chapter}:\n(.*?)(?:\n\n|\Z)", help_text, re.MULTILINE | re.DOTALL)[1]
        # A long name has what it is on the next line.
        pairs = re.findall(r"^  (\S+(?: \S+)*)(?:  +|\n +)(.*)$", rows, re.MULTILINE)
        definitions = "\n\n".join(f"`{name}`\n: {summary}" for name, summary in pairs)
        text = text.replace("{{" + chapter.split()[0].lower() + "}}", definitions)
    return page("bbbar", 'BBBAR 1 "" "Baby Basics" "User commands"', text)
