/** Matches of the archive in words and as files, and what may be done with one's own. */

import { signal } from "@preact/signals";
import { listed } from "../base/catalogue";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import type { Head, HistoryFrame } from "../protocol";
import { ask, Refusal } from "../service/link";
import { usualLevel, usualSettings } from "./usual";
import { games, openTable, titleOf } from "../service/store";
import type { Seating } from "../service/store";

export const AT_A_TIME = 100; // matches in one answer

/** My own matches of the chosen game, the latest first, as far as they were asked for; null: not yet. */
export const own = signal<HistoryFrame | null>(null);

/** Which game is looked at; empty: all. */
export const chosenGame = signal("");

/** Ask for the latest matches, or for those before the last one that is there. Rejects with a `Refusal`. */
export async function look(more = false): Promise<void> {
  const game = chosenGame.value;
  const earlier = more ? own.value : null;
  const last = earlier?.matches.at(-1);
  const frame = await ask<HistoryFrame>({
    do: "history",
    own: true,
    most: AT_A_TIME,
    ...(game !== "" && { game }),
    ...(last !== undefined && { before: last.ended_at, last: last.id }),
  });
  if (game !== chosenGame.value) return;
  own.value = earlier === null ? frame : { ...earlier, matches: [...earlier.matches, ...frame.matches] };
}

/** One of my matches by its id. Rejects with a `Refusal`. */
export async function headOf(id: string): Promise<Head> {
  const find = () => own.value?.matches.find((match) => match.id === id);
  const before = find();
  if (before !== undefined) return before;
  chosenGame.value = "";
  for (let count = -1; ; count = own.value?.matches.length ?? 0) {
    if (own.value?.matches.length === count) throw new Refusal("unknown", t("match_gone"));
    await look(count >= 0);
    const head = find();
    if (head !== undefined) return head;
  }
}

/**
 * A match once more where a table is one's own, from the same seat against the same computer players:
 * its deals, or from a step of a round on.
 */
export async function playAgain(head: Head, step: [number, number] | null = null): Promise<void> {
  const { id, game, levels, seat } = head;
  const info = games.value.find(({ name }) => name === game);
  if (info === undefined) return;
  const settings = { ...usualSettings(info), seats: levels.length, again: id, step };
  const seatOf = (level: string | null, i: number): Seating =>
    i === (seat ?? 0) ? "me" : { level: level ?? usualLevel(info) };
  await openTable(settings, levels.map(seatOf));
}

/** What a match is called: by me, by its table, or by who played. */
export function nameOf({ title, label, game, names, seat }: Head): string {
  if (title !== "" || label !== "") return title || label;
  const others = names.filter((_, i) => i !== seat);
  const known = { game: titleOf(game), names: listed(others) };
  return others.length === 0 ? known.game : t("match_with", known);
}

export function dayOf(at: number, time?: "short"): string {
  const format = { dateStyle: "medium", ...(time && { timeStyle: time }) } as const;
  return new Date(at).toLocaleString(language.value, format);
}

/** The points of all, with a star for who won. */
export function resultOf(match: Head): string {
  return match.names
    .map((name, seat) => `${name} ${match.points[seat]}${match.winners.includes(seat) ? " ★" : ""}`)
    .join(", ");
}

/** A line for each seat of each match; what programs read is in English. */
export function linesOf(matches: readonly Head[]): string[][] {
  const rows = [["match", "game", "ended_at", "name", "level", "points", "won"]];
  for (const match of [...matches].reverse())
    for (const [seat, name] of match.names.entries())
      rows.push([
        `${match.number || match.id}`,
        match.game,
        new Date(match.ended_at).toISOString(),
        name,
        match.levels[seat] ?? "",
        `${match.points[seat] ?? ""}`,
        match.winners.includes(seat) ? "1" : "0",
      ]);
  return rows;
}
