/** Whether a finished round is seen again; its steps are in `steps.ts`, which is fetched with its screen. */

import { effect, signal } from "@preact/signals";
import type { TableFrame } from "../protocol";
import { go, place, table } from "./store";

/** The step that is shown; `at` below 0: the last one of its round. Null: the table itself is. */
export const replay = signal<{ match: number; round: number; at: number } | null>(null);

/** How many rounds of this match are over. */
export function finishedRounds(frame: TableFrame): number {
  return frame.round - (frame.phase === "playing" ? 1 : 0);
}

/** Show a round from its deal on. */
export function openReplay(round: number): void {
  const frame = table.value;
  if (frame !== null) replay.value = { match: frame.match, round, at: 0 };
}

export function closeReplay(): void {
  replay.value = null;
  if (place.value.at === "match") go("#/history");
}

effect(() => {
  const match = replay.value?.match;
  if (match !== undefined && table.value?.match !== match) replay.value = null;
});
