/**
 * Deals that can be checked: this page has a part in the chance of every deal, and can check what
 * was promised.
 */

import { effect, signal } from "@preact/signals";
import { passing } from "../base/browser";
import { t } from "../base/catalogue";
import type { Chance, ReceiptFrame, TableFrame } from "../protocol";
import { deckOf, hashed } from "./deal";
import type { Receipt } from "./deal";
import { hex } from "./sha256";
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
function knownEntropy(name: string, deal: Chance): string | null {
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
function promiseKey(name: string, deal: Chance): string {
  return `dealt.promise.${name}.${deal.match}.${deal.round}`;
}

/** Whether a position, a seed or a deck decides the cards, so that nothing is promised of them. */
export function isArranged({ settings }: TableFrame): boolean {
  return settings.position !== null || settings.seed !== null || settings.deck !== null;
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

// --- dealing again

/** What is wrong with a receipt; null: it was dealt as promised. */
function wrongWith(receipt: Receipt, promised: Chance): string | null {
  const { table: name, match, round } = receipt;
  const dealer = hashed("dealer", name, `${match}`, `${round}`, receipt.seed);
  const before = passing.read(promiseKey(name, promised)) ?? promised.commitment;
  if (dealer !== before) return t("unfair_dealer");
  for (const [seat, entropy] of receipt.entropy.entries()) {
    const commitment = promised.commitments[seat] ?? null;
    const fits = entropy === null || hashed("player", name, `${match}`, `${round}`, entropy) === commitment;
    const isMine = mySeats.value.includes(seat) && commitment !== null;
    const ownEntropy = isMine ? (knownEntropy(name, promised) ?? entropy) : entropy;
    if (!fits || ownEntropy !== entropy) return t("unfair_seat", { n: seat + 1 });
  }
  return deckOf(receipt) === receipt.deck ? null : t("unfair_deck");
}

/** Have the receipt of the round that is over, deal again, and say what came of it. */
export async function checkDeal(): Promise<string | null> {
  const promised = table.value?.chance ?? null;
  if (promised === null) return null;
  const { match, round } = promised;
  const frame = await say<ReceiptFrame>({ do: "dealing", match, round });
  if (frame === null) return null;
  const receipt = frame.receipt as unknown as Receipt;
  const parts = receipt.entropy.filter((one) => one !== null).length;
  return wrongWith(receipt, promised) ?? t("fair", { parts });
}
