/** What a person likes, kept in this browser: theme, language, colours of suits, order of the hand. */

import { computed, effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { lasting } from "./browser";

export type Theme = "auto" | "light" | "dark";
export type Suits = "many" | "two";
export type Switch = "off" | "on";
export type Order = "suit" | "rank" | "groups" | "own";
export type Language = "en" | "pt-BR";

/** A signal that this browser remembers; only listed values are taken from its store. */
function remember<T extends string>(key: string, values: readonly T[], first: T): Signal<T> {
  const saved = lasting.read(`dealt.${key}`);
  const setting = signal<T>(values.find((value) => value === saved) ?? first);
  effect(() => lasting.write(`dealt.${key}`, setting.value));
  return setting;
}

const asked = new URLSearchParams(location.search).get("language") ?? navigator.language;
const preferred: Language = asked.toLowerCase().startsWith("pt") ? "pt-BR" : "en";

export const theme = remember<Theme>("theme", ["auto", "light", "dark"], "auto");
export const suits = remember<Suits>("suits", ["many", "two"], "many");
/** How hands are sorted; as usual in each game until somebody chooses. */
export const order = remember<Order | "usual">("order", ["usual", "suit", "rank", "groups", "own"], "usual");
export const sound = remember<Switch>("sound", ["off", "on"], "off");
export const notify = remember<Switch>("notify", ["off", "on"], "off");
export type Turning = "slow" | "usual" | "quick" | "none";
/** Cards make a small noise; the phone trembles when it is my turn; cards move. */
export const cardSounds = remember<Switch>("cards", ["off", "on"], "on");
export const vibration = remember<Switch>("vibration", ["off", "on"], "on");
export const motion = remember<Switch>("motion", ["off", "on"], "on");
/** How fast rows of cards are turned. */
export const turning = remember<Turning>("turning", ["slow", "usual", "quick", "none"], "usual");
/** Whether I have been asked for a name, and may stay a guest. */
export const askedName = remember<Switch>("asked", ["off", "on"], "off");
export const language = remember<Language>("language", ["en", "pt-BR"], preferred);

const dark = matchMedia("(prefers-color-scheme: dark)");
const deviceIsDark = signal(dark.matches);
dark.addEventListener("change", () => {
  deviceIsDark.value = dark.matches;
});

export const isDark = computed(() => (theme.value === "auto" ? deviceIsDark.value : theme.value === "dark"));

effect(() => {
  const root = document.documentElement;
  root.dataset.theme = isDark.value ? "dark" : "light";
  root.dataset.suits = suits.value;
  root.lang = language.value;
});
