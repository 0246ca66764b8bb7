/** Which open actions go with the cards that are selected; legality itself comes from the service. */

import { computed, effect, signal } from "@preact/signals";
import { gameAtTable } from "../cards/faces";
import type { OpenAction, Told } from "../protocol";
import { actions, myTurn, notice, own, play, say, table } from "../service/store";
import { handOf, ownHand, spotsOf } from "./zones";

/** Keys of the selected cards of the hand, see `faces.held`. */
export const selection = signal<ReadonlySet<string>>(new Set());

/** Several actions would do the same thing to the same cards; one of them has to be chosen. */
export const choice = signal<OpenAction[] | null>(null);

const tableName = computed(() => table.value?.table);
effect(() => {
  // at once, not after the screen has been drawn: by then a refusal may be there, and must stay
  void tableName.value;
  clearSelection();
});

const moved = computed(() => table.value?.moved);
effect(() => {
  // whatever was offered was so before this move
  if (moved.value !== undefined) choice.value = null;
});

effect(() => {
  // a refusal was of other cards, or of another move
  void selection.value;
  void choice.value;
  if (notice.peek()?.kind === "refusal") notice.value = null;
});

export const selectedFaces = computed(() =>
  [...selection.value].map((key) => key.slice(0, key.lastIndexOf("."))),
);

/** Whether a face of an action stands for a card. */
function standsFor(card: string, face: string): boolean {
  return card === face || (gameAtTable.value?.wild[card]?.includes(face) ?? false);
}

function isWild(face: string): boolean {
  return gameAtTable.value?.wild[face] !== undefined;
}

/** The cards that an action needs besides `faces`; null: it does not take all of these. */
function rest(action: OpenAction, faces: readonly string[]): string[] | null {
  const left = [...(action.cards ?? [])].sort((a, b) => Number(isWild(a)) - Number(isWild(b)));
  for (const face of faces) {
    const place = left.findIndex((wanted) => standsFor(wanted, face));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/** Actions that are chosen by the cards on their buttons, where no hand takes the room for it. */
export const cardActions = computed(() =>
  (ownHand(table.value)?.count ?? 0) > 0 ? [] : actions.value.filter(({ shows = [] }) => shows.length > 0),
);

/** Actions that need no card to be selected: draw, pass, fold. */
export const plain = computed(() =>
  // the only move needs no choice of cards
  actions.value.filter(
    (action, _, all) =>
      ((action.cards ?? []).length === 0 || all.length === 1) && !cardActions.value.includes(action),
  ),
);

/** Actions of exactly the selected cards. */
export const exact = computed(() => {
  const faces = selectedFaces.value;
  if (faces.length === 0 || actions.value.length === 1) return [];
  return actions.value.filter((action) => rest(action, faces)?.length === 0);
});

/** Whether the only move is meant, whatever is selected: it takes cards, or none are selected. */
export function isForced(): boolean {
  const [only, more] = actions.value;
  return more === undefined && ((only?.cards ?? []).length > 0 || selection.value.size === 0);
}

/** Actions of more cards, the selected ones among them. */
export const further = computed(() => {
  const faces = selectedFaces.value;
  return actions.value.filter((action) => (rest(action, faces)?.length ?? 0) > 0);
});

/** Whether a card of the hand has a part in any open action. */
export const useful = computed(() => new Set(actions.value.flatMap(({ cards = [] }) => cards)));

export function isUseful(face: string): boolean {
  return [...useful.value].some((wanted) => standsFor(wanted, face));
}

/** Select the cards that an action needs, copies of the hand in their order. */
export function select(action: OpenAction): void {
  const keys = new Set<string>();
  const copies = new Map<string, number>();
  const all = (ownHand(table.value)?.cards ?? []).map((face) => {
    const copy = copies.get(face) ?? 0;
    copies.set(face, copy + 1);
    return { face, key: `${face}.${copy}` };
  });
  for (const card of action.cards ?? []) {
    const match = all.find(({ face, key }) => !keys.has(key) && standsFor(card, face));
    if (match !== undefined) keys.add(match.key);
  }
  selection.value = keys;
}

export function clearSelection(): void {
  if (selection.peek().size > 0) selection.value = new Set();
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
  const next = ".hand [tabindex='0'], .action, .shown-action, .between button";
  document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
}

/** The open actions that zones stand for, with the selected cards where there are any. */
export function actionsAt(...zones: string[]): OpenAction[] {
  const hand = handOf(own.value?.seat);
  return [...exact.value, ...plain.value].filter((action) =>
    spotsOf(action, hand).some((spot) => zones.includes(spot)),
  );
}

/** Play what a tap on zones means: offer a choice of several moves, or show why there is none. */
export function actAt(...zones: string[]): void {
  const options = actionsAt(...zones);
  const [first] = options;
  if (options.length > 1) choice.value = options;
  else if (first !== undefined) void act(first);
  else if (myTurn.value) {
    // a pile can be taken with cards that are not selected yet: show the ways
    const taking = further.value.filter(
      ({ source }) => source != null && zones.includes(source) && source !== handOf(own.value?.seat),
    );
    choice.value = taking.length > 0 ? taking : null;
    if (taking.length === 0) void askWhy(zones[0] ?? null);
  }
}

/** Have the service say why the selected cards may not be put somewhere, or not be played at all. */
export async function askWhy(zone: string | null): Promise<void> {
  const answer = await say<Told>({ do: "why", cards: [...selectedFaces.value], zone });
  if (answer !== null) notice.value = { kind: "refusal", text: answer.text, rule: answer.rule };
}
