/** A puzzle, and its answer. */

export const puzzles = {
  puzzle_n: "Puzzle {n} of {total}",
  puzzle_of: "{game}, puzzle {n} of {total}",
  puzzle_ask: "What would you play as {name}?",
  puzzle_yours: "Your move: {move}",
  puzzle_move: "Move",
  puzzle_cost: "Cost",
  puzzle_error: "Standard error",
  puzzle_next: "Next puzzle",
  puzzle_again: "Try another move",
} as const;
