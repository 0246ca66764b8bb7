/** Who sits where, at any time: seats are taken, given up, taken back and swapped. */

import { signal } from "@preact/signals";
import { listed, t } from "../base/catalogue";
import { Dialog } from "../shell/dialog";
import { gameAtTable } from "../cards/faces";
import { levelText } from "./levels";
import { askName } from "./naming";
import type { RequestInfo, SeatInfo, TableFrame } from "../protocol";
import { sure } from "../shell/question";
import { seatLevel, seatName } from "./seatname";
import { mySeats, say, sit, table } from "../service/store";
import { Later } from "../shell/later";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { puts } from "../base/putting";

/** Whether a match goes on, so that seats have hands and points. */
function isRunning(frame: TableFrame): boolean {
  return frame.phase === "playing" || frame.phase === "between";
}

function kindText(seat: SeatInfo, frame: TableFrame): string {
  const parts: string[] = [];
  if (seat.kind === "empty") parts.push(t("empty_seat"));
  if (seat.yours) parts.push(t("you"));
  if (seat.by !== null) parts.push(t("played_by", { name: seat.by }));
  if (seat.kind === "bot") parts.push(t("bot"));
  if (seat.kind === "person" && !seat.present) parts.push(t("absent"));
  if (seat.ready && seat.kind === "person") parts.push(t("ready"));
  const partners = (seat.partners ?? []).map((one) => seatName(frame, one));
  if (partners.length > 0) parts.push(t("plays_with", { names: listed(partners) }));
  return parts.join(", ");
}

export function Seats({ frame }: { frame: TableFrame }) {
  return (
    <ol class="seats">
      {frame.seats.map((seat, i) => (
        <SeatRow key={i} seat={seat} number={i} frame={frame} />
      ))}
    </ol>
  );
}

interface SeatProps {
  seat: SeatInfo;
  number: number;
  frame: TableFrame;
}

function SeatRow({ seat, number, frame }: SeatProps) {
  return (
    <li class={`seat-row ${seat.kind}`}>
      <span class="who">
        <span>
          <b>{seat.name ?? t("seat_n", { n: number + 1 })}</b>
          {seatLevel(seat)}
        </span>
        <small>{kindText(seat, frame)}</small>
      </span>
      <span class="tools">
        <Taking seat={seat} number={number} frame={frame} />
        <Hosting seat={seat} number={number} frame={frame} />
      </span>
    </li>
  );
}

/** What a person may do about a seat: come, go, or have it for another one. */
function Taking({ seat, number, frame }: SeatProps) {
  const n = number + 1;
  const hasSeat = mySeats.value.length > 0;
  if (seat.yours) {
    return <Button aria-label={t("stand_at", { n })} text={t("stand")} press={() => giveUp(frame, number)} />;
  }
  if (!hasSeat) {
    if (seat.take === "") return null;
    const words = takeWords(frame, seat, number);
    return <Button aria-label={words.label} class="main" text={words.text} press={() => take(number)} />;
  }
  const mayChange = seat.kind === "person" || frame.phase !== "playing";
  return (
    <>
      {seat.kind === "empty" && frame.may_sit && !frame.settings.friends && (
        <Button
          aria-label={t("sit_hot_at", { n })}
          text={t("sit_hot")}
          press={() => say({ do: "sit", seat: number, hot: true, name: t("guest_of", { n }) })}
        />
      )}
      {mySeats.value.length === 1 && mayChange && (
        <Button
          aria-label={
            seat.kind === "person" ? t("swap_with", { name: seatName(frame, number) }) : t("move_to", { n })
          }
          text={t(seat.kind === "person" ? "swap" : "move_here")}
          press={() => swap(frame, number)}
        />
      )}
    </>
  );
}

/** What the host may do about a seat of somebody else. */
function Hosting({ seat, number, frame }: SeatProps) {
  const n = number + 1;
  const levels = gameAtTable.value?.levels ?? [];
  const isFilledLater = frame.settings.friends && seat.kind === "empty";
  if (!frame.host || seat.yours || isFilledLater) return null;
  if (seat.kind === "person") {
    return <Button aria-label={t("clear_at", { n })} text={t("clear")} press={() => clear(frame, number)} />;
  }
  return (
    <Select
      label={t("seat_bot_at", { n })}
      value={seat.level ?? ""}
      values={[
        ...(isRunning(frame) ? [] : [["", t("empty_seat")] as const]),
        ...levels.map(
          (level) => [level, t("who_bot", { level: levelText(gameAtTable.value, level) })] as const,
        ),
      ]}
      choose={(level) => seatBot(number, level)}
    />
  );
}

/** In a match somebody would lose a hand: that is asked about. */
async function clear(frame: TableFrame, seat: number): Promise<void> {
  const name = seatName(frame, seat);
  const isWanted =
    !isRunning(frame) ||
    (await sure({ title: t("clear_title", { name }), text: t("clear_text"), yes: t("clear_yes") }));
  if (isWanted) await say({ do: "clear", seat });
}

function seatBot(seat: number, level: string): void {
  void say(level === "" ? { do: "clear", seat } : { do: "bot", seat, level });
}

function takeWords(frame: TableFrame, seat: SeatInfo, number: number) {
  const n = number + 1;
  const name = seat.by ?? seatName(frame, number);
  if (!isRunning(frame)) return { text: t("sit"), label: t("sit_at", { n }) };
  if (seat.take === "back") return { text: t("seat_back"), label: t("seat_back") };
  const text = t(seat.take === "ask" ? "ask_for" : "play_for", { name });
  return { text, label: text };
}

async function take(seat: number): Promise<void> {
  if (await askName()) await sit(seat);
}

/** In a match whoever goes is asked first; before and after it a press is undone by another. */
async function giveUp(frame: TableFrame, seat: number): Promise<void> {
  const isWanted =
    !isRunning(frame) ||
    (await sure({ title: t("stand_title"), text: t("stand_text"), yes: t("stand_yes") }));
  if (!isWanted) return;
  await say({ do: "stand", seat });
  seatsShown.value = false;
}

async function swap(frame: TableFrame, seat: number): Promise<void> {
  const other = frame.seats[seat];
  const isPerson = other?.kind === "person";
  const text = frame.phase === "playing" ? "swap_text_playing" : "swap_text";
  const name = seatName(frame, seat);
  const isWanted =
    !isPerson || (await sure({ title: t("swap_title", { name }), text: t(text), yes: t("swap_yes") }));
  if (!isWanted) return;
  await say({ do: "swap", seat });
  seatsShown.value = false;
}

/** Whether the window with all seats is open. */
export const seatsShown = signal(false);

/** The window with all seats, from the menu of the table. */
export function SeatsWindow() {
  if (table.value === null || !seatsShown.value) return null;
  const close = () => {
    seatsShown.value = false;
  };
  return (
    <Dialog title={t("seats")} onClose={close}>
      <Later at="seats" subject="" />
    </Dialog>
  );
}

/** Above one's hand: that one only watches, and what about seats waits for an answer. */
export function SeatBar({ frame }: { frame: TableFrame }) {
  const isWatching = mySeats.value.length === 0 && isRunning(frame);
  if (!isWatching && frame.requests.length === 0) return null;
  return (
    <section class="seat-bar" aria-label={t("seats")} aria-live="polite">
      {isWatching && <Watching frame={frame} />}
      {frame.requests.map((request) => (
        <Request key={request.number} request={request} frame={frame} />
      ))}
    </section>
  );
}

const MOST_BUTTONS = 3; // of seats that can be taken; more of them stand in the window

function Watching({ frame }: { frame: TableFrame }) {
  const free = frame.seats.flatMap((seat, number) => (seat.take === "" ? [] : [{ seat, number }]));
  const isKept = free.some(({ seat }) => seat.take === "back");
  const hasAsked = frame.requests.some((request) => request.mine && !request.declined);
  const isMany = free.length > MOST_BUTTONS;
  const buttons = isMany ? free.filter(({ seat }) => seat.take === "back") : free;
  return (
    <div class="buttons">
      <span class="prompt">
        {t(isKept ? "watch_kept" : "watch_only")} {free.length === 0 && !hasAsked && t("watch_no_seat")}
      </span>
      {!hasAsked &&
        buttons.map(({ seat, number }) => (
          <TakeButton key={number} frame={frame} seat={seat} number={number} isQuiet={isKept} />
        ))}
      {!hasAsked && isMany && (
        <Button class={isKept ? "quiet" : "main"} text={t("take_a_seat")} press={puts(seatsShown, true)} />
      )}
    </div>
  );
}

function TakeButton({ frame, seat, number, isQuiet }: SeatProps & { isQuiet: boolean }) {
  const words = takeWords(frame, seat, number);
  return (
    <Button
      aria-label={words.label}
      class={seat.take === "back" || !isQuiet ? "main" : "quiet"}
      text={words.text}
      press={() => take(number)}
    />
  );
}

function Request({ request, frame }: { request: RequestInfo; frame: TableFrame }) {
  const answer = (yes: boolean) => void say({ do: "answer", request: request.number, yes });
  if (request.mine) {
    return (
      <div class="buttons">
        <span class="prompt">
          {t(request.declined ? "request_declined" : "request_waits", {
            name: seatName(frame, request.seat),
          })}
        </span>
        <Button text={t(request.declined ? "dismiss" : "request_off")} press={() => answer(false)} />
      </div>
    );
  }
  return (
    <div class="buttons">
      <span class="prompt">{requestText(request, frame)}</span>
      <Button class="main" text={t("request_yes")} press={() => answer(true)} />
      <Button text={t("request_no")} press={() => answer(false)} />
    </div>
  );
}

function requestText(request: RequestInfo, frame: TableFrame): string {
  const { name } = request;
  const other = seatName(frame, request.seat);
  if (request.own === null) return t("request_sit", { name, other });
  if (frame.seats[request.seat]?.yours !== true) return t("request_swap_of", { name, other });
  return t(frame.phase === "playing" ? "request_swap_playing" : "request_swap", { name });
}
