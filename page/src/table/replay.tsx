/** A finished round again, step by step, on the boards of the table, where nothing can be done. */

import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { closeReplay, finishedRounds, openReplay, replay } from "../service/replay";
import { at, back, faceUp, replaySeat, round, seek } from "../service/steps";
import { BoardOf } from "./board/board";
import { Row, Still } from "./board/zone";
import { t } from "../base/lazytexts";
import { sorted, usualOrder } from "../cards/faces";
import type { OwnPart, SeatInfo, Step, StepsFrame, TableFrame } from "../protocol";
import { Said } from "../cards/said";
import { CopyField } from "../seats/invitation";
import { headOf, playAgain } from "../seats/matches";
import { myTurn, place, table, tell } from "../service/store";
import { ownHand } from "./zones";
import { Check } from "../shell/check";
import { Button } from "../shell/button";
import { Dialog } from "../shell/dialog";
import { isInTab } from "../base/place";
import { Select } from "../shell/select";
import { into } from "../base/putting";

const PACES = { slow: 2500, usual: 1200, quick: 500 } as const; // milliseconds a step
type Pace = keyof typeof PACES;

const ICONS = {
  first: "M5 4V16M16 4L8 10L16 16Z",
  previous: "M14 4L6 10L14 16Z",
  play: "M6 4L15 10L6 16Z",
  pause: "M6.500 4V16M13.500 4V16",
  next: "M6 4L14 10L6 16Z",
  last: "M15 4V16M4 4L12 10L4 16Z",
} as const;

export function Replay() {
  return table.value === null ? null : <Steps frame={table.value} />;
}

function Steps({ frame }: { frame: TableFrame }) {
  const isRunning = useSignal(false);
  const pace = useSignal<Pace>("usual");
  const section = useRef<HTMLElement>(null);
  const loaded = round.value;
  const step = loaded?.steps.get(at.value);
  const lastFrame = useRef<TableFrame | null>(null);
  if (loaded !== undefined && step !== undefined) lastFrame.current = frameAt(frame, loaded.head, step);

  useEffect(() => {
    section.current?.querySelector<HTMLElement>("input[type=range]")?.focus({ preventScroll: true });
  }, [loaded === undefined]);
  useKeys(() => {
    isRunning.value = !isRunning.value;
  });
  useEffect(() => {
    if (!isRunning.value || step === undefined) return undefined;
    const timer = window.setTimeout(() => {
      if (!forward()) isRunning.value = false;
    }, PACES[pace.value]);
    return () => window.clearTimeout(timer);
  }, [isRunning.value, pace.value, step]);

  const then = lastFrame.current;
  if (loaded === undefined || then === null) return <p role="status">{t("loading")}</p>;
  return (
    <>
      <div class="board" role="region" aria-label={t("the_table")} tabIndex={0}>
        <h1 class="hidden">{frame.title}</h1>
        <Still.Provider value={true}>
          <BoardOf frame={then} />
        </Still.Provider>
      </div>
      <section class="mine replay" aria-label={t("replay")} ref={section}>
        <header class="status">
          <h2>{t("replay")}</h2>
          <Which frame={frame} head={loaded.head} />
          {frame.phase === "over" && (
            <Check label={t("all_hands")} isOn={faceUp.value} change={into(faceUp)} />
          )}
          <Button
            class={myTurn.value ? "main" : "quiet"}
            text={t(
              place.value.at === "match" ? "match_close" : myTurn.value ? "replay_your_turn" : "replay_close",
            )}
            press={closeReplay}
          />
        </header>
        <div class="step-row">
          <p class="step-line" role="status">
            <Said text={lineOf(loaded.head, step)} />
          </p>
          {isInTab && frame.archived !== "" && at.value < loaded.head.total - 1 && (
            <Button
              text={t("replay_from_here")}
              press={() => playFrom(frame.archived, [loaded.head.round, at.value])}
            />
          )}
          {step != null && step.position !== null && <PositionButton text={step.position} />}
        </div>
        <StillHand frame={then} />
        <Controls head={loaded.head} isRunning={isRunning} pace={pace} />
      </section>
    </>
  );
}

/** One step further; from the end of a round to the deal of the next. False: there is none. */
function forward(): boolean {
  const position = replay.value;
  const frame = table.value;
  const total = round.value?.head.total;
  if (position === null || frame === null || total === undefined) return false;
  if (at.value + 1 < total) seek(at.value + 1);
  else if (position.round < finishedRounds(frame)) openReplay(position.round + 1);
  else return false;
  return true;
}

/** The table as it was at a step, as far as it can be seen again. */
export function frameAt(frame: TableFrame, head: StepsFrame, step: Step): TableFrame {
  const seats: SeatInfo[] = head.names.map((name, seat) => ({
    name,
    kind: "person",
    level: null,
    by: null,
    present: true,
    away: false,
    ready: false,
    committed: false,
    revealed: false,
    yours: head.seats.includes(seat),
    kept: false,
    take: "",
    partners: [],
  }));
  const own: OwnPart | null =
    head.seat === null ? null : { seat: head.seat, zones: step.own?.zones ?? [], actions: [] };
  const turn = step.board.ask?.seat ?? null;
  const phase = turn === null ? "between" : "playing";
  const log = step.event === null ? [] : [step.event];
  return { ...frame, phase, seats, own, turn, log, undo: false, deadline: null, board: step.board };
}

/** What had just been done; at the end also how the round ended. */
function lineOf(head: StepsFrame, step: Step | undefined): string {
  if (step === undefined) return t("loading");
  if (step.event === null) return t("replay_deal");
  const line = step.event.text;
  return at.value === head.total - 1 ? `${line}. ${head.outcome}` : line;
}

/** Arrows, Home, End, space and Escape, unless something else needs them. */
function useKeys(toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isSlider = target instanceof HTMLInputElement && target.type === "range";
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (!isSlider && target?.matches("input, select, textarea, summary")) return;
      if (event.key === " " && target?.matches("button, a")) return;
      const total = round.peek()?.head.total ?? 1;
      const doing: Record<string, () => void> = {
        ArrowRight: () => void forward(),
        ArrowLeft: back,
        Home: () => seek(0),
        End: () => seek(total - 1),
        " ": toggle,
        Escape: closeReplay,
      };
      const act = doing[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Which round, and with several own seats, whose cards. */
function Which({ frame, head }: { frame: TableFrame; head: StepsFrame }) {
  const all = finishedRounds(frame);
  return (
    <span class="which">
      {all > 1 ? (
        <Select
          label={t("replay_round")}
          value={replay.value?.round ?? 1}
          values={Array.from({ length: all }, (_, i) => [i + 1, t("round_n", { n: i + 1 })])}
          choose={openReplay}
        />
      ) : (
        <span>{t("round_n", { n: head.round })}</span>
      )}
      {head.seats.length > 1 && (
        <Select
          label={t("replay_seat")}
          value={replaySeat.value}
          values={[
            [null, t("replay_nobody")],
            ...head.seats.map((seat) => [seat, head.names[seat] ?? ""] as const),
          ]}
          choose={into(replaySeat)}
        />
      )}
    </span>
  );
}

/** The own cards as they were. */
export function StillHand({ frame }: { frame: TableFrame }) {
  const hand = ownHand(frame);
  if (hand === null) return null;
  const cards = sorted(hand, usualOrder(hand)).map(({ face }) => face);
  return (
    <div class="still-hand">
      <Row cards={cards} label={t("replay_hand", { n: cards.length })} />
    </div>
  );
}

/** Play on from a step of an archived match, as practice. */
export async function playFrom(id: string, step: [number, number]): Promise<void> {
  try {
    await playAgain(await headOf(id), step);
  } catch (error) {
    tell(error);
  }
}

/** The position as a text, to go on from it elsewhere. */
function PositionButton({ text }: { text: string }) {
  const isOpen = useSignal(false);
  const show = (open: boolean) => () => {
    isOpen.value = open;
  };
  return (
    <>
      <Button text={t("replay_position")} press={show(true)} />
      {isOpen.value && (
        <Dialog title={t("replay_position")} onClose={show(false)}>
          <div class="stack">
            <p>{t("replay_position_about")}</p>
            <CopyField text={text} label={t("replay_position")} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ControlsProps {
  head: StepsFrame;
  isRunning: Signal<boolean>;
  pace: Signal<Pace>;
}

function Controls({ head, isRunning, pace }: ControlsProps) {
  const last = head.total - 1;
  return (
    <div class="controls">
      <input
        type="range"
        min="0"
        max={String(last)}
        step="1"
        aria-label={t("replay_step")}
        aria-valuetext={t("replay_step_n", { n: at.value, all: last })}
        value={String(at.value)}
        onInput={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <span class="count" aria-hidden="true">
        {at.value} / {last}
      </span>
      <span class="steps-buttons">
        <StepButton icon="first" act={() => seek(0)} />
        <StepButton icon="previous" act={back} />
        <StepButton
          icon={isRunning.value ? "pause" : "play"}
          act={() => {
            isRunning.value = !isRunning.value;
          }}
        />
        <StepButton icon="next" act={() => void forward()} />
        <StepButton icon="last" act={() => seek(last)} />
      </span>
      <Select
        label={t("replay_pace")}
        value={pace.value}
        values={(["slow", "usual", "quick"] as const).map((name) => [name, t(`pace_${name}`)])}
        choose={into(pace)}
      />
    </div>
  );
}

function StepButton({ icon, act }: { icon: keyof typeof ICONS; act: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={t(`replay_${icon}`)} onClick={act}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[icon]} fill="currentColor" stroke="currentColor" stroke-width="2" />
      </svg>
    </button>
  );
}
