/** A finished round again. */

export const replay = {
  replay: "The round again",
  replay_close: "Back to the table",
  replay_your_turn: "Your turn: back to the table",
  replay_round: "Round to watch again",
  replay_seat: "Whose cards",
  replay_nobody: "nobody's cards",
  replay_deal: "The cards have been dealt.",
  replay_hand: "Your cards then: {n}",
  replay_step: "Step",
  replay_step_n: "step {n} of {all}",
  replay_first: "First step",
  replay_previous: "Step back",
  replay_play: "Run",
  replay_pause: "Stop",
  replay_next: "Step forward",
  replay_last: "Last step",
  all_hands: "All hands face up",
  replay_position: "The position",
  replay_position_about: "One line of text. It can be analysed, set up and played on from.",
  replay_from_here: "Play from here",
} as const;
