/** Earlier evenings of Tranca, kept in this browser, and what the service works out from them all. */

import { effect, signal } from "@preact/signals";
import { lasting } from "../base/browser";
import { save } from "../base/saving";
import { notice, tell } from "../service/store";
import { ask, evening, readEvening, replaceEvening, rulesOf } from "./evening";
import type { Entry, Evening } from "./evening";
import { post } from "../service/link";

/** A table of results as the service draws it. */
export interface BoardTable {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
}

/** A picture that the service draws, and the same in words and rows. */
export interface BoardPicture {
  svg: string;
  title: string;
  description: string;
  table: BoardTable;
}

export interface Board {
  tables: BoardTable[];
  csv: string;
  picture: BoardPicture | null;
  /** To pass on to others. */
  text?: string;
}

export const BOARDS = ["evening", "leaderboard", "statistics", "partners", "rounds"] as const;
export type BoardName = (typeof BOARDS)[number];
export type Boards = Record<BoardName, Board> & { names: NameHistory[] };

/** A correction as the service reads it: what comes of it in words. */
interface NameHistory {
  name: string;
  at: string;
  text: string;
  can_undo: boolean;
}

/** A correction of a name: who counts as whom, since when. */
export interface NameCorrection {
  name: string;
  right: string;
  at: string;
}

const KEY = "dealt.evenings";
const NAMES_KEY = "dealt.names";
const MOST = 300; // evenings; of more the oldest go

/** Those before the one that is shown, the oldest first, without cards and photos. */
export const evenings = signal<Evening[]>(remembered());
export const names = signal<NameCorrection[]>(rememberedNames());

effect(() => {
  lasting.write(KEY, JSON.stringify(evenings.value));
});

effect(() => {
  lasting.write(NAMES_KEY, JSON.stringify(names.value));
});

window.addEventListener("storage", (event) => {
  if (event.key === KEY && event.newValue !== null) evenings.value = remembered();
  if (event.key === NAMES_KEY && event.newValue !== null) names.value = rememberedNames();
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

function rememberedNames(): NameCorrection[] {
  try {
    const saved = JSON.parse(lasting.read(NAMES_KEY) ?? "[]") as NameCorrection[];
    return saved.filter((each) => [each.name, each.right, each.at].every((text) => typeof text === "string"));
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
      if (counts === null && entry?.draft != null)
        counts = (await ask(entry.draft, [], { rules: rulesOf(from) }))?.counts ?? null;
      entries.push(entry === null ? null : { ...entry, draft: null, counts });
    }
    rounds.push(entries);
  }
  return { ...from, rounds };
}

/** Those before the one that is shown, and that one, if anything is in it. */
function all(): Evening[] {
  const current = evening.value;
  const before = evenings.value.filter(({ id }) => id !== current.id);
  return current.rounds.length > 0 ? [...before, current] : before;
}

/** Save all evenings to one file. */
export async function backUp(): Promise<void> {
  try {
    const body = { evenings: all(), names: names.value };
    const { file, evenings: marked } = await post<{ file: string; evenings: Evening[] }>(
      "/sheet/backup",
      body,
    );
    save("tranca.json", new Blob([file], { type: "application/json" }));
    const marks = new Map(marked.map(({ id, saved }) => [id, saved ?? []]));
    const withMarks = (each: Evening) => ({ ...each, saved: marks.get(each.id) ?? each.saved ?? [] });
    evenings.value = evenings.value.map(withMarks);
    evening.value = withMarks(evening.value);
  } catch (error) {
    tell(error);
  }
}

interface Merged {
  evenings: Evening[];
  names: NameCorrection[];
  lines: string[];
  latest: string | null;
}

/** Put the evenings of a file to those that are here; where nothing has begun, its latest is shown. */
export async function restore(file: File): Promise<void> {
  try {
    const body = { evenings: all(), names: names.value, text: await file.text(), file: file.name };
    const merged = await post<Merged>("/sheet/restore", body);
    const restored = merged.evenings.map((each) => readEvening(JSON.stringify(each)));
    const isEmpty = evening.value.rounds.length === 0;
    const openId = isEmpty ? merged.latest : evening.value.id;
    const current = restored.find(({ id }) => id === openId);
    const others = await Promise.all(restored.filter(({ id }) => id !== openId).map(counted));
    evenings.value = others;
    names.value = merged.names;
    if (current !== undefined) replaceEvening(current);
    notice.value = { kind: "news", text: merged.lines.join(" ") };
  } catch (error) {
    tell(error);
  }
}

/** What counting somebody under another name would change, in words. Rejects with a `Refusal`. */
export function correctionOf(name: string, right: string) {
  const body = { evenings: all(), names: names.value, name, right };
  return post<{ name: string; right: string; lines: string[] }>("/sheet/join", body);
}

/** Count somebody under another name from now on; under the same one, as it was entered. */
export function correctName(name: string, right: string): void {
  const last = names.value.at(-1)?.at ?? "";
  const now = new Date().toISOString();
  const at = Date.parse(last) > Date.now() ? last : now; // by the clock of another device
  names.value = [...names.value, { name, right, at }];
}

/** How pictures should be drawn: their width in pixels, and for which paper. */
export interface Look {
  width: number;
  dark: boolean;
}

/** The boards of all evenings, and that of the current one. Rejects with a `Refusal`. */
export async function results(
  current: Evening,
  before: Evening[],
  corrections: NameCorrection[],
  look: Look,
): Promise<Boards> {
  const counting = [...before.filter(({ id }) => id !== current.id), await counted(current)];
  const body = { evenings: counting, names: corrections, evening: current.id, ...look };
  return post<Boards>("/sheet/results", body);
}
