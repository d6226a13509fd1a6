"""Every clause of the rules is cited by a test, and only clauses that there are (docs/rules) are cited."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from persian_cards.games import GAMES

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
CLAUSE = re.compile(r"\b[A-Z]{2,}-D?[0-9]+\b")
NO_CLAUSE = re.compile(r"(UTF|SHA|ISO)-\d+")


def defined_in(page: str) -> list[str]:
    """The ids of the clauses of a page: each begins an item, in bold, with its marks."""
    return re.findall(r"^- \*\*([A-Z]+-D?[0-9]+) [SDO ]+\*\*", page, re.MULTILINE)


def cited_in(text: str) -> set[str]:
    return {clause for clause in CLAUSE.findall(text) if not NO_CLAUSE.fullmatch(clause)}


@cache
def defined() -> list[str]:
    return [clause for page in sorted(RULES.glob("*.md")) for clause in defined_in(page.read_text("utf-8"))]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("name", ["README", *GAMES])
def test_a_page_of_rules_has_clauses(name: str) -> None:
    assert defined_in((RULES / f"{name}.md").read_text("utf-8"))


def test_every_clause_is_cited_by_a_test() -> None:
    texts = (path.read_text("utf-8") for path in TESTS if path.name.startswith("test_") or path.name == "laws.py")
    cited = set[str]().union(*map(cited_in, texts))
    missing = [clause for clause in defined() if clause not in cited]
    assert not missing, f"no test cites {', '.join(missing)}"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_source_cites_what_is_a_clause(path: Path) -> None:
    unknown = cited_in(path.read_text("utf-8")) - set(defined())
    assert not unknown


@pytest.mark.parametrize("path", TESTS, ids=name_of)
def test_a_test_cites_what_is_a_clause(path: Path) -> None:
    """Or one that it has made up, with a prefix that no page of rules has."""
    prefixes = {clause.partition("-")[0] for clause in defined()}
    unknown = {clause for clause in cited_in(path.read_text("utf-8")) - set(defined()) if clause.partition("-")[0] in prefixes}
    assert not unknown


def test_the_search_finds_what_it_should() -> None:
    page = "- **?1 S O** See ?2.\n  - **?3 S**\n- ?4 **D**\n- **?D5 D** SHA-256 and ?6.".replace("?", "ZZ-")
    assert defined_in(page) == ["ZZ-1", f"ZZ-{'D5'}"]
    assert cited_in(page) == {f"ZZ-{number}" for number in ("1", "2", "3", "4", "D5", "6")}
