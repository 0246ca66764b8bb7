/** Mason Rummy: two piles, and runs and melds in front of everybody. */

import { t } from "../catalogue";
import type { MasonRummyBoard, TableFrame } from "../protocol";
import { seatName } from "../seating";
import { mySeats } from "../store";
import { Discards, LayDown, Player, Row, Stock } from "./board";

export function MasonRummy({ frame, board }: { frame: TableFrame; board: MasonRummyBoard }) {
  const own = frame.own?.seat ?? mySeats.value[0];
  const others = board.counts.flatMap((_, seat) => (seat === own ? [] : [seat]));
  return (
    <div class="rummy">
      <div class="others">
        {others.map((seat) => (
          <Front key={seat} frame={frame} board={board} seat={seat} />
        ))}
      </div>
      <div class="piles">
        <Stock count={board.stock} />
        <Discards top={board.top} count={board.discards} />
      </div>
      {own !== undefined && own < board.counts.length && (
        <div class="own-front" data-spot="table">
          <Front frame={frame} board={board} seat={own} />
          <LayDown />
        </div>
      )}
    </div>
  );
}

function Front(props: { frame: TableFrame; board: MasonRummyBoard; seat: number }) {
  const { frame, board, seat } = props;
  const groups = board.groups[seat];
  const all = [...(groups?.runs ?? []), ...(groups?.melds ?? [])];
  return (
    <section class="front" aria-label={t("laid_down_by", { name: seatName(frame, seat) })}>
      <Player frame={frame} seat={seat} cards={board.counts[seat] ?? 0} />
      <div class="groups">
        {all.map((group) => (
          <Row key={group.join()} cards={group} />
        ))}
        {all.length === 0 && <span class="faint">{t("nothing_laid")}</span>}
      </div>
    </section>
  );
}
