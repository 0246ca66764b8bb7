/** Cards as text: what a face says, how it is called, and how hands are ordered. */

import { computed } from "@preact/signals";
import { t } from "../base/catalogue";
import type { Face, GameInfo, Hand } from "../protocol";
import { order } from "../base/settings";
import type { Order } from "../base/settings";
import { games, table, usualFaces } from "../service/store";

export type Suit = "C" | "D" | "H" | "S" | "P";

export const SUITS: readonly Suit[] = ["C", "D", "H", "S", "P"];
export const RANKS = "23456789TJQKA";
export const SYMBOLS: Record<Suit, string> = { C: "♣", D: "♦", H: "♥", S: "♠", P: "★" };

/** A joker; only score sheets of some games have them. */
const JOKER = "WJ";
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
  if (face === JOKER) return "★";
  const rank = face[0] ?? "";
  return rank === "T" || rank === "X" ? "10" : rank;
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
  const copies = new Map<string, number>();
  return hand.map((face) => {
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return { key: `${face}.${copy}`, face };
  });
}

// --- order ---------------------------------------------------------------------------------------

const WAYS: readonly Order[] = ["suit", "rank", "groups"];

/** The ways to sort a hand that the service says of it, the game's usual one first; and one's own. */
export function waysToSort(hand: Hand | null): Order[] {
  const ways = hand?.orders?.flatMap(({ name }) => WAYS.find((way) => way === name) ?? []) ?? [];
  return [...ways, "own"];
}

/** The way that was chosen, else the game's usual one. */
export function usualOrder(hand: Hand | null): Order {
  const ways = waysToSort(hand);
  return ways.find((way) => way === order.value) ?? ways[0] ?? "own";
}

/** A hand as the service has sorted it; as it came, where it has not. */
export function sorted(hand: Hand, way: Order): Held[] {
  const cards = held(hand.cards ?? []);
  const places = hand.orders?.find(({ name }) => name === way)?.places;
  return places?.flatMap((place) => cards[place] ?? []) ?? cards;
}
