"""What the tests of the adapters share."""

SHORT = 40  # a turn limit with which rounds end soon


def short(game):
    """Options with which a round of random players ends soon."""
    names = {option.name for option in game.options}
    return {"turn_limit": SHORT} if "turn_limit" in names else {}
