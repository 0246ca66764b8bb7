/** Tables as most people want them. */

import type { GameInfo, Settings } from "../protocol";
import { go } from "../service/store";
import type { Seating } from "../service/store";

const USUAL_LEVEL = "good";

/** The text of a position to play on from, until a form takes it. */
let prepared = "";

/** Set a table up in a position. */
export function setUpIn(game: string, position: string): void {
  prepared = position;
  go(`#/new/${game}`);
}

export function takePrepared(): string {
  const text = prepared;
  prepared = "";
  return text;
}

/** Settings that most people want. */
export function usualSettings(game: GameInfo): Settings {
  return {
    game: game.name,
    seats: game.usual_seats ?? game.seats[0] ?? 2,
    options: {},
    rounds: null,
    public: false,
    move_s: null,
    stand_in_s: 60,
    stand_in: "seed",
    label: "",
    ask_first: false,
    friends: false,
    seed: null,
    deck: null,
    position: null,
    again: null,
    step: null,
  };
}

/** The computer player that sits down unless somebody chooses another one. */
export function usualLevel(game: GameInfo): string {
  return game.levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : (game.levels[0] ?? "random");
}

/** I at the first seat, computer players at the others. */
export function usualSeating(game: GameInfo, seats = usualSettings(game).seats): Seating[] {
  return Array.from({ length: seats }, (_, i) => (i === 0 ? "me" : { level: usualLevel(game) }));
}
