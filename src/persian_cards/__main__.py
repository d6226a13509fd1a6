"""`python -m persian_cards` is the command `persian-cards`."""

from persian_cards.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
