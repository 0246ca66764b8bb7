/** Cards as text: what a face says, how it is called, and how hands are ordered. */

import { t } from "./catalogue";
import type { Key } from "./catalogue";

export type Suit = "C" | "D" | "H" | "S" | "P";

export const SUITS: readonly Suit[] = ["C", "D", "H", "S", "P"];
export const RANKS = "23456789TJQKA";
export const SYMBOLS: Record<Suit, string> = { C: "♣", D: "♦", H: "♥", S: "♠", P: "★" };
/** So that colours take turns when a hand is sorted by suit. */
const SHOWN: readonly Suit[] = ["S", "H", "C", "D", "P"];

const FACE = /^[2-9TJQKA][CDHSP]$/;

/** Whether a word names a card. */
export function isFace(word: string): boolean {
  return FACE.test(word);
}

export function suitOf(face: string): Suit | null {
  return SUITS.find((suit) => face.length === 2 && face[1] === suit) ?? null;
}

/** The rank as it stands on the card. */
export function rankText(face: string): string {
  const rank = face[0] ?? "";
  return rank === "T" || rank === "X" ? "10" : rank;
}

export function rankOf(face: string): number {
  const rank = face[0] === "X" ? "T" : (face[0] ?? "");
  return RANKS.indexOf(rank);
}

/** `TH` in words: `ten of hearts`. */
export function spoken(face: string): string {
  const rank = t(`rank_${face[0] === "X" ? "T" : (face[0] ?? "")}` as Key);
  const suit = suitOf(face);
  return suit === null ? rank : t("card", { rank, suit: t(`suit_${suit}`) });
}

/** A card of a hand; two equal ones of two packs are told apart by their copy. */
export interface Held {
  key: string;
  face: string;
}

/** The hand with a key for every card. */
export function held(hand: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return hand.map((face) => {
    const copy = seen.get(face) ?? 0;
    seen.set(face, copy + 1);
    return { key: `${face}.${copy}`, face };
  });
}

function bySuit(a: Held, b: Held): number {
  const [one, other] = [suitOf(a.face), suitOf(b.face)];
  const suits = (one ? SHOWN.indexOf(one) : 0) - (other ? SHOWN.indexOf(other) : 0);
  return suits || weight(a.face) - weight(b.face) || a.key.localeCompare(b.key);
}

function byRank(a: Held, b: Held): number {
  return weight(a.face) - weight(b.face) || bySuit(a, b);
}

let twosHigh = false;

/** In President a two is the highest rank; elsewhere it is the lowest. */
export function setTwosHigh(high: boolean): void {
  twosHigh = high;
}

function weight(face: string): number {
  const rank = rankOf(face);
  return twosHigh && rank === 0 ? RANKS.length : rank;
}

/** Cards that belong together side by side: rows of a suit first, then equal ranks, then the rest. */
export function byGroups(hand: readonly Held[], smallestSet: number): Held[] {
  const left = new Set([...hand].sort(bySuit));
  const found: Held[][] = [];
  for (const group of [...rows([...left]), ...sets([...left], smallestSet)].sort(
    (a, b) => b.length - a.length,
  )) {
    if (group.every((card) => left.has(card))) {
      found.push(group);
      for (const card of group) left.delete(card);
    }
  }
  return [...found.flat(), ...[...left].sort(byRank)];
}

function rows(hand: Held[]): Held[][] {
  const found: Held[][] = [];
  let row: Held[] = [];
  for (const card of [...hand].sort(bySuit)) {
    const last = row.at(-1);
    if (last !== undefined && suitOf(last.face) === suitOf(card.face)) {
      const step = weight(card.face) - weight(last.face);
      if (step === 0) continue;
      if (step === 1) {
        row.push(card);
        continue;
      }
    }
    if (row.length >= 3) found.push(row);
    row = [card];
  }
  if (row.length >= 3) found.push(row);
  return found;
}

function sets(hand: Held[], smallest: number): Held[][] {
  return [...RANKS]
    .map((_, rank) => hand.filter((card) => rankOf(card.face) === rank))
    .filter((set) => set.length >= smallest);
}

export function sorted(hand: readonly Held[], how: "suit" | "rank" | "groups"): Held[] {
  if (how === "groups") return byGroups(hand, 2);
  return [...hand].sort(how === "suit" ? bySuit : byRank);
}
