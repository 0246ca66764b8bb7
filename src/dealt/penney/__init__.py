"""The laboratory of Penney's game: decks by the billion, their scores, figures, and the audit.

The game itself, with its exact odds, is `dealt.games.penney`.
"""
