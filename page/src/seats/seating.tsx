/** Before a match, between rounds and after it: who sits where, links, and the next deal. */

import { signal } from "@preact/signals";
import { finishedRounds, openReplay } from "../service/replay";
import { listed, t } from "../base/catalogue";
import { gameAtTable } from "../cards/faces";
import { isArranged, sayReady } from "./fair";
import type { RecordFrame, TableFrame } from "../protocol";
import { BeginForAll, BeginWithout, Inviting, SitDown } from "./gathering";
import { LaterButton } from "../shell/later";
import { save } from "../base/saving";
import { Seats } from "./seats";
import { mySeats, say, table } from "../service/store";
import { playerName } from "./seatname";
import { Button } from "../shell/button";
import { puts } from "../base/putting";

export function Seating() {
  const frame = table.value;
  if (frame === null) return null;
  return (
    <section class="seating" aria-label={t("seats")}>
      <h2>{frame.settings.label === "" ? t("who_plays") : frame.settings.label}</h2>
      <SitDown frame={frame} />
      <Inviting frame={frame} />
      <Seats frame={frame} />
      <Ready frame={frame} />
    </section>
  );
}

/** Between two rounds, and after a match: how it ended, and how it goes on. */
export function Between({ frame }: { frame: TableFrame }) {
  return (
    <section class="between" aria-label={t("round_over")}>
      <div class="ending">
        <Ending frame={frame} />
      </div>
      {frame.phase === "over" && <SitDown frame={frame} />}
      <Ready frame={frame} />
      {frame.phase === "over" && (
        <details class="seats-again">
          <summary>{t("seats")}</summary>
          <Seats frame={frame} />
        </details>
      )}
    </section>
  );
}

/** The points of each seat in the last round, or in the whole match. */
function pointsOf(frame: TableFrame): number[] {
  const rows = frame.sheet?.rows ?? [];
  const row = (frame.phase === "over" ? rows.at(-1) : rows.at(frame.round - 1)) ?? [];
  return frame.seats.map((_, seat) => Number(row[1 + seat]));
}

/** How it ended, said to whoever reads it. */
function endingText(frame: TableFrame): string {
  const points = pointsOf(frame);
  const [seat, second] = mySeats.value;
  const ownPoints = seat === undefined || second !== undefined ? Number.NaN : (points[seat] ?? Number.NaN);
  if (frame.phase !== "over") {
    const way = gameAtTable.value?.low_wins ? "round_points_low" : "round_points";
    return Number.isNaN(ownPoints) ? t("round_over") : t(way, { n: ownPoints });
  }
  const all = listed(frame.winners);
  const hasWon = (i: number) => frame.winners.includes(playerName(frame, i));
  if (frame.seats.length === 1 && !Number.isNaN(ownPoints))
    return t(ownPoints < 0 ? "lost_alone" : "won_alone", { n: Math.abs(ownPoints) });
  if (all === "") return t("round_over");
  if (frame.winners.length === frame.seats.length) return t("draw_match");
  const ahead = points.filter((_, i) => hasWon(i) !== hasWon(seat ?? -1)).map((n) => Math.abs(n - ownPoints));
  const n = Math.min(...ahead);
  // of points that are equal, or that nobody has here, no difference is told
  if (Number.isNaN(n) || !Number.isFinite(n) || n === 0)
    return t(frame.winners.length === 1 ? "winners_one" : "winners_many", { names: all });
  if (!hasWon(seat ?? -1)) return t("lost_by", { names: all, n });
  const partners = frame.winners.filter((name) => name !== playerName(frame, seat ?? -1));
  return partners.length > 0 ? t("won_with", { names: listed(partners), n }) : t("won_by", { n });
}

function Ending({ frame }: { frame: TableFrame }) {
  return (
    <>
      <h2>{endingText(frame)}</h2>
      {frame.outcome !== "" && <p class="outcome">{frame.outcome}</p>}
    </>
  );
}

/** Whether the host is choosing other settings for this table. */
export const isChanging = signal(false);

/** The host may play something else, or otherwise, at the same table: between matches. */
export function mayChange(frame: TableFrame): boolean {
  return frame.host && (frame.phase === "seating" || frame.phase === "over");
}

function Ready({ frame }: { frame: TableFrame }) {
  if (frame.phase === "revealing") return <p>{t("dealing")}</p>;
  const own = frame.seats.filter((seat) => seat.yours);
  const isFull = frame.seats.every((seat) => seat.kind !== "empty");
  const missing = frame.seats.filter((seat) => seat.kind === "person" && !seat.ready);
  const isReady = own.length > 0 && own.every((seat) => seat.ready);
  const names = missing.map((seat) => seat.name ?? "").join(", ");
  const mayBegin = own.length > 0 || (frame.host && frame.seats.every((s) => s.kind === "bot"));
  const isBegun = frame.host && frame.settings.friends && frame.phase !== "between";
  const label = frame.phase === "seating" ? "deal" : frame.phase === "over" ? "again" : "next_round";
  return (
    <div class="buttons">
      {isBegun && <BeginForAll frame={frame} />}
      {!isBegun && mayBegin && isFull && !isReady && (
        <Button class="main large" text={t(label)} press={() => sayReady()} />
      )}
      {isReady && (
        <>
          <span class="prompt">
            {frame.settings.friends && frame.phase === "seating"
              ? t("waits_for_host")
              : names === ""
                ? t("ready")
                : t("waiting_for", { names })}
          </span>
          {!isBegun && frame.host && isFull && <BeginWithout missing={missing} />}
          {!(frame.settings.friends && frame.phase === "seating") && (
            <Button text={t("not_ready")} press={() => say({ do: "ready", ready: false })} />
          )}
        </>
      )}
      {!isFull && !frame.settings.friends && <span class="prompt">{t("waits_for_seats")}</span>}
      {frame.phase !== "seating" && !isArranged(frame) && (
        <LaterButton
          label={t("check_deal")}
          at="check"
          subject={`${frame.table} ${frame.match} ${frame.round}`}
        />
      )}
      {finishedRounds(frame) > 0 && (
        <Button text={t("replay_open")} press={() => openReplay(finishedRounds(frame))} />
      )}
      {frame.match > (frame.phase === "over" ? 0 : 1) && (
        <LaterButton
          label={t("history")}
          title={frame.settings.label === "" ? t("history") : frame.settings.label}
          at="played"
          subject={`${frame.table} ${frame.match} ${frame.phase}`}
        />
      )}
      {frame.phase === "over" && own.length > 0 && (
        <a class="button quiet" href={`#/review/${frame.archived}`}>
          {t("review")}
        </a>
      )}
      {frame.phase === "over" && (
        <Button text={t("save_record")} press={() => saveRecord(`${frame.settings.game}-${frame.match}`)} />
      )}
      {frame.phase === "between" && frame.host && frame.rounds === null && (
        <Button text={t("end_match")} press={() => say({ do: "finish" })} />
      )}
      {mayChange(frame) && <Button text={t("change_table")} press={puts(isChanging, true)} />}
      {own.length === 0 && !frame.host && !frame.settings.friends && (
        <span class="prompt">{t("watch_only")}</span>
      )}
    </div>
  );
}

/** A match as a file, for `dealt replay`: the one at the table, or `of` the archive. */
export async function saveRecord(name: string, of?: string): Promise<void> {
  const answer = await say<RecordFrame>({ do: "record", ...(of !== undefined && { of }) });
  if (answer === null) return;
  const text = `${JSON.stringify(answer.record, null, 1)}\n`;
  save(`${name}.json`, new Blob([text], { type: "application/json" }));
}
