/** The board of a game, and the parts that boards share. */

import { createContext } from "preact";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Back, Card, Picture } from "../card";
import { t, tn } from "../catalogue";
import { spoken } from "../faces";
import { actAt, actionsAt, selection } from "../moves";
import type { Spot } from "../moves";
import type { Board, TableFrame } from "../protocol";
import { seatName } from "../seating";
import { MasonRummy } from "./mason_rummy";
import { Penney } from "./penney";
import { President } from "./president";
import { ThreeCardPoker } from "./three_card_poker";
import { Tranca } from "./tranca";

/** Whether a board can only be looked at: nothing on it acts, whatever may be done at the table. */
export const Still = createContext(false);

export function BoardOf({ frame, board }: { frame: TableFrame; board: Board }) {
  switch (board.game) {
    case "penney":
      return <Penney frame={frame} board={board} />;
    case "three-card-poker":
      return <ThreeCardPoker frame={frame} board={board} />;
    case "mason-rummy":
      return <MasonRummy frame={frame} board={board} />;
    case "president":
      return <President frame={frame} board={board} />;
    case "tranca":
      return <Tranca frame={frame} board={board} />;
  }
}

/** Who sits somewhere: name, cards left, and whether it is their turn. */
export function Player(props: {
  frame: TableFrame;
  seat: number;
  cards?: number;
  notes?: (string | null)[];
}) {
  const { frame, seat, cards } = props;
  const place = frame.seats[seat];
  const inTurn = frame.phase === "playing" && frame.turn === seat;
  const notes = [...(props.notes ?? [])];
  if (place?.away) notes.push(t("away"));
  else if (place?.kind === "person" && !place.present) notes.push(t("absent"));
  const told = notes.filter((note) => note !== null && note !== "").join(", ");
  return (
    <div class="player" data-turn={inTurn} data-kind={place?.kind}>
      <span class="player-name">
        {seatName(frame, seat)}
        {place?.yours && <small> {t("you")}</small>}
      </span>
      {cards !== undefined && (
        <span class="player-cards">
          <span class="mini-back" aria-hidden="true" />
          <span aria-hidden="true">{cards}</span>
          <span class="hidden">{tn("cards_in_hand", cards)}</span>
        </span>
      )}
      {told !== "" && <span class="player-notes">{told}</span>}
    </div>
  );
}

interface SpotProps {
  spot: Spot;
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A place of the table that can be tapped, or that cards are dropped on; a button where it acts. */
export function SpotButton({ spot, label, class: extra = "", children }: SpotProps) {
  const isOpen = actionsAt(spot).length > 0;
  if (useContext(Still)) {
    return (
      <span class={`spot ${extra}`} role="img" aria-label={label}>
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`spot ${extra}`}
      data-spot={spot}
      data-open={isOpen}
      aria-label={label}
      onClick={() => {
        actAt(spot);
      }}
    >
      {children}
    </button>
  );
}

/** Cards beside each other, each half under the next. */
export function Row({ cards, label }: { cards: readonly string[]; label?: string }) {
  return (
    <span class="row" {...(label === undefined ? {} : { role: "group", "aria-label": label })}>
      {cards.map((face, i) => (
        <Card key={`${face}${i}`} face={face} />
      ))}
    </span>
  );
}

/** Hidden cards. */
export function Backs({ count, label }: { count: number; label: string }) {
  return (
    <span class="row" role="img" aria-label={label}>
      {Array.from({ length: count }, (_, i) => (
        <span class="card" key={i}>
          <Back />
        </span>
      ))}
    </span>
  );
}

/** A pile of face-down cards, and how many there are. */
export function Stock({ count }: { count: number }) {
  return (
    <SpotButton spot="stock" label={t("stock_n", { n: count })} class="pile">
      <span class={count > 0 ? "card stacked" : "card hole"}>{count > 0 && <Back />}</span>
      <span class="caption" aria-hidden="true">
        {t("stock")} {count}
      </span>
    </SpotButton>
  );
}

/** The discard pile: its top card. */
export function Discards({ top, count }: { top: string | null; count: number }) {
  return (
    <SpotButton
      spot="discard"
      class="pile"
      label={
        top === null
          ? t("discard_pile_empty")
          : t("discard_pile_top", { n: count, card: spoken(top) })
      }
    >
      {top === null ? (
        <span class="card hole" />
      ) : (
        <span class={count > 1 ? "card stacked" : "card"}>
          <Picture key={`${top} ${count}`} face={top} />
        </span>
      )}
      <span class="caption" aria-hidden="true">
        {t("discard_pile")} {count}
      </span>
    </SpotButton>
  );
}

/** Where cards can be laid down: shown while it is of use. */
export function LayDown() {
  const isStill = useContext(Still);
  if (isStill || selection.value.size === 0 || actionsAt("table").length === 0) return null;
  return (
    <SpotButton spot="table" label={t("lay_down")} class="lay-down">
      <span aria-hidden="true">{t("lay_down")}</span>
    </SpotButton>
  );
}
