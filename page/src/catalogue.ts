/** All that the page says, by key; one text in every language. */

import { english } from "./english";
import { language } from "./settings";
import { translations } from "./translations";

export type Key = keyof typeof english;

/** The text of a key in the language of the page, `{name}` replaced by what is given. */
export function t(key: Key, given: Record<string, string | number> = {}): string {
  const text = translations[language.value]?.[key] ?? english[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in given ? String(given[name]) : whole,
  );
}

/** A text of one thing or of several: keys that end in `_one` and `_many`. */
export function tn(key: CountedKey, n: number): string {
  return t(n === 1 ? `${key}_one` : `${key}_many`, { n });
}

type CountedKey = Key extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never;
