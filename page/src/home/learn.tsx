/** A guided first round: the game says what is seen and said at each moment; one seat is played here. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ActionBar } from "../table/actions";
import { aside } from "../table/aside";
import type { Aside } from "../table/aside";
import { t } from "../base/lazytexts";
import { Hand } from "../table/hand";
import { choice, clearSelection, select } from "../table/moves";
import type { Event, OpenAction, TableFrame } from "../protocol";
import { Said } from "../cards/said";
import { mayMove } from "../base/screen";
import { language } from "../base/settings";
import { Coming, fetchTable, noTable, OwnTable, useOwnTable } from "./owntable";
import { notice, table } from "../service/store";
import { ownHand } from "../table/zones";
import { Button } from "../shell/button";

/** As `/lessons/GAME` tells it. */
interface Lesson extends Pick<Aside, "game" | "title" | "names" | "seat"> {
  moments: Moment[];
}

interface Moment extends Pick<Aside, "board" | "zones" | "actions"> {
  say: string;
  event: Event | null;
  action: number | null;
}

const lesson = signal<Lesson | null>(null);
const at = signal(0);
/** What was said last; it stays while moves without words are done. */
const lastWords = signal("");
const OTHERS_MS = 900; // a move of somebody else, about which nothing is said

/** The table of a moment, for the boards. */
function frameOf(current: Lesson, number: number): TableFrame {
  const moment = current.moments[number] as Moment;
  const log = current.moments.slice(0, number + 1).flatMap(({ event }) => event ?? []);
  return aside({ ...current, ...moment, log: log.slice(-8), name: "lesson", version: number });
}

function show(number: number): void {
  const current = lesson.value;
  const moment = current?.moments[number];
  if (current === null || moment === undefined) return;
  at.value = number;
  if (moment.say !== "") lastWords.value = moment.say;
  notice.value = null;
  clearSelection();
  table.value = frameOf(current, number);
}

/** The move that is to be done now. */
function expectedAction(): OpenAction | undefined {
  const moment = lesson.value?.moments[at.value];
  return moment?.actions.find(({ id }) => id === moment.action);
}

/** The move that was chosen is done if it is the one of the round; else the page says which is. */
function play(move: { action: number } | { text: string }): boolean {
  const right = expectedAction();
  if (right === undefined) return false;
  if ("action" in move && move.action === right.id) {
    show(at.value + 1);
    return true;
  }
  hint();
  return false;
}

function hint(): void {
  const right = expectedAction();
  if (right !== undefined) notice.value = { kind: "hint", text: t("lesson_other", { action: right.text }) };
}

async function load(game: string): Promise<void> {
  lastWords.value = "";
  lesson.value = null;
  lesson.value = await fetchTable<Lesson>(
    `/lessons/${encodeURIComponent(game)}?lang=${language.peek()}`,
  ).catch(noTable);
  show(0);
}

export function LearnScreen({ subject: game }: { subject: string }) {
  useOwnTable(game, { play, hint }, load);
  const current = lesson.value;
  const moment = current?.moments[at.value];
  const frame = table.value;
  const isOwn = moment?.action != null;
  const isLast = current !== null && at.value === current.moments.length - 1;
  useEffect(() => {
    if (moment === undefined || isOwn || isLast || moment.say !== "") return undefined;
    const timer = window.setTimeout(() => show(at.value + 1), mayMove.value ? OTHERS_MS : 0);
    return () => window.clearTimeout(timer);
  }, [moment]);
  useEffect(() => {
    // the button that had the focus is gone with its step
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(".lesson-says button, .lesson-says a")?.focus();
  }, [moment]);
  if (current === null || moment === undefined || frame === null) return <Coming />;
  return (
    <OwnTable
      frame={frame}
      about={t("lesson")}
      heading={t("lesson_of", { game: current.title })}
      speech={
        <div class="lesson-says">
          <progress aria-label={t("lesson_far")} max={current.moments.length - 1} value={at.value} />
          <p role="status">
            <Said text={lastWords.value} />
          </p>
          <Onward isOwn={isOwn} isLast={isLast} game={current.game} hasWords={moment.say !== ""} />
        </div>
      }
    >
      {ownHand(frame) !== null && <Hand />}
      <div class="doing">
        <ActionBar />
      </div>
    </OwnTable>
  );
}

interface OnwardProps {
  isOwn: boolean;
  isLast: boolean;
  game: string;
  hasWords: boolean;
}

/** What leads on: reading, having the right cards chosen, or a game of one's own. */
function Onward({ isOwn, isLast, game, hasWords }: OnwardProps) {
  if (isLast)
    return (
      <span class="buttons">
        <a class="button main" href={`#/new/${game}`}>
          {t("lesson_play")}
        </a>
        <Button text={t("lesson_again")} press={() => show(0)} />
      </span>
    );
  if (isOwn) return <Button text={t("lesson_show")} press={choose} />;
  if (!hasWords) return null;
  return <Button class="main" text={t("lesson_on")} press={() => show(at.value + 1)} />;
}

/** The cards of the move that is to be done are selected; doing it stays a press of one's own. */
function choose(): void {
  const right = expectedAction();
  if (right === undefined) return;
  select(right);
  choice.value = [right];
}
