/** Cards as text: what a face says, how it is called, and how hands are ordered. */

import { computed } from "@preact/signals";
import { t } from "./catalogue";
import type { Face, GameInfo } from "./protocol";
import { order } from "./settings";
import type { Order } from "./settings";
import { games, table, usualFaces } from "./store";

export type Suit = "C" | "D" | "H" | "S" | "P";

export const SUITS: readonly Suit[] = ["C", "D", "H", "S", "P"];
export const RANKS = "23456789TJQKA";
export const SYMBOLS: Record<Suit, string> = { C: "♣", D: "♦", H: "♥", S: "♠", P: "★" };
/** So that colours take turns when a hand is sorted by suit. */
const SHOWN = "SHCDP";

const FACE = /^[2-9TJQKA][CDHSP]$/;

/** The game on the table. */
export const gameAtTable = computed<GameInfo | null>(
  () => games.value.find(({ name }) => name === table.value?.settings.game) ?? null,
);

const looks = computed(
  () =>
    new Map(
      // those of the game at hand come last, and stand
      [
        ...games.value.flatMap(({ faces }) => faces),
        ...usualFaces.value,
        ...(gameAtTable.value?.faces ?? []),
      ].map((face) => [face.text, face]),
    ),
);

/** How a face looks and is called; one that nobody knows is what it says. */
export function look(face: string): Face {
  return looks.value.get(face) ?? { text: face, rank: rankText(face), suit: "", ink: "plain", name: face };
}

/** Whether a word names a card that there are pictures of. */
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

/** `TH` in words: `ten of hearts`; no face is that of a card that could not be read. */
export function spoken(face: string): string {
  return face === "" ? t("unread_card") : look(face).name;
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

// --- order ---------------------------------------------------------------------------------------

const WAYS: readonly Order[] = ["suit", "rank", "groups", "own"];

/** The ways to sort a hand that the game at the table has, and one's own. */
export function waysToSort(): Order[] {
  const sorts = gameAtTable.value?.sorts ?? [];
  return WAYS.filter((way) => way === "own" || sorts.includes(way));
}

/** The way that is preferred, or the first that there is. */
export function usualOrder(): Order {
  const ways = waysToSort();
  return ways.includes(order.value) ? order.value : (ways[0] ?? "own");
}

function bySuit(a: Held, b: Held): number {
  const suits = SHOWN.indexOf(a.face.slice(1)) - SHOWN.indexOf(b.face.slice(1));
  return suits || weight(a.face) - weight(b.face) || a.key.localeCompare(b.key);
}

function byRank(a: Held, b: Held): number {
  return weight(a.face) - weight(b.face) || bySuit(a, b);
}

/** The place of a rank, from low to high, as the game at the table has it. */
function weight(face: string): number {
  return (gameAtTable.value?.ranks ?? [...RANKS]).indexOf(face[0] ?? "");
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
  return [...new Set(hand.map(({ face }) => face[0]))]
    .map((rank) => hand.filter(({ face }) => face[0] === rank))
    .filter((set) => set.length >= smallest);
}

export function sorted(hand: readonly Held[], how: "suit" | "rank" | "groups"): Held[] {
  if (how === "groups") return byGroups(hand, 2);
  return [...hand].sort(how === "suit" ? bySuit : byRank);
}
