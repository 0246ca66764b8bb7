/** A row of cards that came at once is turned card by card, at a speed that can be set. */

import { computed, effect, signal } from "@preact/signals";
import { Picture } from "../cards/card";
import { t } from "../base/catalogue";
import type { Tape, TableFrame } from "../protocol";
import { mayMove } from "../base/screen";
import { playerName } from "../seats/seatname";
import { turning } from "../base/settings";
import type { Turning } from "../base/settings";
import { table } from "../service/store";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { into } from "../base/putting";

/** Milliseconds a card; 0: all at once. */
const PACES: Record<Turning, number> = { slow: 700, usual: 260, quick: 80, none: 0 };

/** How many cards of which row are turned by now; null: all. */
const turned = signal<{ roundName: string; count: number; all: number } | null>(null);

/** While cards are being turned nothing is said of how it ends. */
export const isTurning = computed(() => turned.value !== null);

function skipTurning(): void {
  turned.value = null;
}

function tapeOf(frame: TableFrame): Tape | undefined {
  const zone = frame.board?.zones.find(({ kind }) => kind === "tape");
  return zone?.kind === "tape" ? zone : undefined;
}

let before: { roundName: string; items: number } = { roundName: "", items: 0 };

effect(() => {
  const frame = table.value;
  if (frame === null || frame.board === null) {
    before = { roundName: "", items: 0 };
    skipTurning();
    return;
  }
  const roundName = `${frame.table} ${frame.match} ${frame.round}`;
  const items = tapeOf(frame)?.items?.length ?? 0;
  // who comes later, or has the page loaded again, finds it as it lies
  const isNew = before.roundName === roundName && items > before.items;
  if (turned.peek() !== null && turned.peek()?.roundName !== roundName) skipTurning();
  const first = before.items;
  before = { roundName, items };
  if (isNew && mayMove.peek() && PACES[turning.peek()] > 0) {
    turned.value = { roundName, count: first, all: items };
  }
});

effect(() => {
  const state = turned.value;
  if (state === null) return undefined;
  const pace = PACES[turning.value];
  if (pace === 0 || state.count >= state.all) {
    // the last card stays in sight for a moment
    const timer = window.setTimeout(skipTurning, pace === 0 ? 0 : 900);
    return () => window.clearTimeout(timer);
  }
  const timer = window.setTimeout(() => {
    turned.value = { ...state, count: state.count + 1 };
  }, pace);
  return () => window.clearTimeout(timer);
});

/** The cards of a row that are turned by now. */
export function turnedItems(tape: Tape): readonly string[] {
  const items = tape.items ?? [];
  return turned.value === null ? items : items.slice(0, turned.value.count);
}

/** Large: the latest cards, as many as are compared; and what everybody has won so far. */
export function TurningCards({ frame, tape }: { frame: TableFrame; tape: Tape }) {
  const items = turnedItems(tape);
  const rooms = (frame.board?.zones ?? []).map((zone) =>
    zone.kind === "group" && zone.seat != null ? (zone.room ?? 0) : 0,
  );
  const marks = (tape.marks ?? []).filter(({ at }) => at <= items.length);
  const last = marks.at(-1)?.at ?? 0;
  const isWon = last === items.length && last > 0;
  const start = isWon ? (marks.at(-2)?.at ?? 0) : last;
  const compared = items.slice(Math.max(start, items.length - Math.max(1, ...rooms)));
  return (
    <div class="turning" aria-hidden="true">
      <span class="turning-cards" data-won={isWon}>
        {compared.map((face, i) => (
          <span class="card" key={items.length - compared.length + i}>
            <Picture face={face} />
          </span>
        ))}
      </span>
      <span class="turning-count">
        {frame.seats.map((_, seat) => {
          const won = marks.flatMap((mark, i) =>
            mark.seat === seat ? [mark.at - (marks[i - 1]?.at ?? 0)] : [],
          );
          const cards = won.reduce((sum, each) => sum + each, 0);
          return (
            <span key={seat}>
              {t("turned_count", { name: playerName(frame, seat), n: won.length, cards })}
            </span>
          );
        })}
        <span>{t("turned_of", { n: items.length, all: (tape.items ?? []).length })}</span>
      </span>
    </div>
  );
}

/** In place of how it ended: how fast it goes, and a way past it. */
export function TurningBar() {
  return (
    <section class="between" aria-label={t("turning")}>
      <h2>{t("turning")}</h2>
      <span class="buttons">
        <label class="sort">
          <span aria-hidden="true">{t("replay_pace")}</span>
          <Select
            label={t("replay_pace")}
            value={turning.value}
            values={(["slow", "usual", "quick", "none"] as const).map((name) => [name, t(`pace_${name}`)])}
            choose={into(turning)}
          />
        </label>
        <Button class="main" text={t("turning_skip")} press={skipTurning} />
      </span>
    </section>
  );
}
