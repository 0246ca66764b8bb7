/** Tranca: the pile, and the sequences of each side on their way to canastras of seven. */

import { useSignal } from "@preact/signals";
import { useContext } from "preact/hooks";
import { Picture } from "../card";
import { t, tn } from "../catalogue";
import { spoken } from "../faces";
import { actAt, actionsAt } from "../moves";
import type { TableFrame, TrancaBoard, TrancaSequence, TrancaSide } from "../protocol";
import { seatName } from "../seating";
import { mySeats } from "../store";
import { Discards, LayDown, Player, Row, Still, Stock } from "./board";

const CANASTRA = 7;

export function Tranca({ frame, board }: { frame: TableFrame; board: TrancaBoard }) {
  const own = frame.own?.seat ?? mySeats.value[0];
  const mine = board.sides.find((side) => own !== undefined && side.seats.includes(own));
  const others = board.sides.filter((side) => side !== mine);
  return (
    <div class={mine === undefined ? "tranca watched" : "tranca"}>
      <div class="others">
        {others.map((side) => (
          <SideOf key={side.seats.join()} frame={frame} board={board} side={side} />
        ))}
      </div>
      <div class="piles">
        <Stock count={board.stock} />
        <Discards top={board.pile.at(-1) ?? null} count={board.pile.length} />
        <WholePile pile={board.pile} />
        <span class="mortos">{t("mortos_n", { n: board.mortos })}</span>
      </div>
      {mine !== undefined && (
        <div class="own-front" data-spot="table">
          <SideOf frame={frame} board={board} side={mine} isMine />
          <LayDown />
        </div>
      )}
    </div>
  );
}

/** All have seen the pile grow, so everybody may look at it. */
function WholePile({ pile }: { pile: readonly string[] }) {
  const isOpen = useSignal(false);
  if (pile.length < 2) return null;
  return (
    <details
      class="whole-pile"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t("see_pile", { n: pile.length })}</summary>
      {isOpen.value && <Row cards={pile} label={t("discard_pile")} />}
    </details>
  );
}

interface SideProps {
  frame: TableFrame;
  board: TrancaBoard;
  side: TrancaSide;
  isMine?: boolean;
}

function SideOf({ frame, board, side, isMine = false }: SideProps) {
  const names = side.seats.map((seat) => seatName(frame, seat)).join(", ");
  const morto =
    side.morto === "used" ? "morto_used" : side.morto === "taken" ? "morto_taken" : "morto_none";
  return (
    <section class="front" aria-label={t("laid_down_by", { name: names })}>
      <div class="side-head">
        {side.seats.map((seat) => (
          <Player key={seat} frame={frame} seat={seat} cards={board.counts[seat] ?? 0} />
        ))}
        <span class="side-notes">
          {t(morto)}
          {side.dollars.length > 0 && <Dollars cards={side.dollars} />}
        </span>
      </div>
      <div class="groups">
        {side.sequences.map((sequence) => (
          <Sequence key={sequence.number} sequence={sequence} isMine={isMine} />
        ))}
        {side.sequences.length === 0 && <span class="faint">{t("nothing_laid")}</span>}
      </div>
    </section>
  );
}

function Dollars({ cards }: { cards: readonly string[] }) {
  const label = `${tn("cards", cards.length)}, ${t("dollars")}: ${cards.map(spoken).join(", ")}`;
  return (
    <span class="dollars" role="img" aria-label={label}>
      {cards.map((face, i) => (
        <span class="card tiny" key={i}>
          <Picture face={face} />
        </span>
      ))}
    </span>
  );
}

function kindOf(sequence: TrancaSequence): string {
  if (sequence.canastra === "canastra of twos") return t("canastra_twos");
  if (sequence.canastra !== "") return t(sequence.dirty ? "canastra_dirty" : "canastra_clean");
  const count = t("of_seven", { n: sequence.cards.length });
  return sequence.dirty ? `${count}, ${t("dirty")}` : count;
}

function Sequence({ sequence, isMine }: { sequence: TrancaSequence; isMine: boolean }) {
  const label = `${t("sequence_n", { n: sequence.number })}: ${sequence.cards.map(spoken).join(", ")}; ${kindOf(sequence)}`;
  const inside = (
    <>
      <span class="row">
        {sequence.cards.map((face, i) => (
          <span class="card" key={i}>
            <Picture face={face} />
          </span>
        ))}
      </span>
      <Progress sequence={sequence} />
    </>
  );
  const spot = `on:${sequence.number}` as const;
  const isStill = useContext(Still);
  if (isStill || !isMine || actionsAt(spot).length === 0) {
    return (
      <div class="sequence" role="img" aria-label={label} {...(isMine ? { "data-spot": spot } : {})}>
        {inside}
      </div>
    );
  }
  return (
    <button
      type="button"
      class="sequence"
      data-spot={spot}
      data-open="true"
      aria-label={label}
      onClick={() => {
        actAt(spot);
      }}
    >
      {inside}
    </button>
  );
}

function Progress({ sequence }: { sequence: TrancaSequence }) {
  const steps = Array.from({ length: CANASTRA }, (_, i) => i < sequence.cards.length);
  return (
    <span
      class="progress"
      data-canastra={sequence.canastra !== ""}
      data-dirty={sequence.dirty}
      aria-hidden="true"
    >
      <span class="steps">
        {steps.map((isDone, i) => (
          <i key={i} data-done={isDone} />
        ))}
      </span>
      <span>
        {sequence.number}. {kindOf(sequence)}
      </span>
    </span>
  );
}
