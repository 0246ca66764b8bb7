/** Which open actions go with the cards that are selected; legality itself comes from the service. */

import { computed, signal } from "@preact/signals";
import { isFace } from "./faces";
import type { OpenAction, Told } from "./protocol";
import { actions, myTurn, notice, own, play, say, table } from "./store";

/** Keys of the selected cards of the hand, see `faces.held`. */
export const selection = signal<ReadonlySet<string>>(new Set());

/** Several actions would do the same thing to the same cards; one of them has to be chosen. */
export const choice = signal<OpenAction[] | null>(null);

export const selectedFaces = computed(() =>
  [...selection.value].map((key) => key.slice(0, key.indexOf("."))),
);

const ANY_TWO = "2"; // as Tranca says it: a two of whatever suit

function cardsOf(action: OpenAction): string[] {
  return action.text.split(" ").filter((word, i) => isFace(word) || (word === ANY_TWO && i > 0));
}

/** The verb of an action, empty where cards alone say it. */
export function verbOf(action: OpenAction): string {
  const words = action.text.split(" ");
  const first = words.findIndex((word) => isFace(word) || /^\d+$/.test(word));
  return (first < 0 ? words : words.slice(0, first)).join(" ");
}

/** The cards of the own hand that an action needs. */
export function needed(action: OpenAction): string[] {
  if (isChoiceOfColours(action)) return [];
  const cards = cardsOf(action);
  const sequence = /^lay \S+ on (\d+)$/.exec(action.text);
  if (sequence !== null) return [action.text.split(" ")[1] ?? ""];
  if (/^take on /.test(action.text)) return [];
  if (/^take new /.test(action.text)) {
    const board = table.value?.board;
    const top = board?.game === "tranca" ? board.pile.at(-1) : undefined;
    const place = cards.indexOf(top?.startsWith(ANY_TWO) ? ANY_TWO : (top ?? ""));
    return place < 0 ? cards : cards.filter((_, i) => i !== place);
  }
  return cards;
}

function isChoiceOfColours(action: OpenAction): boolean {
  return /^[RB]{3}$/.test(action.text);
}

/** Cards of `have` that are left once `need` is taken out; null: they are not all there. */
function without(have: readonly string[], need: readonly string[]): string[] | null {
  const left = [...have];
  for (const card of [...need].sort((a, b) => b.length - a.length)) {
    const place = left.findIndex((one) => one === card || (card === ANY_TWO && one[0] === ANY_TWO));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

const withNeeds = computed(() =>
  actions.value.map((action) => ({ action, need: needed(action) })),
);

/** Actions that need no card to be selected: draw, pass, fold. */
export const plain = computed(() =>
  withNeeds.value.flatMap(({ action, need }, _, all) =>
    // the only move needs no choice of cards; Penney's choices are cards on the board already
    (need.length === 0 || all.length === 1) && !isChoiceOfColours(action) ? [action] : [],
  ),
);

/** Actions of exactly the selected cards. */
export const exact = computed(() => {
  const faces = selectedFaces.value;
  if (faces.length === 0 || withNeeds.value.length === 1) return [];
  return withNeeds.value.flatMap(({ action, need }) =>
    need.length === faces.length && without(faces, need) !== null ? [action] : [],
  );
});

/** Actions of more cards, the selected ones among them. */
export const further = computed(() => {
  const faces = selectedFaces.value;
  return withNeeds.value.flatMap(({ action, need }) =>
    need.length > faces.length && contains(need, faces) ? [action] : [],
  );
});

function contains(need: readonly string[], faces: readonly string[]): boolean {
  const left = [...need];
  return faces.every((face) => {
    const exactly = left.indexOf(face);
    const place = exactly < 0 && face[0] === ANY_TWO ? left.indexOf(ANY_TWO) : exactly;
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/** Whether a card of the hand has a part in any open action. */
export const useful = computed(() => {
  const found = new Set<string>();
  for (const { need } of withNeeds.value) for (const card of need) found.add(card);
  return found;
});

export function isUseful(face: string): boolean {
  return useful.value.has(face) || (face[0] === ANY_TWO && useful.value.has(ANY_TWO));
}

/** Select the cards that an action needs, copies of the hand in their order. */
export function select(action: OpenAction): void {
  const hand = own.value?.view?.hand ?? [];
  const keys = new Set<string>();
  const copies = new Map<string, number>();
  const all = hand.map((face) => {
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return { face, key: `${face}.${copy}` };
  });
  for (const card of needed(action)) {
    const found = all.find(
      ({ face, key }) => !keys.has(key) && (face === card || (card === ANY_TWO && face[0] === ANY_TWO)),
    );
    if (found !== undefined) keys.add(found.key);
  }
  selection.value = keys;
}

export function clearSelection(): void {
  selection.value = new Set();
  choice.value = null;
}

/** Play an action; what was selected is let go once it is done. */
export async function act(action: OpenAction): Promise<void> {
  choice.value = null;
  if (await play({ action: action.id })) clearSelection();
  // the button that had the focus is gone with the move
  requestAnimationFrame(focusAgain);
}

/** Give the focus to the hand, or to the first action, if nothing has it. */
function focusAgain(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const next = ".hand [tabindex='0'], .action, .colour-choice, .between button";
  document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
}

/** A place of the table was chosen, by a tap or by dropping cards: what may be done there? */
export type Spot = "stock" | "discard" | "table" | `on:${number}`;

/** The open actions that a spot stands for, with the selected cards where there are any. */
export function actionsAt(spot: Spot): OpenAction[] {
  const found = [...exact.value, ...plain.value];
  return found.filter((action) => spotsOf(action).includes(spot));
}

function spotsOf(action: OpenAction): Spot[] {
  const text = action.text;
  const onto = /\bon (\d+)$/.exec(text)?.[1];
  if (text === "draw" || text === "draw stock") return ["stock"];
  if (text === "draw discard") return ["discard"];
  if (text.startsWith("take")) return onto ? ["discard", `on:${Number(onto)}`] : ["discard"];
  if (text.startsWith("discard")) return ["discard"];
  if (onto !== undefined) return ["table", `on:${Number(onto)}`];
  return text === "pass" || needed(action).length === 0 ? [] : ["table"];
}

/** Do what a spot stands for; several ways are offered, and where there is none the reason is told. */
export function actAt(spot: Spot): void {
  const found = actionsAt(spot);
  const [first] = found;
  if (found.length > 1) choice.value = found;
  else if (first !== undefined) void act(first);
  else if (myTurn.value) {
    // the pile can be taken with cards that are not selected yet: show the ways
    const taking = spot === "discard" ? further.value.filter((a) => a.text.startsWith("take")) : [];
    choice.value = taking.length > 0 ? taking : null;
    if (taking.length === 0) void askWhy(wordsAt(spot));
  }
}

/** The words that ask for what a spot stands for. */
function wordsAt(spot: Spot): string {
  const faces = selectedFaces.value;
  const isRummy = table.value?.board?.game === "mason-rummy";
  if (spot === "stock") return isRummy ? "draw stock" : "draw";
  if (spot === "discard" && faces.length > 0) return `discard ${faces[0] ?? ""}`;
  if (spot === "discard") return isRummy ? "draw discard" : "take on 1";
  return wordsOf(faces);
}

/** Have the service say why something may not be done. */
export async function askWhy(text: string): Promise<void> {
  if (text === "") return;
  const told = await say<Told>({ do: "why", text });
  if (told !== null) notice.value = { kind: "refusal", text: told.text };
}

/** The words that ask for the selected cards to be played, to learn why they may not be. */
export function wordsOf(faces: readonly string[]): string {
  const cards = faces.join(" ");
  const board = table.value?.board;
  if (board?.game === "mason-rummy") {
    const [first] = faces;
    if (faces.length === 1) return `lay off ${cards}`;
    return faces.every((face) => face[0] === first?.[0]) ? `meld ${cards}` : `run ${cards}`;
  }
  if (board?.game === "tranca") {
    if (board.drawing) return `take new ${[board.pile.at(-1) ?? "", ...faces].join(" ").trim()}`;
    return faces.length === 1 ? `lay ${cards} on 1` : `new ${cards}`;
  }
  if (board?.game === "president" && board.giving) return `give ${cards}`;
  return cards;
}
