/** President: everybody in turn order, and the move to beat in the middle. */

import { known, t } from "../catalogue";
import { spoken } from "../faces";
import type { PresidentBoard, TableFrame } from "../protocol";
import { Said } from "../said";
import { seatName } from "../seating";
import { LayDown, Player, Row } from "./board";

export function President({ frame, board }: { frame: TableFrame; board: PresidentBoard }) {
  const mine = frame.own?.view;
  return (
    <div class="president">
      <div class="ring">
        {board.players.map((player) => (
          <Player
            key={player.seat}
            frame={frame}
            seat={player.seat}
            cards={player.cards}
            notes={[
              player.place === null ? null : t("place_n", { n: player.place }),
              player.role === null ? null : known(`role_${player.role}`, player.role),
              player.passed && player.place === null ? t("passed") : null,
            ]}
          />
        ))}
      </div>
      <div class="trick" data-spot="table">
        <Trick frame={frame} board={board} />
        {mine?.gave !== undefined && mine.gave.length > 0 && (
          <p class="trade">
            <Said
              text={t("gave_got", {
                gave: mine.gave.join(" "),
                got: mine.got?.join(" ") ?? "",
              })}
            />
          </p>
        )}
        <LayDown />
      </div>
    </div>
  );
}

/** What the seat in turn is to do. */
export function asked(board: PresidentBoard): string {
  if (board.giving) return t("asked_give");
  if (board.must_contain !== null) return t("asked_contain", { card: board.must_contain });
  return t(board.previous === null ? "asked_lead" : "asked_answer");
}

function Trick({ frame, board }: { frame: TableFrame; board: PresidentBoard }) {
  if (board.previous !== null && board.mover !== null) {
    const told = t(frame.phase === "playing" ? "to_beat" : "last_move", {
      type: known(`type_${board.previous_type}`, board.previous_type ?? ""),
      name: seatName(frame, board.mover),
    });
    return (
      <>
        <Row cards={board.previous} label={told} />
        <p class="told">{told}</p>
      </>
    );
  }
  if (board.giving) return <p class="told">{t("trade")}</p>;
  if (frame.phase !== "playing") return null;
  return (
    <p class="told">
      {board.must_contain === null
        ? t("free_lead")
        : t("must_contain", { card: spoken(board.must_contain) })}
    </p>
  );
}
