/** All that the page says, by key; one text in every language. */

import { effect, signal } from "@preact/signals";
import { english } from "./texts/first";
import { language } from "./settings";

export type Key = keyof typeof english;

/** All languages but English; they are fetched when somebody reads one of them. */
const translations = signal<Partial<Record<string, Partial<Record<Key, string>>>>>({});
let fetched: Promise<void> | null = null;

async function fetchTranslations(): Promise<void> {
  try {
    translations.value = (await import("./translations")).translations;
  } catch {
    fetched = null; // there is no connection: English until there is one
  }
}

/** Resolves when the page can speak the language that was chosen. */
export function spoken(): Promise<void> {
  if (language.value === "en") return Promise.resolve();
  fetched ??= fetchTranslations();
  return fetched;
}

effect(() => {
  void spoken();
});

/** The text of a key in the language of the page, `{name}` replaced by what is given. */
export function t(key: Key, given: Record<string, string | number> = {}): string {
  const text = translations.value[language.value]?.[key] ?? english[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in given ? String(given[name]) : whole,
  );
}

/** A text of one thing or of several: keys that end in `_one` and `_many`. */
export function tn(key: CountedKey, n: number): string {
  return t(n === 1 ? `${key}_one` : `${key}_many`, { n });
}

type CountedKey = Key extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never;
