"""The score sheet of an evening of Tranca at a real table: rounds typed or read from photos.

`dealt.games.tranca.scoring` defines how a round is scored.
"""
