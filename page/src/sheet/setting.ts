/** How an evening is set up: who sits where, whose deal it is, and the rules; the service says so. */

import { signal } from "@preact/signals";
import type { OptionInfo } from "../protocol";
import { post } from "../service/link";
import { tell } from "../service/store";
import { evening, fresh, rulesOf, totalOf } from "./evening";
import type { Evening, Rules } from "./evening";
import { begin, evenings } from "./evenings";

interface Person {
  name: string;
  side: number;
  /** The seats whose people can swap with this one. */
  swaps: number[];
}

interface Preset {
  name: string;
  title: string;
  changes: Rules;
  /** The points that end a match, and those with six players. */
  targets: [number, number];
}

export interface Setting {
  people: Person[];
  seats: number[];
  /** Numbers of seats. */
  deal: { dealer: number; mortos: number; starts: number };
  /** What each side must lay down at first; 0: anything. */
  minimums: number[];
  rules: {
    title: string;
    changed: string[];
    source: string;
    gaps: string;
    changes: Rules;
    has_jokers: boolean;
    has_morto: boolean;
    has_low_aces: boolean;
    preset: string;
    presets: Preset[];
  };
  options: OptionInfo[];
}

/** As the service has said it last. */
export const setting = signal<Setting | null>(null);

/** The round that is entered next, from 1. */
export function openNumber({ rounds, sides }: Evening): number {
  const last = rounds.at(-1);
  const isWhole = last === undefined || sides.every((_, side) => last[side] != null);
  return isWhole ? rounds.length + 1 : rounds.length;
}

/** Ask the service about the evening as it is now; `swap`: two people change their seats. */
export async function look(swap: [number, number] | null = null): Promise<void> {
  const current = evening.value;
  const { sides, players, seats = [], dealer = [0, 1] } = current;
  const body = {
    sides: sides.map((name, side) => ({ name, players: players[side] ?? "" })),
    rules: rulesOf(current),
    seats,
    dealer,
    round: openNumber(current),
    totals: sides.map((_, side) => totalOf(side)),
    swap,
  };
  try {
    const answer = await post<Setting>("/sheet/evening", body);
    if (evening.value !== current) return;
    setting.value = answer;
    setDecks(answer);
    if (swap !== null) evening.value = { ...evening.value, seats: answer.seats };
    else if (dealer[0] >= answer.people.length)
      evening.value = { ...evening.value, dealer: [answer.deal.dealer, body.round] };
  } catch (error) {
    tell(error);
  }
}

/** With six players there are three decks, and the target is another one as long as nobody has changed it. */
function setDecks(now: Setting): void {
  const { rounds, target, decks = 2 } = evening.value;
  const right = now.people.length === 6 ? 3 : 2;
  const preset = now.rules.presets.find(({ name }) => name === now.rules.preset);
  if (rounds.length > 0 || decks === right || preset === undefined) return;
  const isUsual = preset.targets.includes(target);
  evening.value = { ...evening.value, decks: right, target: isUsual ? usualTarget(now, preset) : target };
}

/** Say who deals the next round; after it the deal goes on from there. */
export function deals(seat: number): void {
  const now = setting.value;
  if (now !== null) setting.value = { ...now, deal: { ...now.deal, dealer: seat } }; // the rest follows
  evening.value = { ...evening.value, dealer: [seat, openNumber(evening.value)] };
}

/** The rules of a game, and the points that usually end it. */
export function choosePreset(name: string): void {
  const now = setting.value;
  const preset = now?.rules.presets.find((each) => each.name === name);
  if (now == null || preset === undefined) return;
  const target = usualTarget(now, preset);
  evening.value = { ...evening.value, rules: preset.changes, target };
}

export function usualTarget({ people }: Setting, { targets }: Preset): number {
  return targets[people.length === 6 ? 1 : 0];
}

/** The latest evening of each group: of those that have a title, or of the same people. */
export function groups(): Evening[] {
  const latest = new Map<string, Evening>();
  for (const each of [...evenings.value, evening.value]) {
    if (each.rounds.length > 0) latest.set(nameOf(each).toLowerCase(), each);
  }
  return [...latest.values()].reverse();
}

export function nameOf({ title, sides }: Evening): string {
  return title || sides.join(", ");
}

/** A new evening of the same people by the same rules; the deal goes on where it was. */
export function playAgain(from: Evening): void {
  const { sides, players, target, rules, seats, title, suitOfC, decks } = from;
  const [seat, round] = from.dealer ?? [0, 1];
  const dealer: [number, number] = [Math.max(0, seat + openNumber(from) - round), 1];
  const again = { sides, players, target, rules, seats, title, suitOfC, decks, dealer };
  const known = Object.entries(again).filter(([, value]) => value !== undefined);
  begin({ ...fresh(), ...Object.fromEntries(known) });
}
