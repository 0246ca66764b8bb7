/** Before each seat: what it did last. */

import type { TableFrame } from "../../protocol";
import { Said } from "../../cards/said";
import { playerName } from "../../seats/seatname";
import { zonesOf } from "../zones";
import { Row } from "./zone";

interface Props {
  frame: TableFrame;
  seat: number;
  isMine?: boolean;
}

/** Its cards in the trick, where there is one; else the latest line of the log that tells of it. */
export function LastMove({ frame, seat, isMine = false }: Props) {
  if (frame.phase !== "playing") return null;
  const trick = zonesOf(frame).find(({ kind }) => kind === "trick");
  if (trick?.kind === "trick") {
    const play = trick.plays?.filter((each) => each.seat === seat).at(-1);
    const cards = play?.cards ?? [];
    if (cards.length === 0) return null;
    return (
      <span class="last-move">
        <Row cards={cards} {...(play?.note == null ? {} : { label: play.note.text })} />
      </span>
    );
  }
  if (isMine) return null; // whoever has done it knows
  const event = frame.log.filter((line) => line.seat === seat).at(-1);
  if (event === undefined) return null;
  // the name stands there already
  const name = playerName(frame, seat);
  const text = event.text.startsWith(`${name} `) ? event.text.slice(name.length + 1) : event.text;
  return (
    <span class="last-move" title={event.text}>
      <Said text={text} />
    </span>
  );
}
