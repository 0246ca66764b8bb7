/** Deals of the day that were played in this browser: the moves of each, and what came of it. */

import { signal } from "@preact/signals";
import { lasting } from "../base/browser";
import { games } from "../service/store";

/** What was made of a deal; see `DailyResult` of the service. */
export interface Outcome {
  points: number;
  low_wins: boolean;
  place: number;
  places: number;
  strong: number | null;
  lead: number | null;
}

export interface Played extends Outcome {
  game: string;
  day: string;
  /** The date when it was finished; of a result that was found out later that of the deal. */
  at: string;
}

/** A deal of which there are moves, by their ids with dots between them. */
export interface Deal {
  game: string;
  day: string;
  moves: string;
}

const KEY = "dealt.results";
const FIRST = "2026-01-01"; // no deal is older
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const MOST_PLACES = 20;

/** The latest deals first. */
export const played = signal<readonly Played[]>(remembered());

window.addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) played.value = remembered();
});

/** The date by which deals are counted; `later`: so many days after it. */
export function dateOf(day: string | number, later = 0): string {
  return new Date(new Date(day).getTime() + later * DAY_MS).toISOString().slice(0, 10);
}

/** What is to be read as results; anything else is left out. */
export function readPlayed(text: string): Played[] {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

function isPlayed(each: Partial<Record<keyof Played, unknown>> | null): each is Played {
  const isDate = (date: unknown) =>
    typeof date === "string" && DATE.test(date) && !Number.isNaN(Date.parse(date));
  const isPlace = (n: unknown) => Number.isInteger(n) && Number(n) >= 1 && Number(n) <= MOST_PLACES;
  return (
    typeof each?.game === "string" &&
    [each.day, each.at].every(isDate) &&
    [each.place, each.places].every(isPlace) &&
    Number.isInteger(each.points) &&
    [each.strong, each.lead].every((value) => value === null || Number.isInteger(value)) &&
    typeof each.low_wins === "boolean"
  );
}

function remembered(): Played[] {
  return readPlayed(lasting.read(KEY) ?? "[]");
}

/** Keep results. The first one of a deal counts; what the computer player made of it may come later. */
export function keep(...more: readonly Played[]): void {
  const byDeal = new Map(remembered().map((each) => [keyOf(each.game, each.day), each]));
  for (const { game, day, at, points, low_wins, place, places, strong, lead } of more) {
    const key = keyOf(game, day);
    const before = byDeal.get(key);
    const first = before ?? { game, day, at, points, low_wins, place, places, strong, lead };
    byDeal.set(key, first.strong === null && first.points === points ? { ...first, strong, lead } : first);
  }
  const all = [...byDeal.values()].sort((a, b) => b.day.localeCompare(a.day) || a.game.localeCompare(b.game));
  lasting.write(KEY, JSON.stringify(all));
  played.value = all;
}

function keyOf(game: string, day: string): string {
  return `dealt.daily.${game}.${day}`;
}

/** My moves of a deal, by their ids with dots between them; empty: none. */
export function movesOf(game: string, day: string): string {
  return lasting.read(keyOf(game, day)) ?? "";
}

export function keepMoves(game: string, day: string, moves: string): void {
  lasting.write(keyOf(game, day), moves);
}

/** All deals of which there are moves, the latest first. */
export function begun(): Deal[] {
  const names = new Set([...games.value.map(({ name }) => name), ...played.value.map(({ game }) => game)]);
  const found: Deal[] = [];
  for (let day = dateOf(Date.now(), 1); day >= FIRST; day = dateOf(day, -1)) {
    for (const game of names) {
      const moves = movesOf(game, day);
      if (moves !== "") found.push({ game, day, moves });
    }
  }
  return found;
}

export function forgetAll(): void {
  for (const { game, day } of begun()) lasting.remove(keyOf(game, day));
  lasting.remove(KEY);
  played.value = [];
}

/** Days in a row with a deal that was finished in its time: up to now, and the most ever. */
export function daysInARow(all: readonly Played[]): { now: number; most: number } {
  // where it is tomorrow already, or yesterday still, the deal of here is in its time
  const days = new Set(all.filter(({ day, at }) => at <= dateOf(day, 1)).map(({ day }) => day));
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
