/** What came of repeating a deal. */

export const checking = {
  fair: "Dealt again from the same secret, the cards are the same: nobody changed them. Seats that added to the shuffle: {parts}.",
  unfair_dealer: "The dealer's secret does not fit what was promised before the deal.",
  unfair_seat: "The number of seat {n} is not the one that was promised before the deal.",
  unfair_deck: "Repeating the deal gives other cards than those that were dealt.",
} as const;
