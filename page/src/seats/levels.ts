/** What computer players are called beside their names, as the service says it. */

import type { GameInfo } from "../protocol";

/** A level in a word. */
export function levelWord(game: GameInfo | null | undefined, level: string): string {
  return game?.level_words[level]?.word ?? level;
}

/** The same with what more there is to say of it, where it is chosen. */
export function levelText(game: GameInfo | null | undefined, level: string): string {
  const about = game?.level_words[level]?.about ?? "";
  return levelWord(game, level) + (about === "" ? "" : ` (${about})`);
}
