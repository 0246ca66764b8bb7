/** Beside what is typed in the chat: phrases and signs to press, in everybody's language; and mute. */

import { computed, effect, signal } from "@preact/signals";
import { t } from "../base/catalogue";
import { first } from "../texts/first";
import type { Line, TableFrame } from "../protocol";
import { mySeats, say, table } from "../service/store";
import { Check } from "../shell/check";
import { Button } from "../shell/button";

/** They are said in English, and shown in the language of whoever reads them. */
const PHRASES = [
  "say_hello",
  "say_well_played",
  "say_good_luck",
  "say_moment",
  "say_thanks",
  "say_again",
] as const;
const SIGNS = ["👍", "👏", "😄", "😮", "😢", "🎉"] as const;

const OF_TEXT = new Map<string, (typeof PHRASES)[number]>(PHRASES.map((key) => [first[key], key]));

/** Names whose lines are not shown on this page, as long as it is open. */
const muted = signal<ReadonlySet<string>>(new Set());

/** The lines of the chat that are shown, phrases in the language of the page. */
export const chatLines = computed<Line[]>(() =>
  (table.value?.chat ?? [])
    .filter(({ who }) => !muted.value.has(who))
    .map((line) => {
      const key = OF_TEXT.get(line.text);
      return key === undefined ? line : { ...line, text: t(key) };
    }),
);

const BUBBLE_MS = 4000;

/** What somebody has just said; it stands beside the seat for a moment. */
export const bubble = signal<Line | null>(null);

let previous: { tableName: string; count: number; last: string } = { tableName: "", count: 0, last: "" };

effect(() => {
  const lines = chatLines.value;
  const tableName = table.value?.table ?? "";
  const latest = lines.at(-1);
  const current = { tableName, count: lines.length, last: `${latest?.who} ${latest?.text}` };
  const isNew =
    previous.tableName === tableName &&
    latest !== undefined &&
    (current.count > previous.count || current.last !== previous.last);
  previous = current;
  if (!isNew || latest === undefined) return;
  bubble.value = latest;
  window.setTimeout(() => {
    if (bubble.value === latest) bubble.value = null;
  }, BUBBLE_MS);
});

/** Signs and phrases to press. */
export function Phrases() {
  if (mySeats.value.length === 0) return null;
  return (
    <details class="phrases">
      <summary>{t("phrases")}</summary>
      <div class="buttons">
        {SIGNS.map((sign) => (
          <Button key={sign} text={sign} press={() => say({ do: "say", text: sign })} />
        ))}
        {PHRASES.map((key) => (
          <Button key={key} text={t(key)} press={() => say({ do: "say", text: first[key] })} />
        ))}
      </div>
    </details>
  );
}

/** Who of the others is not to be heard. */
export function Mute({ frame }: { frame: TableFrame }) {
  const names = new Set([
    ...frame.seats.flatMap((seat) => (seat.kind === "person" && !seat.yours ? [seat.name ?? ""] : [])),
    ...frame.chat.map(({ who }) => who),
    ...muted.value,
  ]);
  for (const seat of frame.seats) if (seat.yours) names.delete(seat.name ?? "");
  const others = [...names].filter((name) => name !== "");
  if (others.length === 0) return null;
  return (
    <details class="mute">
      <summary>{t("mute")}</summary>
      {others.map((name) => (
        <Check
          key={name}
          label={t("mute_person", { name })}
          isOn={muted.value.has(name)}
          change={(isOn) => {
            const others = [...muted.value].filter((other) => other !== name);
            muted.value = new Set(isOn ? [...others, name] : others);
          }}
        />
      ))}
    </details>
  );
}
