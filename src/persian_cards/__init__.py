"""The rules of Persian card games, as pure functions over immutable values."""
