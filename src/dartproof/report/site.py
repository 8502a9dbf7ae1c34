"""The pages of the documentation that are generated, in Markdown: statements, errata, commands and schemas.

Every page is a function of the registry, of what is known of its evidence, and of the derivations; only the pages are
made here, and whoever builds the documentation writes them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator

import click

import dartproof
from dartproof.report.schema_files import schema, schema_names, schema_text
from dartproof.report.site_content import Content, Derive, Pages, hidden_toctree
from dartproof.report.site_errata import erratum_pages
from dartproof.report.site_statements import statement_pages
from dartproof.report.site_text import block, plain

__all__ = ["Content", "Derive", "Pages", "api_pages", "commands_page", "public_modules", "schemas_page", "site_pages"]


def site_pages(content: Content, commands: click.Group, *, derive: Derive | None = None) -> Pages:
    """All generated pages.

    Args:
        content: statements, errata and findings.
        commands: the command line.
        derive: replays a derivation; by default for true, which takes the time of all symbolic evidence.
    """
    return {
        **statement_pages(content, derive=derive),
        **erratum_pages(content),
        "reference/commands.md": commands_page(commands),
        "reference/schemas.md": schemas_page(),
        **api_pages(),
    }


def commands_page(commands: click.Group) -> str:
    """What each command says of itself with `--help`."""
    parts = ["# Commands", "Every command prints this with `--help`.", block(_help(commands, "dartproof"))]
    for name, command in sorted(commands.commands.items()):
        parts += [f"## dartproof {name}", block(_help(command, f"dartproof {name}"))]
    return "\n\n".join(parts) + "\n"


def schemas_page() -> str:
    """The JSON Schemas of what the commands print."""
    parts = [
        "# JSON",
        "What the commands print with `--json`, as JSON Schemas (draft 2020-12); `dartproof schema NAME` prints them.",
    ]
    for name in schema_names():
        parts += [f"## {plain(name)}", plain(schema(name).get("title", "")), block(schema_text(name), "json")]
    return "\n\n".join(parts) + "\n"


def api_pages() -> Pages:
    """A page for each package of dartproof, which asks Sphinx to document all its modules, and their index.

    What a package takes from its modules is documented there.
    """
    everything = list(public_modules())
    packages = sorted({name.split(".")[1] for name in everything})
    packaged = {name.rpartition(".")[0] for name in everything}
    links = "\n".join(f"- [`dartproof.{package}`]({package}.md)" for package in packages)
    pages = {"reference/api/index.md": f"# Python modules\n\n{links}\n\n{hidden_toctree(packages)}\n"}
    for package in packages:
        whole = f"dartproof.{package}"
        modules = [name for name in everything if name == whole or name.startswith(f"{whole}.")]
        parts = [f"# {whole}"]
        for name in modules:
            parts += [*([f"## {name}"] if name != whole else []), _documented(name, is_package=name in packaged)]
        pages[f"reference/api/{package}.md"] = "\n\n".join(parts) + "\n"
    return pages


def public_modules() -> Iterator[str]:
    """The modules of dartproof without a leading underscore, packages before their contents."""
    for module in pkgutil.walk_packages(dartproof.__path__, "dartproof."):
        if not any(part.startswith("_") for part in module.name.split(".")):
            yield module.name


def _documented(name: str, *, is_package: bool) -> str:
    option = ":no-members:" if is_package else ":ignore-module-all:"
    return f"```{{eval-rst}}\n.. automodule:: {name}\n   {option}\n```"


def _help(command: click.Command, name: str) -> str:
    with click.Context(command, info_name=name, max_content_width=100, terminal_width=100) as context:
        return command.get_help(context)
