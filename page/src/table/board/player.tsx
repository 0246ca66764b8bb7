/** Who sits somewhere: name, role, cards left, and whether it is their turn. */

import { t, tn } from "../../base/catalogue";
import type { SeatView, TableFrame } from "../../protocol";
import { seatLevel } from "../../seats/seatname";
import { isSmall } from "../../base/screen";
import { bubble } from "../talk";
import { handOf } from "../zones";
import type { AnyZone } from "../zones";

interface PlayerProps {
  frame: TableFrame;
  seat: SeatView;
  zones: AnyZone[];
}

export function Player({ frame, seat, zones }: PlayerProps) {
  const { name } = seat;
  // after a match somebody else may have the seat already
  const place = frame.seats.find((one, number) => number === seat.seat && one.name === name);
  const isHeld = frame.own?.seat === seat.seat && frame.phase === "playing";
  const inTurn = frame.phase === "playing" && frame.turn === seat.seat;
  const level = seatLevel(place);
  const hand = zones.find((zone) => zone.id === handOf(seat.seat));
  const notes = [seat.role?.text, ...(seat.notes ?? []).map(({ text }) => text)];
  if (place !== undefined && place.by !== null) notes.push(t("played_by", { name: place.by }));
  if (place?.away) notes.push(t("away"));
  else if (place?.kind === "person" && !place.present) notes.push(t("absent"));
  const noteText = notes.filter((note) => note !== undefined && note !== "").join(", ");
  return (
    <div
      class="player"
      data-seat={seat.seat}
      data-turn={inTurn}
      data-kind={place?.kind}
      title={`${name}${level}`}
    >
      <span class="initial" aria-hidden="true">
        {[...name][0]}
      </span>
      <span class="player-text">
        <span class="player-name">
          {name}
          {level !== "" && <span class="level">{level}</span>}
          {place?.yours && <small> {t("you")}</small>}
        </span>
        {hand?.kind === "hand" && !seat.is_house && (
          <span class="player-cards">
            {!isHeld && hand.count > 0 && <Backs count={hand.count} />}
            <span class="hidden">{tn("cards_in_hand", hand.count)}</span>
          </span>
        )}
        {noteText !== "" && <span class="player-notes">{noteText}</span>}
      </span>
      {!isSmall.value && bubble.value?.who === name && (
        <span class="bubble" aria-hidden="true">
          {bubble.value.text}
        </span>
      )}
    </div>
  );
}

const MOST_BACKS = 24; // more are a number alone

/** A hand as the others see it: a fan of backs, one for each card. */
function Backs({ count }: { count: number }) {
  const n = Math.min(count, MOST_BACKS);
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: n }, (_, i) => (
        <i key={i} style={{ "--at": n < 2 ? 0 : (2 * i) / (n - 1) - 1 }} />
      ))}
      <b>{count}</b>
    </span>
  );
}
