/** A table that nobody else sits at: a guided round, the deal of the day. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { ActionBar, isMoreOpen, MoreButton, MoveList, SortButtons } from "../table/actions";
import { BoardOf } from "../table/board/board";
import { t } from "../base/catalogue";
import { Flights } from "../table/flight";
import { Hand } from "../table/hand";
import { Lines } from "../table/heard";
import { NoticePlace } from "../shell/line";
import type { TableFrame } from "../protocol";
import { Said } from "../cards/said";
import { language } from "../base/settings";
import { answerOf } from "../service/link";
import { replay } from "../service/replay";
import { busy, name, notice, pupil, table, tell } from "../service/store";
import type { Pupil } from "../service/store";
import { request } from "../tab/carrier";
import { Replay } from "../table/replay";
import { openRules } from "../table/rules";
import { TableTitle, TurnLine } from "../table/table";
import { ownHand } from "../table/zones";
import { Button } from "../shell/button";

/** Sit there as long as the screen is shown: `begin` brings the table, `me` takes the moves. */
export function useOwnTable(game: string, me: Pupil, begin: (game: string) => Promise<void>): void {
  useEffect(() => {
    pupil.value = me;
    document.body.classList.add("at-table");
    void begin(game);
    return () => {
      if (pupil.peek() === me) {
        pupil.value = null;
        table.value = null;
      }
      document.body.classList.remove("at-table");
    };
  }, [game, language.value, name.value]);
}

/** Ask the service for such a table. Rejects with a `Refusal`. */
export async function fetchTable<T>(path: string): Promise<T> {
  busy.value = true;
  try {
    return await answerOf<T>(await request(path));
  } finally {
    busy.value = false;
  }
}

/** It does not come, and the page says why. */
export function noTable(error: unknown): null {
  tell(error);
  return null;
}

/** What such a table answers when somebody asks why a move is not open. */
export function NO_WHY(): void {
  notice.value = { kind: "hint", text: t("no_move") };
}

/** Until it is there. */
export function Coming() {
  return (
    <main class="loading">
      <p role="status">{notice.value?.text ?? t("loading")}</p>
    </main>
  );
}

interface Props {
  frame: TableFrame;
  about: string;
  heading: string;
  isOver?: boolean;
  /** Above and below the board: how it ended. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** What is said above the notices. */
  speech?: ComponentChildren;
  children: ComponentChildren;
}

export function OwnTable({ frame, about, heading, isOver = false, above, below, speech, children }: Props) {
  return (
    <div class="table-screen lesson" data-moved={frame.moved}>
      <header class="top-bar">
        <TableTitle title={frame.title} about={about} />
        <Button text={t("rules")} press={() => openRules(frame.settings.game)} />
      </header>
      <main class="felt">
        {replay.value !== null && <Replay />}
        {replay.value === null && (
          <>
            <div class="board" role="region" aria-label={t("the_table")} tabIndex={0}>
              <h1 class="hidden">{heading}</h1>
              {above}
              <BoardOf frame={frame} />
              {below}
            </div>
            <div class="mine" data-playing={!isOver} data-more={isMoreOpen.value}>
              {speech}
              <NoticePlace show={(text) => <Said text={text} />} />
              {children}
            </div>
          </>
        )}
      </main>
      <Lines name="log" lines={frame.log.map(({ text }) => text)} />
      <Flights />
    </div>
  );
}

/** What the seat can do: its cards, the moves for them, and all moves as a list. */
export function OwnMoves({ frame }: { frame: TableFrame }) {
  return (
    <>
      <div class="status">
        <TurnLine frame={frame} />
        <span class="tools">
          <SortButtons />
        </span>
      </div>
      {ownHand(frame) !== null && <Hand />}
      <div class="doing">
        <ActionBar />
        <MoreButton />
        <div class="extras" id="more-ways">
          <MoveList />
        </div>
      </div>
    </>
  );
}
