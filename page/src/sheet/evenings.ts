/** Earlier evenings of Tranca, kept in this browser, and what the service works out from them all. */

import { batch, signal } from "@preact/signals";
import { save } from "../base/saving";
import { post } from "../service/link";
import { notice, tell } from "../service/store";
import { ask, current, evening, followEvening, readEvening, replaceEvening, rulesOf } from "./evening";
import type { Entry, Evening } from "./evening";
import { joined } from "./joining";

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

const FILE = { format: "tranca evenings", version: 1 };
const PART = 1_000_000; // letters of evenings that go to the service at once

/** Those before the one that is shown, the oldest first. */
export const evenings = signal<Evening[]>([]);
export const names = signal<NameCorrection[]>([]);

/** Whether anything would be lost with an evening. */
export function isBegun({ rounds, typed = {} }: Evening): boolean {
  return rounds.length > 0 || Object.keys(typed).length > 0;
}

function inOrder(all: Evening[]): Evening[] {
  return all.sort((one, other) => (one.begun < other.begun ? -1 : one.begun > other.begun ? 1 : 0));
}

/** Put another sheet in the place of the one that is shown, which is kept among the earlier ones. */
export function begin(another: Evening): void {
  const before = current.value;
  const others = evenings.value.filter(({ id }) => id !== before.id && id !== another.id);
  const isWorthIt = before.id !== another.id && isBegun(before);
  batch(() => {
    evenings.value = isWorthIt ? inOrder([...others, before]) : others;
    replaceEvening(another);
  });
}

export function forget(id: string): void {
  evenings.value = evenings.value.filter((each) => each.id !== id);
}

/** Take over evenings as they are elsewhere; null: it is not there any more. */
export function follow(changed: ReadonlyMap<string, Evening | null>): void {
  const current = changed.get(evening.value.id);
  const others = new Map(evenings.value.map((each) => [each.id, each]));
  for (const [id, each] of changed) {
    if (each === null) others.delete(id);
    else if (id !== evening.value.id) others.set(id, each);
  }
  batch(() => {
    evenings.value = inOrder([...others.values()]);
    if (current != null) followEvening(current);
  });
}

/** An evening with what its cards count; a sheet of before there was a leaderboard has them alone. */
async function counted(from: Evening): Promise<Evening> {
  const rounds: (Entry | null)[][] = [];
  for (const row of from.rounds) {
    const entries: (Entry | null)[] = [];
    for (const entry of row) {
      const isCounted = entry?.draft == null || entry.counts != null;
      const score = isCounted ? null : await ask(entry.draft ?? {}, [], { rules: rulesOf(from) });
      entries.push(score === null || entry === null ? entry : { ...entry, counts: score.counts });
    }
    rounds.push(entries);
  }
  return { ...from, rounds };
}

/** All evenings in which there is something. */
function all(): Evening[] {
  return [...evenings.value, ...(isBegun(current.value) ? [current.value] : [])];
}

/** Things in as many parts as go to the service one after the other: one at least. */
function partsOf<T>(things: readonly T[]): T[][] {
  const parts: T[][] = [[]];
  let size = 0;
  for (const each of things) {
    const length = JSON.stringify(each).length;
    if (size > 0 && size + length > PART) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(each);
    size += length;
  }
  return parts;
}

/** What tables are made of: an evening with the given fields of its entries alone. */
function bare(from: Evening, ...fields: (keyof Entry)[]): object {
  const { id, title, begun, sides, players, target } = from;
  return { id, title, begun, sides, players, target, rounds: roundsOf(from, ...fields) };
}

function roundsOf({ rounds }: Evening, ...fields: (keyof Entry)[]): object[] {
  const only = (entry: Entry) => Object.fromEntries(fields.map((field) => [field, entry[field]]));
  return rounds.map((row) => row.map((entry) => entry && only(entry)));
}

/** Have the service mark the states of evenings, so that a file of them is known again. */
async function marked(of: readonly Evening[]): Promise<Map<string, string[]>> {
  const marks = new Map<string, string[]>();
  const states = of.map((each) => ({ ...each, typed: undefined, rounds: roundsOf(each, "points") }));
  for (const part of partsOf(states)) {
    const answer = await post<{ evenings: Evening[] }>("/sheet/backup", { evenings: part });
    for (const { id, saved = [] } of answer.evenings) marks.set(id, saved);
  }
  return marks;
}

/** Save all evenings to one file: from here, so that it works without the service, too. */
export async function backUp(): Promise<void> {
  const saving = all();
  const marks = await marked(saving).catch((error: unknown) => {
    tell(error);
    return new Map<string, string[]>();
  });
  const withMarks = (each: Evening) => ({ ...each, saved: marks.get(each.id) ?? each.saved ?? [] });
  const file = { ...FILE, evenings: saving.map((each) => ({ ...withMarks(each), typed: undefined })) };
  save(
    "tranca.json",
    new Blob([JSON.stringify({ ...file, names: names.value })], { type: "application/json" }),
  );
  if (marks.size === 0) return;
  batch(() => {
    evenings.value = evenings.value.map(withMarks);
    evening.value = withMarks(evening.value);
  });
}

interface Merged {
  evenings: Evening[];
  names: NameCorrection[];
  lines: string[];
  latest: string | null;
  report: unknown;
}

/** A file as the service gets it: in parts that are files, too. Of what is none its beginning is enough. */
function textsOf(text: string): { text: string; families: Set<string> }[] {
  try {
    const data = JSON.parse(text) as Evening & { evenings?: Evening[]; names?: unknown };
    // earlier versions saved a single evening
    if (data.evenings === undefined) return [{ text, families: new Set([familyOf(data)]) }];
    return partsOf(data.evenings).map((part, i) => ({
      text: JSON.stringify({ ...data, evenings: part, names: i === 0 ? (data.names ?? []) : [] }),
      families: new Set(part.map(familyOf)),
    }));
  } catch {
    return [{ text: text.slice(0, PART), families: new Set() }];
  }
}

/** The versions of an evening have ids that begin alike. */
function familyOf(of: Evening): string {
  return String(readEvening(of).id.split("~")[0]);
}

/** Put the evenings of a file to those that are here; where nothing has begun, its latest is shown. */
export async function restore(file: File): Promise<void> {
  try {
    const start = new Map(all().map((each) => [each.id, each]));
    const merged = new Map(start);
    let answer: Merged | null = null;
    for (const { text, families } of textsOf(await file.text())) {
      const relatives = [...merged.values()].filter((each) => families.has(familyOf(each)));
      const own: object = { evenings: relatives, names: answer?.names ?? names.value };
      const before: object = answer === null ? {} : { report: answer.report };
      answer = await post<Merged>("/sheet/restore", { ...own, ...before, text, file: file.name });
      for (const each of answer.evenings) merged.set(each.id, readEvening(each));
    }
    if (answer === null) return;
    const now = new Map(all().map((each) => [each.id, each])); // somebody may have gone on meanwhile
    const changed = [...merged].map(
      ([id, each]) => [id, joined(start.get(id), now.get(id), each) ?? null] as const,
    );
    const latest = changed.find(([id]) => id === answer?.latest)?.[1];
    batch(() => {
      const isEmpty = !isBegun(current.value);
      follow(new Map(changed));
      if (isEmpty && latest != null) begin(latest);
      names.value = answer?.names ?? names.value;
    });
    notice.value = { kind: "news", text: answer.lines.join(" ") };
  } catch (error) {
    tell(error);
  }
}

/** What counting somebody under another name would change, in words. Rejects with a `Refusal`. */
export function correctionOf(name: string, right: string) {
  const evenings = all().map((each) => bare(each, "points"));
  const body = { evenings, names: names.value, name, right };
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
  shown: Evening,
  before: Evening[],
  corrections: NameCorrection[],
  look: Look,
): Promise<Boards> {
  const counting: object[] = [];
  for (const each of [...before.filter(({ id }) => id !== shown.id), shown])
    counting.push(bare(await counted(each), "points", "counts"));
  const body = { evenings: counting, names: corrections, evening: shown.id, ...look };
  return post<Boards>("/sheet/results", body);
}
