/** How a round ended: roles, points, what was left in the hands, and the deal face up. */

import { computed, effect, signal, useSignal } from "@preact/signals";
import { Row } from "./board/zone";
import { listed, t } from "../base/catalogue";
import { sorted, usualOrder } from "../cards/faces";
import { isShown } from "./news";
import { Score } from "./panels";
import type { Hand, SeatView, TableFrame } from "../protocol";
import { playerName } from "../seats/seatname";
import { askSteps, table } from "../service/store";
import { Button } from "../shell/button";

interface Hands {
  roundName: string;
  dealt: readonly Hand[];
  left: readonly Hand[];
}

/** The hands of the round that is over, once the service has shown them. */
const hands = signal<Hands>({ roundName: "", dealt: [], left: [] });

function nameOf(frame: TableFrame): string {
  return `${frame.table} ${frame.match} ${frame.round}`;
}

effect(() => {
  const frame = table.value;
  if (frame === null || frame.round === 0) return;
  const roundName = nameOf(frame);
  const isOver = frame.phase !== "playing" && frame.board !== null;
  if (!isOver || hands.peek().roundName === roundName) return;
  hands.value = { roundName, dealt: [], left: [] };
  void show(roundName, frame.round);
});

async function show(roundName: string, round: number): Promise<void> {
  try {
    const { dealt = [], left = [] } = await askSteps({ do: "steps", round });
    if (hands.value.roundName === roundName) hands.value = { roundName, dealt, left };
  } catch {
    // without them the scene has the rest
  }
}

/** Whether the scene has the hands of the round, so that nothing else has to show them. */
export const areHandsShown = computed(() => {
  const frame = table.value;
  const isCurrent = frame !== null && frame.phase !== "playing" && hands.value.roundName === nameOf(frame);
  return isCurrent && hands.value.dealt.some(({ count }) => count > 0);
});

export function Scene({ frame }: { frame: TableFrame }) {
  const isDealt = useSignal(false);
  const current = hands.value.roundName === nameOf(frame) ? hands.value : null;
  const visible = (isDealt.value ? current?.dealt : current?.left) ?? [];
  const hasHands = areHandsShown.value;
  const hasWords = frame.board?.seats.some(({ role, notes = [] }) => role != null || notes.length > 0);
  if (!hasHands && hasWords !== true && isShown("score")) return null; // all is told beside it
  return (
    <section class="scene" aria-label={t("round_end")}>
      {(hasHands || hasWords === true) &&
        parties(frame).map(({ title, seats }) => (
          <div class="scene-party" key={title}>
            {title !== "" && <h2>{title}</h2>}
            <ul class="scene-seats">
              {seats.map((seat) => (
                <SceneSeat
                  key={seat.seat}
                  seat={seat}
                  hand={visible.find((hand) => hand.seat === seat.seat)}
                />
              ))}
            </ul>
          </div>
        ))}
      {hasHands && (
        <Button
          aria-pressed={isDealt.value}
          text={t(isDealt.value ? "hands_left" : "hands_dealt")}
          press={() => {
            isDealt.value = !isDealt.value;
          }}
        />
      )}
      {!isShown("score") && <Score />}
    </section>
  );
}

interface Party {
  title: string;
  seats: SeatView[];
}

/** Partners together, with what they got; where everybody plays alone, all by their places. */
function parties(frame: TableFrame): Party[] {
  const seats = (frame.board?.seats ?? []).filter(({ is_house }) => is_house !== true);
  const sides = (frame.board?.sides ?? []).filter((side) => side.seats.length > 1);
  if (sides.length === 0) return [{ title: "", seats: [...seats].sort(byPlace) }];
  return sides.map((side) => {
    const names = listed(side.seats.map((seat) => playerName(frame, seat)));
    const n = frame.sheet?.rows.at(frame.round - 1)?.[1 + (side.seats[0] ?? 0)];
    return {
      title: n === undefined ? names : t("scene_points", { names, n }),
      seats: seats.filter(({ seat }) => side.seats.includes(seat)),
    };
  });
}

/** Who is out first stands first; others as they sit. */
function byPlace(a: SeatView, b: SeatView): number {
  const place = (seat: SeatView) => Number(/\d+/.exec(textOf(seat))?.[0] ?? 99);
  return place(a) - place(b);
}

function textOf(seat: SeatView): string {
  return (seat.notes ?? []).map(({ text }) => text).join(", ");
}

function SceneSeat({ seat, hand }: { seat: SeatView; hand: Hand | undefined }) {
  const cards = hand === undefined ? [] : sorted(hand, usualOrder(hand)).map(({ face }) => face);
  const notes = [seat.role?.text ?? "", textOf(seat)].filter((text) => text !== "").join(", ");
  return (
    <li>
      <span>
        <b>{seat.name}</b> {notes}
      </span>
      {cards.length > 0 && <Row cards={cards} label={t("hand_of", { name: seat.name })} />}
    </li>
  );
}
