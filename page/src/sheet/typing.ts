/** What is typed on the sheet; the service reads it, as it does at a terminal. */

import { signal } from "@preact/signals";
import type { Suit } from "../cards/faces";
import { enter, entryAt, evening, roundScore, rulesOf, type, typed } from "./evening";
import { post, Refusal } from "../service/link";
import { tell } from "../service/store";

/** Where points stand that cannot be read, and why. */
export const misread = signal<{ round: number; side: number; reason: string } | null>(null);

/** The codes of refusals that say what is wrong with a text. */
const READ = ["settings", "unreadable"];

/** Is called with what the letter c stands for, while that is asked; null: nobody has said. */
export const askingC = signal<((suit: Suit | null) => void) | null>(null);

type Field = HTMLInputElement | HTMLTextAreaElement;
const entering = new Set<string>();

/**
 * The props of a field that shows what is entered, or what is typed until that is entered: when it
 * changes, by Enter, or when it is left. `take` gets the text; false: it cannot be entered.
 */
export function typing(field: string, entered: string, take: (text: string) => unknown) {
  const submit = async () => {
    const text = typed.peek()[field];
    if (text === undefined || entering.has(field)) return;
    entering.add(field);
    const isEntered = (await take(text)) !== false;
    entering.delete(field);
    if (isEntered && typed.peek()[field] === text) type(field, null);
  };
  return {
    value: typed.value[field] ?? entered,
    onInput: ({ currentTarget }: { currentTarget: Field }) => type(field, currentTarget.value),
    onChange: () => void submit(),
    onBlur: () => void submit(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") void submit();
    },
  };
}

function hasJokers(): boolean {
  return Number(rulesOf(evening.value).joker ?? 0) !== 0;
}

/** Have the service read something; null where it cannot, after a word why. */
async function read<T>(path: string, body: object, refuse: (reason: string) => void): Promise<T | null> {
  try {
    return await post<T>(path, body);
  } catch (error) {
    if (error instanceof Refusal && READ.includes(error.code)) refuse(error.message);
    else tell(error);
    return null;
  }
}

/**
 * Enter the points typed for a side in a round: one number, or a line for all sides that have none
 * yet. An empty text takes its points out. Whether that was possible.
 */
export async function enterPoints(round: number, side: number, text: string): Promise<boolean> {
  misread.value = null;
  if (text.trim() === "") {
    if (entryAt(round, side) !== null) enter(round, side, null);
    return true;
  }
  const names = evening.value.sides;
  const waiting = [...names.keys()].filter((each) => each === side || entryAt(round, each) === null);
  const body = { text, sides: waiting.map((each) => names[each]) };
  const answer = await read<{ points: number[] }>("/sheet/points", body, (reason) => {
    misread.value = { round, side, reason };
  });
  if (answer === null) return false;
  const { points } = answer;
  const sides = points.length === 1 ? [side] : waiting;
  for (const [i, each] of sides.entries())
    enter(round, each, { points: points[i] ?? 0, provisional: false, draft: null });
  return true;
}

/**
 * The faces of the cards in a text; null where it has none, after a word why. In Portuguese it is
 * asked once in an evening what the letter c stands for. On the table and in the hand suits that do
 * not matter can be left out.
 */
export async function readCards(
  text: string,
  refuse: (reason: string) => void,
  at: "table" | "hand" | "" = "",
): Promise<string[] | null> {
  const { cards = [], decks = 2 } = roundScore.value?.draft ?? {};
  const beside = cards.flatMap((card) => (card.removed || card.face === "" ? [] : [card.face]));
  const body = { text, c: evening.value.suitOfC, place: at, beside, decks, has_jokers: hasJokers() };
  const answer = await read<{ faces: string[] | null }>("/sheet/cards", body, refuse);
  if (answer === null || answer.faces !== null) return answer?.faces ?? null;
  return (await askForC()) === null ? null : readCards(text, refuse, at);
}

/** Ask what the letter c stands for; null: nobody has said. */
export async function askForC(): Promise<"H" | "C" | null> {
  const suit = await new Promise<Suit | null>((resolve) => {
    askingC.value = resolve;
  });
  askingC.value = null;
  if (suit !== "H" && suit !== "C") return null;
  evening.value = { ...evening.value, suitOfC: suit };
  return suit;
}
