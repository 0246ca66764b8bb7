/** What seats and those in them are called on this page. */

import { t } from "../base/catalogue";
import { gameAtTable } from "../cards/faces";
import { levelWord } from "./levels";
import type { SeatInfo, TableFrame } from "../protocol";

/** The level of a computer player, to stand beside its name. */
export function seatLevel(seat: SeatInfo | undefined): string {
  return seat?.kind === "bot" && seat.level !== null ? `, ${levelWord(gameAtTable.value, seat.level)}` : "";
}

/** What whoever plays in a seat is called in this match, though they may have given it up since. */
export function playerName(frame: TableFrame, seat: number): string {
  return frame.board?.seats.find((one) => one.seat === seat)?.name ?? seatName(frame, seat);
}

/** What a seat is called on this page. */
export function seatName(frame: TableFrame, seat: number): string {
  return frame.seats[seat]?.name ?? t("seat_n", { n: seat + 1 });
}
