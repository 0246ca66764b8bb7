"""President: the weights that `dealt train president` learned."""

WEIGHTS = (
    -555,  # moves left
    -346,  # cards left
    346,  # fives left
    -724,  # low singles
    -101,  # middle singles
    271,  # high singles
    -202,  # low pairs
    522,  # high pairs
    52,  # threes left
    720,  # twos left
    275,  # aces left
    155,  # sure cards
    70,  # lowest value
    -236,  # four left
    88,  # low singles late
    365,  # out
    -59,  # one move left
    305,  # sure and out
    -980,  # leads single
    305,  # leads pair
    86,  # leads three
    130,  # leads five
    -123,  # lead value
    191,  # lead unbeaten
    -433,  # leads to one card
    199,  # lead size of few
    -139,  # passes
    -1000,  # passes with few
    47,  # pass cards
    -130,  # answer gap
    94,  # answer value
    -86,  # answer unbeaten
    -438,  # answers two
    527,  # answers few
    -199,  # breaks set
    -141,  # answers five
    36,  # lead higher
    24,  # answer higher
    124,  # lead value late
    111,  # answer value late
    -192,  # passes late
    -155,  # answer to come
)
