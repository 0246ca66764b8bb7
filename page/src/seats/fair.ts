/**
 * Deals that can be checked: this page has a part in the chance of every deal, and keeps what
 * was promised.
 */

import { effect, signal } from "@preact/signals";
import { passing } from "../base/browser";
import type { Chance, TableFrame } from "../protocol";
import { hashed, hex } from "./sha256";
import { beginsAtOnce, mySeats, say, table } from "../service/store";

const ENTROPY_BYTES = 16;

// --- the part in the chance

/** My number for a deal; it is kept through a reload, for it has been committed to. */
function entropyFor(name: string, deal: Chance): string {
  const saved = knownEntropy(name, deal);
  if (saved !== null) return saved;
  const entropy = hex(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
  passing.write(entropyKey(name, deal), entropy);
  return entropy;
}

/** Null: there is none yet, or the browser has lost it by a reload. */
export function knownEntropy(name: string, deal: Chance): string | null {
  return passing.read(entropyKey(name, deal));
}

function entropyKey(name: string, deal: Chance): string {
  return `dealt.chance.${name}.${deal.match}.${deal.round}`;
}

function commitmentOf(name: string, deal: Chance): string {
  return hashed("player", name, `${deal.match}`, `${deal.round}`, entropyFor(name, deal));
}

/** My commitment to a part in the chance of the next deal; the dealer's promise is kept. */
function commitment(): { commit?: string } {
  const frame = table.value;
  const deal = frame?.next ?? null;
  if (frame === null || deal === null) return {};
  passing.write(promiseKey(frame.table, deal), deal.commitment);
  return { commit: commitmentOf(frame.table, deal) };
}

/** Say that I am ready for the next deal, with my part in its chance. */
export async function sayReady(): Promise<void> {
  await say({ do: "ready", ...commitment() });
}

/** As the host begin for all; computer players of a level take the seats that are left. */
export async function beginForAll(level: string): Promise<void> {
  await say({ do: "begin", level, ...commitment() });
}

/** Where the dealer's promise is kept, as it was when I said that I am ready. */
export function promiseKey(name: string, deal: Chance): string {
  return `dealt.promise.${name}.${deal.match}.${deal.round}`;
}

/** Whether what decides the cards is known beforehand, so that nothing is promised of them. */
export function isArranged({ settings: { position, seed, deck, again } }: TableFrame): boolean {
  return [position, seed, deck, again].some((each) => each !== null);
}

effect(() => {
  const frame = table.value;
  if (frame === null || beginsAtOnce.value !== frame.table) return;
  if (frame.next === null && !isArranged(frame)) return;
  beginsAtOnce.value = "";
  void sayReady();
});

const revealed = signal("");

effect(() => {
  const frame = table.value;
  if (frame === null || frame.phase !== "revealing" || frame.next === null) return;
  const isDue = mySeats.value.some((seat) => {
    const place = frame.seats[seat];
    return place?.committed === true && !place.revealed;
  });
  const deal = `${frame.table} ${frame.next.match} ${frame.next.round}`;
  if (!isDue || revealed.peek() === deal) return;
  revealed.value = deal;
  void say({ do: "reveal", entropy: entropyFor(frame.table, frame.next) });
});
