/** Three-card Poker: the dealer's cards, and one's own. */

import { useContext } from "preact/hooks";
import { t } from "../catalogue";
import { ExactValues } from "../later";
import type { TableFrame, ThreeCardPokerBoard } from "../protocol";
import { Backs, Player, Row, Still } from "./board";

export function ThreeCardPoker({ frame, board }: { frame: TableFrame; board: ThreeCardPokerBoard }) {
  const hand = board.hand ?? frame.own?.view?.hand ?? null;
  const isStill = useContext(Still);
  // while it is in one's own hand it is not on the table as well
  const isHeld = !isStill && frame.phase === "playing" && frame.own?.view?.hand !== undefined;
  return (
    <div class="poker" data-outcome={board.outcome}>
      <section class="poker-hand" aria-label={t("dealer")}>
        <span class="player-name">{t("dealer")}</span>
        {board.dealer === null ? (
          <Backs count={3} label={t("dealer_hidden")} />
        ) : (
          <Row cards={board.dealer} label={t("dealer")} />
        )}
      </section>
      <section class="poker-hand" aria-label={frame.seats[0]?.name ?? ""}>
        {!isHeld && <Hand cards={hand} />}
        <Player frame={frame} seat={0} />
        {hand !== null && <ExactValues model={board.model} hand={hand} />}
      </section>
    </div>
  );
}

function Hand({ cards }: { cards: readonly string[] | null }) {
  if (cards === null) return <Backs count={3} label={t("dealer_hidden")} />;
  return <Row cards={cards} />;
}
