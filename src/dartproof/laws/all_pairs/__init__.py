"""How the largest of all pairs is found: tables over loss words, outward bounds of all pairs, exact settling."""
