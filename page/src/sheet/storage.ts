/**
 * Evenings in the database of this browser: one record for each, written at every key, on the disk
 * before the next. Windows of one browser stay in step.
 */

import { batch, effect, signal } from "@preact/signals";
import { lasting } from "../base/browser";
import { askToStay, openChannel } from "../base/browserlater";
import { Shelf } from "../base/shelf";
import { isLost, lose, regain, rescue } from "../base/unsaved";
import { current, evening, open, readEvening } from "./evening";
import type { Evening } from "./evening";
import { backUp, begin, evenings, follow, isBegun, names } from "./evenings";
import type { NameCorrection } from "./evenings";
import { isSame, joined, joinedLists } from "./joining";

const NAME = "dealt.evenings"; // of the database and the channel; and where earlier versions kept them
const OPEN = "open";
const NAMES = "names";
const EVENING = "evening ";
const OLD_KEYS = ["dealt.evening", NAME, "dealt.names"] as const; // of earlier versions
const SLOW_MS = 10_000; // who waits longer for the disk is warned

/** Whether it is known what this browser has. */
export const isLoaded = signal(false);

/** What the database has, by keys, as far as this window knows. */
const saved = new Map<string, unknown>();
const channel = openChannel(NAME);
let shelf: Shelf | null = null;
let isStarted = false;
let isAsked = false;
/** What is read and written, one after the other. */
let chain: Promise<unknown> = Promise.resolve();

/** Show what this browser has, and write every change from then on. */
export function keepEvenings(): void {
  if (isStarted) return;
  isStarted = true;
  void inTurn(load);
  if (channel !== null) channel.onmessage = ({ data }) => void inTurn(() => catchUp(data as string[]));
  window.addEventListener("beforeunload", (event) => {
    if (isLost("sheets") && rescue.peek() !== null) event.preventDefault();
  });
}

/** Do something when what was begun before is done; it fails, or takes long: nothing is saved. */
function inTurn(step: () => Promise<void>): Promise<void> {
  const done = chain.then(async () => {
    const slow = window.setTimeout(refuse, SLOW_MS);
    try {
      await step();
      if (shelf !== null) regain("sheets");
    } catch {
      refuse();
    }
    window.clearTimeout(slow);
  });
  chain = done;
  return done;
}

function refuse(): void {
  lose("sheets");
  isLoaded.value = true;
}

async function load(): Promise<void> {
  shelf = await Shelf.open(NAME, () => void inTurn(check));
  const old = oldRecords();
  if (shelf === null) {
    adopt(old.records);
    refuse();
  } else {
    if (old.records.size > 0) await takeOver(shelf, old);
    const texts = JSON.parse(await shelf.read_all("")) as Record<string, string>;
    adopt(new Map(Object.entries(texts).map(([key, text]) => [key, readRecord(text)])));
  }
  isLoaded.value = true;
  effect(() => {
    rescue.value = evenings.value.length > 0 || isBegun(current.value) ? backUp : null;
    const now = records();
    if ([...now].some(([key, value]) => value !== saved.get(key)) || now.size < saved.size)
      void inTurn(write);
  });
}

/** Fails if the database is not there any more. */
async function check(): Promise<void> {
  await shelf?.read(OPEN);
}

/** What this window has, by keys. */
function records(): Map<string, unknown> {
  const all = [...evenings.value, current.value].map((each) => [EVENING + each.id, each] as const);
  return new Map<string, unknown>([...all, [NAMES, names.value], [OPEN, evening.value.id]]);
}

async function write(): Promise<void> {
  if (shelf === null) throw new Error(NAME);
  const now = records();
  const keys = [...new Set([...saved.keys(), ...now.keys()])].filter(
    (key) => !isSame(now.get(key), saved.get(key)),
  );
  if (keys.length === 0) return;
  const both = new Map<string, unknown>();
  await shelf.change(keys, (texts) =>
    keys.map((key, i) => {
      const value = joinedValue(key, saved.get(key), now.get(key), readRecord(texts[i] ?? null));
      both.set(key, value);
      return value === undefined ? null : JSON.stringify(value);
    }),
  );
  for (const key of keys) saved.set(key, now.get(key));
  both.delete(OPEN);
  adopt(both);
  channel?.postMessage(keys);
  if (isAsked || rescue.peek() === null) return;
  isAsked = true;
  void askToStay();
}

/** Another window has written under these keys. */
async function catchUp(keys: readonly string[]): Promise<void> {
  if (shelf === null) return;
  const reader = shelf;
  const texts = await Promise.all(keys.map((key) => reader.read(key)));
  adopt(new Map(keys.map((key, i) => [key, readRecord(JSON.parse(texts[i] ?? "null") as string | null)])));
}

/** The value of a record; undefined: there is none, or it is damaged. */
function readRecord(text: string | null): unknown {
  try {
    const value = JSON.parse(text ?? "null") as unknown;
    if (typeof value === "string") return value;
    return Array.isArray(value) ? (value as unknown[]).filter(isCorrection) : readEvening(value);
  } catch {
    return undefined;
  }
}

function isCorrection(value: unknown): value is NameCorrection {
  const { name, right, at } = (value ?? {}) as Partial<NameCorrection>;
  return [name, right, at].every((text) => typeof text === "string");
}

function joinedValue(key: string, base: unknown, ours: unknown, theirs: unknown): unknown {
  if (key === OPEN) return ours;
  if (key === NAMES) {
    const [before, own, others] = [base, ours, theirs].map((each) => (each ?? []) as NameCorrection[]);
    return joinedLists(before ?? [], own ?? [], others ?? []);
  }
  return joined(base as Evening | undefined, ours as Evening | undefined, theirs as Evening | undefined);
}

/** Take over what the database has; what was changed here meanwhile is changed still. */
function adopt(found: ReadonlyMap<string, unknown>): void {
  batch(() => {
    const now = records();
    const changed = new Map<string, Evening | null>();
    for (const [key, theirs] of found) {
      const value = joinedValue(key, saved.get(key), now.get(key), theirs);
      if (theirs === undefined) saved.delete(key);
      else saved.set(key, theirs);
      if (isSame(value, now.get(key))) continue;
      if (key === NAMES) names.value = value as NameCorrection[];
      else if (key !== OPEN) changed.set(key.slice(EVENING.length), (value as Evening | undefined) ?? null);
    }
    if (changed.size > 0) follow(changed);
    const id = found.get(OPEN);
    if (id !== undefined) show(id);
  });
}

/** Show the evening that another window shows, unless something is being entered here. */
function show(id: unknown): void {
  const another = evenings.value.find((each) => each.id === id);
  const isBusy = open.value !== null || current.value.typed !== undefined;
  if (another !== undefined && !isBusy) begin(another);
  else saved.set(OPEN, evening.value.id);
}

interface Old {
  records: Map<string, unknown>;
  /** What cannot be read: it stays where it is. */
  damaged: unknown[];
}

/** What earlier versions of the page have left in this browser. */
function oldRecords(): Old {
  const [shown, before, corrections] = OLD_KEYS.map((key) => {
    try {
      return JSON.parse(lasting.read(key) ?? "") as unknown;
    } catch {
      return null;
    }
  });
  const records = new Map<string, unknown>();
  const damaged: unknown[] = [];
  for (const each of [...(Array.isArray(before) ? (before as unknown[]) : []), shown]) {
    const value = readRecord(JSON.stringify(each)) as Evening | undefined;
    if (value !== undefined) records.set(EVENING + value.id, value);
    else if (each !== null) damaged.push(each);
    if (value !== undefined && each === shown) records.set(OPEN, value.id);
  }
  if (Array.isArray(corrections)) records.set(NAMES, (corrections as unknown[]).filter(isCorrection));
  return { records, damaged };
}

/** Put what earlier versions have left into the database; once it is on the disk, it is taken out there. */
async function takeOver(into: Shelf, { records, damaged }: Old): Promise<void> {
  const now = Date.now();
  // a window of an earlier version may have gone on with an evening that is here by now: both stay
  const others = [...records].flatMap(([key, value]) =>
    key.startsWith(EVENING)
      ? [[`${key}~${now}`, { ...(value as Evening), id: `${key.slice(EVENING.length)}~${now}` }] as const]
      : [],
  );
  const keys = [...records.keys()];
  await into.change([...keys, ...others.map(([key]) => key)], (texts) => {
    const theirs = new Map(keys.map((key, i) => [key, readRecord(texts[i] ?? null)]));
    const first = keys.map((key, i) =>
      key === NAMES
        ? JSON.stringify(joinedValue(key, [], records.get(key), theirs.get(key)))
        : (texts[i] ?? JSON.stringify(records.get(key))),
    );
    const second = others.map(([key, version]) => {
      const original = key.slice(0, key.lastIndexOf("~"));
      const rival = theirs.get(original);
      return rival === undefined || isSame(rival, records.get(original)) ? null : JSON.stringify(version);
    });
    return [...first, ...second];
  });
  for (const key of OLD_KEYS) lasting.remove(key);
  if (damaged.length > 0) lasting.write(NAME, JSON.stringify(damaged));
}
