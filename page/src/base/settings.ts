/** What a person likes, kept in this browser: theme, language, colours of suits, order of the hand. */

import { effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { lasting } from "./browser";

export type Theme = "auto" | "light" | "dark";
export type Suits = "many" | "two";
export type Switch = "off" | "on";
export type Order = "suit" | "rank" | "groups" | "own";
export type Language = "en" | "pt-BR";

/** A signal that this browser remembers; only listed values are taken from its store. */
function kept<T extends string>(key: string, values: readonly T[], first: T): Signal<T> {
  const known = lasting.read(`dealt.${key}`);
  const made = signal<T>(values.find((value) => value === known) ?? first);
  effect(() => lasting.write(`dealt.${key}`, made.value));
  return made;
}

const preferred: Language = navigator.language.toLowerCase().startsWith("pt") ? "pt-BR" : "en";

export const theme = kept<Theme>("theme", ["auto", "light", "dark"], "auto");
export const suits = kept<Suits>("suits", ["many", "two"], "many");
/** How hands are sorted; as usual in each game until somebody chooses. */
export const order = kept<Order | "usual">("order", ["usual", "suit", "rank", "groups", "own"], "usual");
export const sound = kept<Switch>("sound", ["off", "on"], "off");
export const notify = kept<Switch>("notify", ["off", "on"], "off");
export type Turning = "slow" | "usual" | "quick" | "none";
/** Cards make a small noise; the phone trembles when it is my turn; cards move. */
export const cardSounds = kept<Switch>("cards", ["off", "on"], "on");
export const vibration = kept<Switch>("vibration", ["off", "on"], "on");
export const motion = kept<Switch>("motion", ["off", "on"], "on");
/** How fast rows of cards are turned. */
export const turning = kept<Turning>("turning", ["slow", "usual", "quick", "none"], "usual");
/** Whether I have been asked for a name, and may stay a guest. */
export const askedName = kept<Switch>("asked", ["off", "on"], "off");
export const language = kept<Language>("language", ["en", "pt-BR"], preferred);

const dark = matchMedia("(prefers-color-scheme: dark)");
const deviceIsDark = signal(dark.matches);
dark.addEventListener("change", () => {
  deviceIsDark.value = dark.matches;
});

effect(() => {
  const root = document.documentElement;
  const asDevice = deviceIsDark.value ? "dark" : "light";
  root.dataset.theme = theme.value === "auto" ? asDevice : theme.value;
  root.dataset.suits = suits.value;
  root.lang = language.value;
});
