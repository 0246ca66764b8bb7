/** What came of repeating a deal. */

export const checking = {
  fair: "The cards are as promised: dealt again from the same secret, they are the same. Seats that added to the shuffle: {parts}.",
  unfair_dealer: "The dealer's secret does not fit what was promised before the deal.",
  unfair_seat: "The number of seat {n} is not the one that was promised before the deal.",
  unfair_deck: "Repeating the deal gives other cards than those that were dealt.",
} as const;
