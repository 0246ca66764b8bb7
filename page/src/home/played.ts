/** Deals of the day: how far one is with them in this browser. What came of them is in the archive. */

import { signal } from "@preact/signals";
import { lasting } from "../base/browser";
import { ask, post, Refusal } from "../service/link";
import type { Head, HistoryFrame } from "../protocol";

const DAY_MS = 86_400_000;
const DONE = "!"; // after the moves of a deal that is in the archive
const SHOWN_DAYS = 2; // after which such a deal is seen in the archive alone
const RESULTS = "dealt.results"; // where they were before there was an archive
const MOST = 500; // matches in one answer

/** My deals in the archive, the latest first. */
export const deals = signal<readonly Head[]>([]);

/** The date by which deals are counted; `later`: so many days after it. */
export function dateOf(day: string | number, later = 0): string {
  return new Date(new Date(day).getTime() + later * DAY_MS).toISOString().slice(0, 10);
}

function keyOf(game: string, day: string): string {
  return `dealt.daily.${game}.${day}`;
}

/** My moves of a deal, by their ids with dots between them; empty: none. */
export function movesOf(game: string, day: string): string {
  return lasting.read(keyOf(game, day))?.replace(DONE, "") ?? "";
}

export function keepMoves(game: string, day: string, moves: string): void {
  lasting.write(keyOf(game, day), moves);
}

/** As `POST /daily/GAME` tells it. */
export interface Comparison {
  points: number;
  friends: { name: string; points: number }[];
}

/** Have a finished deal archived, unless another one of it is. Rejects with a `Refusal`. */
export async function archiveDeal(
  game: string,
  day: string,
  moves: string,
  at: number | null = null,
): Promise<Comparison> {
  const ids = moves.split(".").filter((move) => move !== "");
  const body = { day, moves: ids.map(Number), at };
  const comparison = await post<Comparison>(`/daily/${encodeURIComponent(game)}`, body);
  keepMoves(game, day, moves + DONE);
  return comparison;
}

/** Have my deals come from the archive. Rejects with a `Refusal`. */
export async function lookAtDeals(): Promise<void> {
  await takeOver();
  const all: Head[] = [];
  for (let isMore = true; isMore; ) {
    const last = all.at(-1);
    const next = last === undefined ? {} : { before: last.ended_at, last: last.id };
    const answer = await ask<HistoryFrame>({ do: "history", own: true, daily: true, most: MOST, ...next });
    all.push(...answer.matches);
    isMore = answer.matches.length === MOST;
  }
  deals.value = all;
  const first = dateOf(Date.now(), -SHOWN_DAYS);
  for (const { game, day } of all) if (day < first) lasting.remove(keyOf(game, day));
}

/** Archive the deals whose results this browser still has, once. Rejects while offline. */
export async function takeOver(): Promise<void> {
  for (const { game, day, at } of oldResults()) {
    const moves = movesOf(`${game}`, `${day}`);
    try {
      if (moves !== "") await archiveDeal(`${game}`, `${day}`, moves, Date.parse(`${at}T12:00Z`) || null);
    } catch (error) {
      // a day that is not compared any more is archived, other rules are refused
      if (!(error instanceof Refusal) || error.code === "lost" || error.code === "busy") throw error;
    }
  }
  lasting.remove(RESULTS);
}

function oldResults(): Record<string, unknown>[] {
  try {
    const results: unknown = JSON.parse(lasting.read(RESULTS) ?? "[]");
    return Array.isArray(results) ? results.filter((each) => each !== null) : [];
  } catch {
    return []; // not what the page wrote
  }
}

/** My points in a deal. */
export function pointsOf({ points, seat }: Head): number {
  return points[seat ?? 0] ?? 0;
}

/** Days in a row with a deal that was finished in its time: up to now, and the most ever. */
export function daysInARow(all: readonly Head[]): { now: number; most: number } {
  // where it is tomorrow already, or yesterday still, the deal of here is in its time
  const inTime = all.filter(({ day, ended_at }) => dateOf(ended_at) <= dateOf(day, 1));
  const days = new Set(inTime.map(({ day }) => day));
  const rowTo = (day: string): number => {
    let count = 0;
    while (days.has(dateOf(day, -count))) count += 1;
    return count;
  };
  const today = dateOf(Date.now());
  const now = Math.max(...[1, 0, -1].map((later) => rowTo(dateOf(today, later))));
  const lastDays = [...days].filter((day) => !days.has(dateOf(day, 1)));
  return { now, most: Math.max(0, ...lastDays.map(rowTo)) };
}
