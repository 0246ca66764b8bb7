/** It is my turn: a sound, and a message of the browser while this page is out of sight. */

import { effect, signal } from "@preact/signals";
import { messageLeave, openAudio, showMessage, vibrate } from "../base/browser";
import { t } from "../base/catalogue";
import { cardSounds, notify, sound, vibration } from "../base/settings";
import { myTurn, table } from "../service/store";

const TONES: readonly [hertz: number, after: number][] = [
  [587, 0],
  [784, 0.14],
];
const LONG_S = 0.35;
const LOUD = 0.12;

/** Why messages of the browser cannot be had; empty: they can. */
export const notifyTrouble = signal<"" | "notify_none" | "notify_denied">("");

let audio: ReturnType<typeof openAudio> = null;

/** Browsers let a page sound only after somebody has pressed something on it. */
function wake(): void {
  if (sound.value !== "on" && cardSounds.value !== "on") return;
  audio ??= openAudio();
  if (audio?.state === "suspended") audio.resume().catch(() => undefined); // not before a press
}

/** Two short notes, the second one higher. */
export function chime(): void {
  wake();
  if (audio === null) return;
  for (const [hertz, after] of TONES) {
    const start = audio.currentTime + after;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.type = "triangle";
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LONG_S);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + LONG_S);
  }
}

const RUSTLE_S = 0.07;
const RUSTLE_LOUD = 0.16;
const TREMBLE_MS = 60;

/** A card is laid: a short rustle, once somebody has pressed something here. */
export function cardSound(): void {
  if (cardSounds.peek() !== "on" || audio === null || audio.state !== "running") return;
  const noise = audio.createBuffer(1, audio.sampleRate * RUSTLE_S, audio.sampleRate);
  const samples = noise.getChannelData(0);
  samples.forEach((_, i) => {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  });
  const source = audio.createBufferSource();
  const tone = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = noise;
  tone.type = "bandpass";
  tone.frequency.value = 2400;
  volume.gain.value = RUSTLE_LOUD;
  source.connect(tone).connect(volume).connect(audio.destination);
  source.start();
}

/** A phone trembles for a moment. */
function tremble(): void {
  if (vibration.peek() === "on") vibrate(TREMBLE_MS);
}

/** A message of the browser; a press on it leads to this page. */
function message(title: string): void {
  if (messageLeave() !== "granted") return;
  if (showMessage(title, { body: t("your_turn"), tag: "dealt", icon: "icon.svg" })) return;
  notifyTrouble.value = "notify_none"; // some phones have them for installed pages only
  notify.value = "off";
}

/** Begin to tell of turns. */
export function watchTurns(): void {
  document.addEventListener("pointerdown", wake);
  document.addEventListener("keydown", wake);
  // leave is asked for by a press alone; what was taken away since the last visit is off
  if (messageLeave() !== "granted") notify.value = "off";
  let before = "";
  effect(() => {
    const frame = table.value;
    const turnKey = frame !== null && myTurn.value ? `${frame.table} ${frame.match} ${frame.round}` : "";
    const isNew = turnKey !== "" && turnKey !== before;
    before = turnKey;
    if (!isNew || frame === null) return;
    if (sound.peek() === "on") chime();
    tremble();
    if (notify.peek() === "on" && document.hidden) message(frame.title);
  });
}
