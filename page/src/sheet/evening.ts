/** An evening of Tranca: rounds and sides, the round that is being scored, and what the service says. */

import { batch, computed, signal } from "@preact/signals";
import { t } from "../base/lazytexts";
import { post } from "../service/link";
import { language } from "../base/settings";
import { notice, tell } from "../service/store";
import { save } from "../base/saving";

export interface PhotoData {
  shows: "table" | "hand";
  width: number;
  height: number;
  outlines: [number, number][][];
  inferred: number[];
  advice: string[];
  model: string;
}

interface CardData {
  photo: number;
  number: number;
  read: string;
  /** Empty as long as nobody has said what a card is that could not be read. */
  face: string;
  confidence: number;
  options: string[];
  checked: boolean;
  removed: boolean;
}

export interface PileData {
  crosswise: boolean;
  sure: boolean;
  count: number;
  lowest: string;
  stands_for: string;
  told: string[];
  seen: boolean;
  checked: boolean;
}

interface MeldData {
  cards: number[];
  pile: PileData | null;
  legal: string[] | null;
  checked: boolean;
}

export type Morto = "used" | "unused" | "none";

export interface DraftData {
  decks: 2 | 3;
  morto: Morto | null;
  final_move: boolean | null;
  photos: PhotoData[];
  cards: CardData[];
  melds: MeldData[];
  hand: number[];
}

interface Finding {
  cards: string[];
  kind: "run" | "set" | "twos" | "dollars" | "invalid";
  canastra: "clean" | "dirty" | "twos" | null;
  points: number;
  to_canastra: number | null;
  reason: string | null;
  text: string;
}

export interface Question {
  kind: "card" | "pile" | "meld" | "black three" | "copies" | "dollars" | "morto" | "final move";
  text: string;
  options: string[];
  cards: number[];
  meld: number | null;
}

/** What a side had at the end of a round, as the service counts it for leaderboard and statistics. */
type Counts = Record<string, number | boolean>;

/** The keypad as the service has it: what is being entered, which meld that is, and the keys that do something. */
export interface Pad {
  where: "table" | "hand";
  /** As it could be typed. */
  text: string;
  is_whole: boolean;
  /** What can be pressed next; empty for a meld that can stay as it is. */
  hint: string;
  keys: string[];
  /** All keys for cards by the rules of the house. */
  card_keys: string[];
  meld: number | null;
}

/** A round as the service has it: the draft, its score, and what is open. */
export interface RoundScore {
  draft: DraftData;
  total: number;
  counts: Counts;
  lines: { code: string; label: string; count: number; points: number; cards: number[] }[];
  melds: Finding[];
  errors: string[];
  warnings: string[];
  questions: Question[];
  /** Of each card the likeliest faces that it can have where it lies. */
  options: string[][];
  provisional: boolean;
  pad: Pad;
  labels?: Record<string, unknown>[];
}

export type Edit = { do: string } & Record<string, unknown>;

/** The points of a side in a round; without a draft they were entered as a number. */
export interface Entry {
  points: number;
  provisional: boolean;
  draft: DraftData | null;
  /** Missing in sheets of before there was a leaderboard. */
  counts?: Counts | null;
}

/** Settings by name; the service knows what there is. */
export type Rules = Record<string, string | number>;

/** `players` has the names of each side's players as typed; where it is empty the side's name says them. */
export interface Evening {
  version: 1;
  id: string;
  begun: string;
  sides: string[];
  players: string[];
  target: number;
  rounds: (Entry | null)[][];
  /** What the letter c of a typed card stands for; empty until somebody has said. */
  suitOfC: "H" | "C" | "";
  title?: string;
  /** Three decks with six players. */
  decks?: 2 | 3;
  /** What differs from the rules of the original document. */
  rules?: Rules;
  /** The order of the people around the table, as the service has it; and a seat with a round that it deals. */
  seats?: number[];
  dealer?: [number, number];
  /** Marks of the states in which it was saved to a file or read from one. */
  saved?: string[];
  /** What is typed and not entered yet, see `typed`; no file has it. */
  typed?: Record<string, string>;
}

/** A photo as it is shown; it stays in this window and is gone with it. */
export interface Picture {
  bitmap: ImageBitmap | null;
  file: Blob;
}

const TARGET = 3500;
export const MOST_SIDES = 6;
export const LONGEST_PLAYERS = 300; // letters

export function fresh(): Evening {
  const date = new Date();
  return {
    version: 1,
    id: `${date.getTime()}.${Math.floor(Math.random() * 1e9)}`,
    begun: date.toISOString(),
    sides: [t("side_n", { n: 1 }), t("side_n", { n: 2 })],
    players: [],
    target: TARGET,
    rounds: [],
    suitOfC: "",
  };
}

/** The evening that is shown, as far as it is entered. */
export const evening = signal<Evening>(fresh());
/** What is typed there and not entered yet, by fields; and the keys of the keypad, see `Unfinished`. */
export const typed = signal<Record<string, string>>({});
/** All of it, as it is saved. */
export const current = computed<Evening>(() =>
  Object.keys(typed.value).length === 0 ? evening.value : { ...evening.value, typed: typed.value },
);
/** The round and side that is being scored. */
export const open = signal<{ round: number; side: number } | null>(null);
export const roundScore = signal<RoundScore | null>(null);
export const working = signal("");
/** The card that was tapped, and the cards of a line of the score. */
export const chosen = signal<number | null>(null);
export const lit = signal<readonly number[]>([]);
/** Which of the open questions is shown. */
export const questionIndex = signal(0);

const pictures = signal<Record<string, (Picture | null)[]>>({});
/** A round before the last keys of the keypad, and these: what they enter is worked out anew with each. */
interface Keyed {
  draft: object;
  keys: readonly string[];
}

/** The same, and keys that were pressed and are not answered yet. */
interface Unfinished extends Keyed {
  pressed: readonly string[];
}

let keyed: Keyed = { draft: {}, keys: [] };
let pressed: readonly string[] = [];
let before: (Keyed & { pictures: (Picture | null)[] })[] = [];
/** The warnings that the last key has brought. */
export const news = signal<readonly string[]>([]);
export const canUndo = signal(false);
let chain: Promise<unknown> = Promise.resolve();

/** Type into a field; null: it is entered, or empty. */
export function type(field: string, text: string | null): void {
  const others = Object.entries(typed.peek()).filter(([name]) => name !== field);
  typed.value = Object.fromEntries(text === null ? others : [...others, [field, text]]);
}

/** The text of a field; it outlives the page. */
export function textOf(field: string): { value: string } {
  return {
    get value() {
      return typed.value[field] ?? "";
    },
    set value(text) {
      type(field, text === "" ? null : text);
    },
  };
}

/** A saved sheet. Throws an `Error` that says why it is none; what the service reads it checks itself. */
export function readEvening(data: unknown): Evening {
  const {
    sides,
    target,
    rounds,
    id,
    begun,
    players,
    suitOfC,
    typed: texts,
  } = (data ?? {}) as Partial<Evening>;
  const isWhole =
    Array.isArray(sides) &&
    sides.length >= 1 &&
    sides.every(isText) &&
    Number.isInteger(target) &&
    Array.isArray(rounds) &&
    rounds.every((row) => Array.isArray(row) && row.every(isEntry));
  if (!isWhole) throw new Error(t("no_sheet"));
  return {
    ...(data as Evening), // what only other places need is carried along
    version: 1,
    // an older sheet has none of these: opened twice, it is one evening all the same
    id:
      isText(id) && id !== "" ? id : JSON.stringify([sides, rounds.map((row) => row.map((e) => e?.points))]),
    begun: isText(begun) && !Number.isNaN(Date.parse(begun)) ? begun : "",
    sides,
    players: Array.isArray(players) && players.every(isText) ? players : [],
    target: target ?? TARGET,
    rounds: rounds.map((row) =>
      row
        .slice(0, sides.length)
        .map(
          (entry) =>
            entry && { ...entry, provisional: entry.provisional ?? false, draft: entry.draft ?? null },
        ),
    ),
    suitOfC: suitOfC === "H" || suitOfC === "C" ? suitOfC : "",
    ...(texts !== undefined && Object.values(texts).every(isText) && { typed: texts }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isEntry(entry: unknown): boolean {
  if (entry === null) return true;
  if (typeof entry !== "object") return false;
  const { points, draft, counts } = entry as Partial<Entry>;
  if (counts != null && typeof counts !== "object") return false;
  return Number.isInteger(points) && isDraft(draft);
}

function isDraft(draft: unknown): boolean {
  if (draft == null) return true;
  if (typeof draft !== "object") return false;
  const { cards, melds, hand, photos } = draft as Partial<DraftData>;
  return [cards, melds, hand, photos].every(Array.isArray);
}

export const place = computed(() => (open.value === null ? "" : `${open.value.round}.${open.value.side}`));

/** The pictures of the open round, as long as this window has them. */
export const openPictures = computed(() => pictures.value[place.value] ?? []);

export function entryAt(round: number, side: number): Entry | null {
  return evening.value.rounds[round]?.[side] ?? null;
}

export function totalOf(side: number): number {
  return evening.value.rounds.reduce((sum, row) => sum + (row[side]?.points ?? 0), 0);
}

/** Whether any of a side's rounds is not certain. */
export function isProvisional(side: number): boolean {
  return evening.value.rounds.some((row) => row[side]?.provisional === true);
}

/**
 * The sides that have the most points once the target is reached, and all have been counted. One
 * has won; of several that are equal another round decides (T9).
 */
export function leaders(): string[] {
  const { sides, rounds, target } = evening.value;
  const isWhole = rounds.every((row) => sides.every((_, side) => row[side] != null));
  const totals = sides.map((_, side) => totalOf(side));
  const best = Math.max(...totals);
  if (rounds.length === 0 || !isWhole || best < target) return [];
  return sides.filter((_, side) => totals[side] === best);
}

export function enter(round: number, side: number, entry: Entry | null): void {
  const rounds = evening.value.rounds.map((row) => [...row]);
  while (rounds.length <= round) rounds.push(evening.value.sides.map(() => null));
  const row = rounds[round] ?? [];
  while (row.length <= side) row.push(null);
  row[side] = entry;
  while (rounds.at(-1)?.every((each) => each === null)) rounds.pop();
  batch(() => {
    evening.value = { ...evening.value, rounds };
    if (entry?.draft == null) type(`keys ${round}.${side}`, null);
  });
}

/** Score a side's round: from what is there already, or from nothing. */
export function openRound(round: number, side: number): void {
  open.value = { round, side };
  const saved = JSON.parse(typed.peek()[`keys ${place.peek()}`] ?? "null") as Unfinished | null;
  roundScore.value = null;
  chosen.value = null;
  lit.value = [];
  questionIndex.value = 0;
  news.value = [];
  awaited.value = {};
  pressed = [];
  keyed = { draft: entryAt(round, side)?.draft ?? { decks: evening.value.decks ?? 2 }, keys: [] };
  if (saved !== null) keyed = { draft: saved.draft, keys: saved.keys };
  const { draft, keys } = keyed;
  before = keys.map((_, i) => ({ draft, keys: keys.slice(0, i), pictures: openPictures.peek() }));
  canUndo.value = before.length > 0;
  read();
  for (const key of saved?.pressed ?? []) void tap(key);
}

/** Have what is on the keypad outlive the page, until the round is left. */
function keep(): void {
  const isNothing = keyed.keys.length === 0 && pressed.length === 0;
  type(`keys ${place.peek()}`, isNothing ? null : JSON.stringify({ ...keyed, pressed }));
}

/** Have the service say what there is of the open round. */
function read(): void {
  const at = open.peek();
  chain = chain.then(async () => {
    const score = open.peek() === null ? null : await ask(keyed.draft, [], keyed);
    if (score !== null && open.value === at) roundScore.value = score;
  });
}

// it says so in the language of the page
language.subscribe(read);

/** Leave the open round once all answers are there; what was begun on the keypad is entered as it is. */
export async function leaveRound(): Promise<void> {
  await chain;
  const pad = roundScore.value?.pad;
  if (pad !== undefined && pad.text !== "" && !pad.is_whole) await tap("ok");
  type(`keys ${place.peek()}`, null);
  closeRound();
}

export function closeRound(): void {
  open.value = null;
  roundScore.value = null;
}

/** Those of an evening of before there were any are the document's. */
export function rulesOf(of: Evening): Rules {
  return of.rules ?? {};
}

/** Have the service score a draft; null, with a word why, if it cannot. */
export async function ask(
  draft: object,
  edits: Edit[],
  {
    keys = [],
    labels = false,
    rules = rulesOf(evening.value),
  }: { keys?: readonly string[]; labels?: boolean; rules?: Rules } = {},
): Promise<RoundScore | null> {
  try {
    return await post<RoundScore>("/sheet", { draft, keys, edits, labels, rules });
  } catch (error) {
    tell(error);
    return null;
  }
}

/** Correct the open round; whether it could be. Corrections are done one after the other. */
export function correct(...edits: Edit[]): Promise<boolean> {
  return next(edits, (pictures) => pictures);
}

type Facts = Pick<DraftData, "morto" | "final_move" | "decks">;

/** What was chosen, while the answer is on its way: it is shown as chosen. */
export const awaited = signal<Partial<Facts & Pick<Pad, "where">>>({});

/** Say what no photo shows; what was said before it is kept, also while its answer is on the way. */
export function correctFacts(facts: Partial<Facts>): Promise<boolean> {
  const result = next(
    ({ morto, final_move, decks }) => [{ do: "facts", morto, final_move, decks, ...facts }],
    (pictures) => pictures,
  );
  return showing(facts, result);
}

/** Say whether the next keys are cards of the hand. */
export function turnTo(where: Pad["where"]): Promise<boolean> {
  return showing({ where }, tap(where));
}

async function showing(choice: typeof awaited.value, result: Promise<boolean>): Promise<boolean> {
  awaited.value = { ...awaited.value, ...choice };
  const isTaken = await result;
  const others = Object.entries(awaited.value).filter(
    ([name, value]) => choice[name as keyof typeof choice] !== value,
  );
  awaited.value = Object.fromEntries(others);
  return isTaken;
}

export function next(
  edits: Edit[] | ((draft: DraftData) => Edit[]),
  change: (pictures: (Picture | null)[]) => (Picture | null)[],
): Promise<boolean> {
  const at = open.value;
  const result = chain.then(async () => {
    const current = roundScore.value;
    if (current === null || open.value !== at) return false;
    const all = typeof edits === "function" ? edits(current.draft) : edits;
    const score = await ask(keyed.draft, all, { keys: [...keyed.keys, "ok"] });
    if (score === null || open.value !== at) return false;
    news.value = [];
    goOn({ draft: score.draft, keys: score.pad.where === "hand" ? ["hand"] : [] });
    take(score, change(openPictures.value));
    return true;
  });
  chain = result;
  return result;
}

/** Press a key of the keypad; whether it did something. */
export function tap(key: string): Promise<boolean> {
  const at = open.value;
  pressed = [...pressed, key];
  keep();
  const result = chain.then(async () => {
    if (open.value !== at) return false;
    const keys = [...keyed.keys, key];
    const score = await ask(keyed.draft, [], { keys });
    if (open.value !== at) return false;
    pressed = pressed.slice(1);
    if (score === null) {
      keep();
      return false;
    }
    const earlier = roundScore.value?.warnings ?? [];
    news.value = score.warnings.filter((line) => !earlier.includes(line));
    goOn({ draft: keyed.draft, keys });
    take(score, openPictures.value);
    return true;
  });
  chain = result;
  return result;
}

function goOn(next: Keyed): void {
  before.push({ ...keyed, pictures: openPictures.value });
  canUndo.value = true;
  keyed = next;
}

/** Show what came back, and keep it in the sheet. */
function take(score: RoundScore, photos: (Picture | null)[]): void {
  const at = open.value;
  if (at === null) return;
  notice.value = null;
  roundScore.value = score;
  pictures.value = { ...pictures.value, [place.value]: photos };
  if (chosen.value !== null && score.draft.cards[chosen.value]?.removed !== false) chosen.value = null;
  lit.value = [];
  questionIndex.value = Math.min(questionIndex.value, Math.max(0, score.questions.length - 1));
  const { draft } = score;
  const isEmpty =
    draft.cards.every((card) => card.removed) && draft.morto === null && draft.final_move === null;
  const { total: points, provisional, counts } = score;
  const entry = { points, provisional, draft, counts };
  batch(() => {
    enter(at.round, at.side, isEmpty ? null : entry);
    keep();
  });
}

/** Take the last correction or key back. */
export function undo(): void {
  const at = open.value;
  chain = chain.then(async () => {
    const last = before.at(-1);
    if (last === undefined || open.value !== at) return;
    const score = await ask(last.draft, [], last);
    if (score === null || open.value !== at) return;
    before.pop();
    keyed = last;
    news.value = [];
    canUndo.value = before.length > 0;
    take(score, last.pictures);
  });
}

export function dropPhoto(number: number): Promise<boolean> {
  chosen.value = null;
  return next([{ do: "drop", photo: number }], (all) => all.filter((_, i) => i !== number));
}

export { save };

/** Put another sheet in the place of the one that is shown, which is gone then. */
export function replaceEvening({ typed: texts = {}, ...another }: Evening): void {
  batch(() => {
    evening.value = another;
    typed.value = texts;
    pictures.value = {};
    notice.value = null;
  });
}

/** The same evening as another window has it; what is counted there is shown. */
export function followEvening({ typed: texts = {}, ...another }: Evening): void {
  const stateOf = (of: Evening, all: Record<string, string>) =>
    JSON.stringify([
      open.value && of.rounds[open.value.round]?.[open.value.side],
      all[`keys ${place.value}`],
    ]);
  const isCounted = open.value !== null && stateOf(evening.value, typed.value) !== stateOf(another, texts);
  batch(() => {
    evening.value = another;
    typed.value = texts;
  });
  if (isCounted && open.value !== null) openRound(open.value.round, open.value.side);
}

/** A `labels.json` of all rounds with photos, and those of the photos that this window still has. */
export async function saveLabels(): Promise<void> {
  const images: Record<string, unknown>[] = [];
  for (const [round, row] of evening.value.rounds.entries()) {
    for (const [side, entry] of row.entries()) {
      if (entry?.draft == null || entry.draft.photos.length === 0) continue;
      const score = await ask(entry.draft, [], { labels: true });
      if (score === null) return;
      for (const [number, label] of (score.labels ?? []).entries()) {
        const file = `round-${round + 1}-side-${side + 1}-${number + 1}.jpg`;
        images.push({ file, ...label, model: entry.draft.photos[number]?.model });
        const picture = pictures.value[`${round}.${side}`]?.[number];
        if (picture != null) save(file, picture.file);
      }
    }
  }
  const text = `${JSON.stringify({ images }, null, 1)}\n`;
  save("labels.json", new Blob([text], { type: "application/json" }));
}

/** Whether there is anything that labels could be made of. */
export const hasPhotos = computed(() =>
  evening.value.rounds.some((row) => row.some((entry) => (entry?.draft?.photos.length ?? 0) > 0)),
);
