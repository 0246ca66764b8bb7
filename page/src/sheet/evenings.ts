/** Earlier evenings of Tranca, kept in this browser, and what the service works out from them all. */

import { effect, signal } from "@preact/signals";
import { lasting } from "../base/browser";
import { ask, evening, readEvening, replaceEvening } from "./evening";
import type { Entry, Evening } from "./evening";
import { post } from "../service/link";

/** A table of results as the service draws it. */
export interface BoardTable {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
}

export const BOARDS = ["leaderboard", "statistics", "partners"] as const;
export type BoardName = (typeof BOARDS)[number];
export type Boards = Record<BoardName, { tables: BoardTable[]; csv: string }>;

const KEY = "dealt.evenings";
const MOST = 200; // evenings; of more the oldest go

/** Those before the one that is shown, the oldest first, without cards and photos. */
export const evenings = signal<Evening[]>(remembered());

effect(() => {
  lasting.write(KEY, JSON.stringify(evenings.value));
});

window.addEventListener("storage", (event) => {
  if (event.key === KEY && event.newValue !== null) evenings.value = remembered();
});

function remembered(): Evening[] {
  try {
    const saved = JSON.parse(lasting.read(KEY) ?? "[]") as unknown[];
    return saved.flatMap((each) => {
      try {
        return [readEvening(JSON.stringify(each))];
      } catch {
        return []; // one that is damaged does not take the others with it
      }
    });
  } catch {
    return [];
  }
}

/** Put another sheet in the place of the one that is shown, which is kept for the leaderboard. */
export async function begin(another: Evening): Promise<void> {
  const before = evening.value;
  const summary = await counted(before);
  const others = evenings.value.filter(({ id }) => id !== before.id && id !== another.id);
  const isWorthIt = before.rounds.length > 0 && before.id !== another.id;
  evenings.value = isWorthIt ? [...others, summary].slice(-MOST) : others;
  replaceEvening(another);
}

export function forget(id: string): void {
  evenings.value = evenings.value.filter((each) => each.id !== id);
}

/** An evening without its cards, but with what they count. */
async function counted(from: Evening): Promise<Evening> {
  const rounds: (Entry | null)[][] = [];
  for (const row of from.rounds) {
    const entries: (Entry | null)[] = [];
    for (const entry of row) {
      let counts = entry?.counts ?? null;
      // a sheet of before there was a leaderboard has the cards alone
      if (counts === null && entry?.draft != null) counts = (await ask(entry.draft, []))?.counts ?? null;
      entries.push(entry === null ? null : { ...entry, draft: null, counts });
    }
    rounds.push(entries);
  }
  return { ...from, rounds };
}

/** Leaderboard, statistics and partners of all evenings. Rejects with a `Refusal`. */
export async function results(current: Evening, before: Evening[]): Promise<Boards> {
  const all = [...before.filter(({ id }) => id !== current.id), await counted(current)];
  const sheets = all.map(({ sides, players, target, rounds }) => ({
    sides: sides.map((name, side) => ({ name, players: players[side] ?? "" })),
    target,
    rounds: rounds.map((row) =>
      row.map((entry) => entry && { points: entry.points, counts: entry.counts ?? null }),
    ),
  }));
  return post<Boards>("/sheet/results", { evenings: sheets });
}
