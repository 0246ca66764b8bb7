/** What is new at the table: lines of chat that nobody has looked at, and what others have done. */

import { computed, effect, signal } from "@preact/signals";
import { panel } from "./panels";
import type { Line } from "../protocol";
import { isSmall } from "../base/screen";
import { pupil, table } from "../service/store";
import { chatLines } from "./talk";

/** How many lines at the end are new: a list gains its latest lines, and loses its oldest. */
export function added<T>(before: readonly T[], after: readonly T[], same: (a: T, b: T) => boolean): number {
  for (let gone = 0; gone < before.length; gone++) {
    const rest = before.slice(gone);
    if (rest.length <= after.length && rest.every((line, i) => same(line, after[i] as T)))
      return after.length - rest.length;
  }
  return after.length;
}

const isSameLine = (a: Line, b: Line) => a.who === b.who && a.text === b.text;

/** Whether a panel can be seen now; on a small screen one at a time, at a table of one's own none. */
export function isShown(name: "score" | "log" | "chat"): boolean {
  return pupil.value === null && (!isSmall.value || panel.value === name);
}

const lastSeen = signal<{ table: string; lines: readonly Line[] }>({ table: "", lines: [] });

/** How many lines of chat came while the chat was out of sight. */
export const unread = computed(() => added(lastSeen.value.lines, chatLines.value, isSameLine));

effect(() => {
  const frame = table.value;
  if (frame === null) return;
  // what was said before I came is not news
  const isNew = lastSeen.peek().table !== frame.table;
  if (isNew || isShown("chat")) lastSeen.value = { table: frame.table, lines: chatLines.value };
});
