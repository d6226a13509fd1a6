"""`python -m persian_cards.vectors` writes the vectors that ship, of all games, anew."""

from pathlib import Path

from persian_cards.vectors import ship

if __name__ == "__main__":
    ship(Path(__file__).parent)
