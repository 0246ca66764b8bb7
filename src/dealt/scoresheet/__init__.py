"""The score sheet of an evening of Tranca at a real table: rounds typed or read from photos.

How a round is scored says `dealt.games.tranca.scoring`.
"""
