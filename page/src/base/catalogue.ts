/** What the page says, by key: one text in every language. */

import { effect, signal } from "@preact/signals";
import { language } from "./settings";
import { first } from "../texts/first";

/** What may be said at any time. */
export type Key = keyof typeof first;

type Texts = Record<string, string>;
/** Texts by language, in the order of the English ones; what is not translated is empty. */
export type Translations = Partial<Record<string, string[]>>;

interface Says<K extends string> {
  /** The text of a key in the language of the page, `{name}` replaced by what is given. */
  t: (key: K, values?: Record<string, string | number>) => string;
  /** A text of one thing or of several: keys that end in `_one` and `_many`. */
  tn: (key: Counted<K>, n: number) => string;
  /** Resolves when these texts can be said in the language that was chosen. */
  spoken: () => Promise<void>;
}

type Counted<K> = K extends `${infer Base}_one` ? Base : never;

const english: Texts = {};
/** By language. */
const translated = signal<Partial<Record<string, Texts>>>({});

function text(key: string, values: Record<string, string | number> = {}): string {
  const translation = translated.value[language.value]?.[key] || (english[key] ?? key);
  return translation.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

/**
 * Have the page say some texts, too. All languages but English are fetched by `bring` when somebody
 * reads one of them.
 */
export function saying<K extends string>(
  texts: Record<K, string>,
  bring: () => Promise<{ translations: Translations }>,
): Says<K | Key> {
  Object.assign(english, texts);
  let fetched: Promise<void> | null = null;
  const fetchTranslations = async () => {
    try {
      const byLanguage = (await bring()).translations;
      const all = { ...translated.peek() };
      for (const [name, more = []] of Object.entries(byLanguage)) {
        const byKey = Object.keys(texts).map((key, i) => [key, more[i] ?? ""]);
        all[name] = { ...all[name], ...Object.fromEntries(byKey) };
      }
      translated.value = all;
    } catch {
      fetched = null; // there is no connection: English until there is one
    }
  };
  const spoken = () => {
    if (language.value === "en") return Promise.resolve();
    fetched ??= fetchTranslations();
    return fetched;
  };
  effect(() => {
    void spoken();
  });
  return { t: text, tn: (key, n) => text(n === 1 ? `${key}_one` : `${key}_many`, { n }), spoken };
}

export const { t, tn, spoken } = saying(first, () => import("../translations"));

/** Names in a sentence. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(names);
}
