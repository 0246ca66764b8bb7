/** What two windows have changed at the same time, joined: neither overwrites the other. */

import type { Entry, Evening } from "./evening";

/** Whether JSON says the same of two values, in whatever order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<never>;
  return [...fields].every((field) => isSame(one[field], other[field]));
}

/** A value that only one side has changed since is as that side has it; else it is ours. */
function pick<T>(base: T, ours: T, theirs: T): T {
  return isSame(ours, base) ? theirs : ours;
}

/** An evening with the changes of both; undefined: taken out, by those who have changed nothing else. */
export function joined(
  base: Evening | undefined,
  ours: Evening | undefined,
  theirs: Evening | undefined,
): Evening | undefined {
  if (isSame(theirs, base)) return ours;
  if (isSame(ours, base) || isSame(ours, theirs)) return theirs;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  const fields = [...Object.entries(theirs), ...Object.entries(ours)] as [keyof Evening, unknown][];
  const all = fields.map(([name]) => [name, pick<unknown>(base?.[name], ours[name], theirs[name])] as const);
  return {
    ...(Object.fromEntries(all) as unknown as Evening),
    rounds: joinedRounds(base?.rounds ?? [], ours.rounds, theirs.rounds),
    typed: joinedTexts(base?.typed, ours.typed, theirs.typed),
  };
}

type Rounds = (Entry | null)[][];

function joinedRounds(base: Rounds, ours: Rounds, theirs: Rounds): Rounds {
  const rounds = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, round) => {
    const rows = [base, ours, theirs].map((all) => all[round] ?? []);
    const sides = Math.max(...rows.map((row) => row.length));
    return Array.from({ length: sides }, (__, side) => {
      const [before = null, own = null, other = null] = rows.map((row) => row[side] ?? null);
      return pick(before, own, other);
    });
  });
  while (rounds.at(-1)?.every((each) => each === null)) rounds.pop();
  return rounds;
}

type Texts = Readonly<Record<string, string>>;

function joinedTexts(base: Texts = {}, ours: Texts = {}, theirs: Texts = {}): Record<string, string> {
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  const texts = fields.map((field) => [field, pick(base[field], ours[field], theirs[field])] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined)) as Record<string, string>;
}

/** Two lists: what others have, less what we have taken out, and what we have added. */
export function joinedLists<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const has = (all: readonly T[], one: T) => all.some((each) => isSame(each, one));
  return [
    ...theirs.filter((each) => has(ours, each) || !has(base, each)),
    ...ours.filter((each) => !has(base, each) && !has(theirs, each)),
  ];
}
