/** The steps of a finished round, as far as the service has sent them: where one is, on and back. */

import { computed, effect, signal } from "@preact/signals";
import { Refusal } from "./link";
import type { Step, StepsFrame } from "../protocol";
import { closeReplay, replay } from "./replay";
import { askSteps, table, tell } from "./store";

const PART = 16; // steps that are asked for at a time, as many as the service sends
const AHEAD = 6; // steps before the end of what is there at which more is asked for
const REST_MS = 150; // the slider passes many steps; the one where it rests is asked for
const RATE_MS = 700; // after the service has said: not so fast, or nothing

/** With several own seats: which one is looked from. */
export const replaySeat = signal<number | null>(null);

/** Whether the hands of all are seen, once the match is over. */
export const faceUp = signal(false);

interface Round {
  head: StepsFrame;
  steps: ReadonlyMap<number, Step>;
}

/** What is there of the rounds, by `keyOf`. */
const rounds = signal<ReadonlyMap<string, Round>>(new Map());

function keyOf(round: number): string {
  const frame = table.value;
  return `${frame?.table} ${frame?.match} ${round} ${replaySeat.value} ${faceUp.value}`;
}

export const round = computed(() => {
  const position = replay.value;
  return position === null ? undefined : rounds.value.get(keyOf(position.round));
});

/** The number of the step that is shown, as far as the length of the round is known. */
export const at = computed(() => {
  const step = replay.value?.at ?? 0;
  const total = round.value?.head.total;
  if (total === undefined) return Math.max(0, step);
  return step < 0 ? total - 1 : Math.min(step, total - 1);
});

/** Go to a step of the round that is shown. */
export function seek(step: number): void {
  const position = replay.value;
  if (position !== null) replay.value = { ...position, at: Math.max(0, step) };
}

/** One step back; from the deal of a round to the end of the one before. */
export function back(): void {
  const position = replay.value;
  if (position === null) return;
  if (at.value > 0) seek(at.value - 1);
  else if (position.round > 1) replay.value = { ...position, round: position.round - 1, at: -1 };
}

// --- asking for steps

/** The first step of the part that is wanted next; null: all that is needed is there. */
function nextMissing(): number | null {
  const position = replay.value;
  if (position === null) return null;
  const loaded = round.value;
  if (loaded === undefined) return 0;
  const current = at.value;
  for (const step of [current, Math.min(current + AHEAD, loaded.head.total - 1)]) {
    if (!loaded.steps.has(step)) return step - (step % PART);
  }
  return null;
}

let timer: number | undefined;
let isAsking = false;

async function load(): Promise<void> {
  const first = nextMissing();
  const position = replay.value;
  if (first === null || position === null || isAsking) return;
  isAsking = true;
  const key = keyOf(position.round);
  const seat = replaySeat.value;
  let pause = 0;
  try {
    const head = await askSteps({
      do: "steps",
      round: position.round,
      seat,
      first,
      face_up: faceUp.value,
    });
    const steps = new Map(rounds.value.get(key)?.steps);
    for (const [i, step] of head.steps.entries()) steps.set(head.first + i, step);
    rounds.value = new Map(rounds.value).set(key, { head, steps });
  } catch (error) {
    if (error instanceof Refusal && (error.code === "rate" || error.code === "late")) {
      pause = RATE_MS;
    } else {
      tell(error);
      closeReplay();
    }
  } finally {
    isAsking = false;
  }
  if (nextMissing() !== null) timer = window.setTimeout(() => void load(), pause);
}

effect(() => {
  const first = nextMissing();
  window.clearTimeout(timer);
  if (first !== null) timer = window.setTimeout(() => void load(), first === 0 ? 0 : REST_MS);
});

effect(() => {
  const frame = table.value;
  if (frame !== null && frame.phase !== "over") faceUp.value = false;
  if (frame === null) rounds.value = new Map();
});
