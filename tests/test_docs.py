"""What is written about the library agrees with it: option tables, clause ids, links, docstrings, and the examples."""

from __future__ import annotations

import ast
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args

import pytest

import persian_cards
from persian_cards.game import Game
from persian_cards.games import GAMES
from persian_cards.options import options

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [found.name for found in pkgutil.walk_packages(persian_cards.__path__, "persian_cards.")]
PUBLIC = ["persian_cards", *(name for name in MODULES if not name.rpartition(".")[2].startswith("_"))]


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


# -- rules --------------------------------------------------------------------------------------------------------------


def default_text(value: object) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


def options_table(config: type[Any]) -> list[str]:
    """The rows that a page on the rules has for a config."""
    types = {name: str(text).replace("|", "\\|") for name, text in config.__annotations__.items()}
    return [
        f"| `{one.name}` | `{types[one.name]}` | {one.allowed} | `{default_text(one.default)}` | {one.clause} | {one.meaning} |"
        for one in options(config)
    ]


@pytest.mark.parametrize("name", [name for name in GAMES if (RULES / f"{name}.md").exists()])
def test_the_options_table_of_a_page_is_what_the_config_says(name: str) -> None:
    _, _, section = (RULES / f"{name}.md").read_text("utf-8").partition("\n## Options\n")
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    assert rows[0] == "| name | type | may be | default | clause | meaning |"
    assert rows[2:] == options_table(GAMES[name].Config)


CLAUSE = re.compile(r"\b[A-Z]+-D?[0-9]+\b")


def clauses(page: Path) -> list[str]:
    """The ids that a page defines, in order."""
    return re.findall(r"^- \*\*([A-Z]+-D?[0-9]+) [SDO ]+\*\*", page.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", sorted(RULES.glob("*.md")), ids=page_id)
def test_clauses_are_numbered_without_a_gap(page: Path) -> None:
    defined = clauses(page)
    game = defined[0].partition("-")[0]
    own = [clause for clause in defined if clause.startswith(f"{game}-D")]
    rules = defined[: len(defined) - len(own)]
    numbers = [int(clause.partition("-")[2]) for clause in rules]
    again = [n for n, before in zip(numbers, [0, *numbers], strict=False) if n != before + 1]
    assert again in ([], [20])  # a second table of a game, such as that for two players, may begin at 20
    assert numbers == sorted(numbers)
    assert own == [f"{game}-D{n + 1}" for n in range(len(own))]


@pytest.mark.parametrize("path", [*PAGES, *sorted((ROOT / "src").rglob("*.py"))], ids=page_id)
def test_a_clause_that_is_cited_exists(path: Path) -> None:
    defined = {clause for page in RULES.glob("*.md") for clause in clauses(page)}
    games = {clause.partition("-")[0] for clause in defined}
    cited = {clause for clause in CLAUSE.findall(path.read_text("utf-8")) if clause.partition("-")[0] in games}
    assert cited <= defined


# -- the architecture ---------------------------------------------------------------------------------------------------


def row_of(module: str) -> str:
    """How the table of the house names a module."""
    name = module.removeprefix("persian_cards.")
    return "games.<game>" if name.startswith("games.") else name


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules of the package that code imports when it runs."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("persian_cards"):
            yield node.module
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from imported(node)


def test_a_module_imports_only_from_modules_below_it() -> None:
    _, _, section = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("\n## The house\n")
    rows = re.findall(r"^\| `([^`]+)` \|", section.partition("\n## ")[0], re.MULTILINE)
    assert set(rows) == {row_of(module) for module in ["persian_cards", *MODULES]}
    for module in ["persian_cards", *MODULES]:
        tree = ast.parse(inspect.getsource(import_module(module)))
        assert {row_of(name) for name in imported(tree)} <= set(rows[: rows.index(row_of(module))]), module


# -- links --------------------------------------------------------------------------------------------------------------


def prose(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL))


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The relative links of a page: the file, and the heading in it ("" for the file itself)."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not re.match(r"[a-z]+:", target):
            path, _, heading = target.partition("#")
            yield (page.parent / path).resolve() if path else page, heading


def headings(page: Path) -> set[str]:
    titles = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_relative_links_resolve(page: Path) -> None:
    broken = [(path, heading) for path, heading in links(page) if not path.exists() or (heading and heading not in headings(path))]
    assert not broken


def test_every_page_is_reached_from_the_index() -> None:
    reached, waiting = set[Path](), [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page.suffix == ".md" and page.exists() and page not in reached:
            reached.add(page)
            waiting += [path for path, _ in links(page)]
    assert not set(PAGES[1:]) - reached


# -- docstrings ---------------------------------------------------------------------------------------------------------


def undocumented(value: Any, name: str) -> Iterator[str]:
    """Of a class or function: its name if it has no docstring of its own, and the names of its public methods that have none."""
    if not (vars(value).get("__doc__") if isinstance(value, type) else value.__doc__):
        yield name
    for member, found in vars(value).items() if isinstance(value, type) else ():
        told = inspect.isroutine(found) or isinstance(found, property | cached_property)
        if told and not member.startswith("_") and not inspect.getdoc(getattr(value, member)):
            yield f"{name}.{member}"


def told_constants(module: ModuleType) -> set[str]:
    """The names of a module after whose assignment a string tells what they are."""
    body = ast.parse(inspect.getsource(module)).body
    return {
        one.target.id
        for one, after in pairwise(body)
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }


@pytest.mark.parametrize("name", PUBLIC)
def test_modules_classes_and_functions_have_docstrings(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    own = {
        key: value
        for key, value in vars(module).items()
        if not key.startswith("_") and (isinstance(value, type) or inspect.isroutine(value)) and value.__module__ == name
    }
    assert not [missing for key, value in own.items() for missing in undocumented(value, key)]


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_game_exports_is_told(name: str) -> None:
    module = import_module(f"persian_cards.games.{name}")
    told = told_constants(module)
    for exported in module.__all__:
        value = getattr(module, exported)
        if isinstance(value, UnionType):
            assert {member.__name__ for member in get_args(value)} <= set(module.__all__)
        elif isinstance(value, type) or inspect.isroutine(value):
            assert not list(undocumented(value, exported))
        else:
            assert exported in told or isinstance(value, Game), exported


# -- examples -----------------------------------------------------------------------------------------------------------

LAST_LINES = {
    "check_your_engine": "with what is known left out they agree"
    if find_spec("pyspiel")
    else "OpenSpiel is not installed: pip install open_spiel",
    "first_game": "the winners are seats (1, 3)",
    "imagine": " 49% after Play(card=10S)",
    "research": "the highest card wins 70%, chance 30%",
    "server": "tricks 0-1",
}


def test_every_example_is_run() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == set(LAST_LINES)


@pytest.mark.parametrize("name", LAST_LINES)
def test_an_example_runs_and_says_the_same_every_time(name: str) -> None:
    said = []
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-W", "error", str(ROOT / "examples" / f"{name}.py")]
        done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
        assert (done.returncode, done.stderr) == (0, "")
        said.append(done.stdout)
    assert said[0] == said[1]
    assert said[0].splitlines()[-1] == LAST_LINES[name]
