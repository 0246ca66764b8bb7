/** The board of any game, drawn from the parts that its view is made of. */

import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../base/catalogue";
import { onResize } from "../../base/screen";
import { ValuesButton } from "../../lab/valuesbutton";
import { act, cardActions } from "../moves";
import type { SeatView, SideView, TableFrame } from "../../protocol";
import { Said } from "../../cards/said";
import { actions, busy, mySeats } from "../../service/store";
import { isMiddle, ownHand, ownOnly, zonesOf } from "../zones";
import type { AnyZone } from "../zones";
import { LastMove } from "./lastmove";
import { Player } from "./player";
import { GroupView, LayDown, Notes, spotProps, Still, ZoneView } from "./zone";
import { Picture } from "../../cards/card";
import { areHandsShown } from "../scene";
import { isTurning } from "../turning";

/** A table: what lies in the middle, and what lies before everybody. */
export function BoardOf({ frame }: { frame: TableFrame }) {
  const zones = zonesOf(frame);
  const fronts = frontsOf(frame, zones);
  const seat = frame.own?.seat ?? mySeats.value[0];
  const ownFront = fronts.find(({ seats }) => seats.some((each) => each.seat === seat));
  const middle = zones.filter(isMiddle);
  // where groups are laid down before the players, these need the room
  const isLaid =
    middle.some(({ kind }) => kind === "pile") && zones.some((z) => z.kind === "group" && !isMiddle(z));
  const around = aroundOf(fronts, ownFront);
  const sized = useLargest(frame);
  if (!isLaid) {
    const isTrick = middle.some(({ kind }) => kind === "trick");
    return (
      <div class={isTrick ? "ringed with-trick" : "ringed"} ref={sized}>
        <Around frame={frame} fronts={around} isTrick={isTrick} />
        <Middle frame={frame} zones={middle} />
        {ownFront !== undefined && (
          <div class={isTrick ? "ring ring-mine" : "ring ring-mine roomy"}>
            <FrontOf frame={frame} front={ownFront} />
          </div>
        )}
      </div>
    );
  }
  const isSided = frame.board?.sides !== undefined;
  return (
    <div class={`laid-out ${isSided ? "sided" : ""} ${ownFront === undefined ? "watched" : ""}`} ref={sized}>
      {isSided && <Opposite frame={frame} zones={zones} ownSeat={seat} />}
      <div class="others">
        {around.map((front) => (
          <FrontOf key={front.id} frame={frame} front={front} />
        ))}
      </div>
      <Middle frame={frame} zones={middle}>
        {!zones.some((zone) => zone.kind === "group" && (zone.cards ?? []).length > 0) && <Beginning />}
      </Middle>
      {ownFront !== undefined && (
        <div class="own-front" {...spotProps(ownFront.zones)}>
          <FrontOf frame={frame} front={ownFront} />
          <LayDown zones={ownFront.zones} />
        </div>
      )}
    </div>
  );
}

const SIZES = 8; // of what lies on a board, the largest first; boards.css has each

/** Gives everything on the board the largest size in which nothing has to be scrolled. */
function useLargest(frame: TableFrame) {
  const root = useRef<HTMLDivElement>(null);
  const size = useRef(0);
  const choose = (from: number) => {
    const board = root.current?.closest(".board");
    const data = root.current?.dataset;
    if (data === undefined || board == null) return;
    const fits = (tried: number) => {
      data.size = `${tried}`;
      return board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth;
    };
    let [largest, smallest] = [from, SIZES - 1];
    // below the end of a round it is scrolled anyway
    if (board.querySelector(".scene") !== null) largest = smallest = SIZES / 2;
    else if (fits(from)) smallest = from; // after most moves: every try costs as much as the move
    while (largest < smallest) {
      const middle = Math.floor((largest + smallest) / 2);
      if (middle !== from && fits(middle)) smallest = middle;
      else largest = middle + 1;
    }
    size.current = largest;
    data.size = `${largest}`;
  };
  const round = `${frame.table} ${frame.match} ${frame.round} ${frame.phase}`;
  const last = useRef("");
  // within a round things only get smaller: it is calmer than cards that grow and shrink
  useLayoutEffect(() => {
    choose(last.current === round ? size.current : 0);
    last.current = round;
  }, [frame.moved, round]);
  useEffect(() => {
    const board = root.current?.closest(".board");
    return board == null ? undefined : onResize(board, () => choose(0));
  }, [round]);
  return root;
}

/** Where the others sit as they follow me round the table: to my left, opposite, to my right. */
function sitting<T>(others: readonly T[]): { left: T[]; top: T[]; right: T[] } {
  const n = others.length;
  const beside = n < 2 ? 0 : n < 6 ? 1 : 2;
  return {
    left: others.slice(0, beside),
    top: others.slice(beside, n - beside),
    right: others.slice(n - beside),
  };
}

interface AroundProps {
  frame: TableFrame;
  fronts: Front[];
  isTrick: boolean;
}

function Around({ frame, fronts, isTrick }: AroundProps) {
  const isHouse = (front: Front) => front.seats.some((seat) => seat.is_house === true);
  const seated = sitting(fronts.filter((front) => !isHouse(front)));
  const places = { ...seated, top: [...fronts.filter(isHouse), ...seated.top] };
  return (
    <>
      {(["left", "top", "right"] as const).map(
        (name) =>
          places[name].length > 0 && (
            <div key={name} class={`ring ring-${name} ${isTrick || places[name].length > 2 ? "" : "roomy"}`}>
              {places[name].map((front) => (
                <FrontOf key={front.id} frame={frame} front={front} />
              ))}
            </div>
          ),
      )}
    </>
  );
}

/** Where sides play against each other, everybody but me as they sit: partners opposite. */
function Opposite({
  frame,
  zones,
  ownSeat,
}: {
  frame: TableFrame;
  zones: AnyZone[];
  ownSeat: number | undefined;
}) {
  const seats = frame.board?.seats ?? [];
  const place = seats.findIndex(({ seat }) => seat === ownSeat);
  const others = place < 0 ? seats : [...seats.slice(place + 1), ...seats.slice(0, place)];
  return (
    <div class="opposite">
      {others.map((seat) => (
        <span key={seat.seat} class="opposite-seat">
          <Player frame={frame} seat={seat} zones={zones} />
          <LastMove frame={frame} seat={seat.seat} />
        </span>
      ))}
    </div>
  );
}

/** What lies before one seat, or before the seats of a side. */
interface Front {
  id: string;
  seats: SeatView[];
  side: SideView | null;
  zones: AnyZone[];
}

function frontsOf(frame: TableFrame, zones: AnyZone[]): Front[] {
  const seats = frame.board?.seats ?? [];
  const sides = frame.board?.sides ?? [];
  if (sides.length === 0) {
    return seats.map((seat) => ({
      id: `seat ${seat.seat}`,
      seats: [seat],
      side: null,
      zones: zones.filter((zone) => zone.seat === seat.seat),
    }));
  }
  return sides.map((side) => ({
    id: `side ${side.side}`,
    seats: seats.filter(({ seat }) => side.seats.includes(seat)),
    side,
    zones: zones.filter(
      (zone) => zone.side === side.side || (zone.seat != null && side.seats.includes(zone.seat)),
    ),
  }));
}

/** The others: the house first, then as they follow me. */
function aroundOf(fronts: Front[], ownFront: Front | undefined): Front[] {
  const place = ownFront === undefined ? fronts.length : fronts.indexOf(ownFront);
  const isHouse = (front: Front) => front.seats.some((seat) => seat.is_house === true);
  return [...fronts.slice(place + 1), ...fronts.slice(0, place)].sort(
    (a, b) => Number(isHouse(b)) - Number(isHouse(a)),
  );
}

function FrontOf({ frame, front }: { frame: TableFrame; front: Front }) {
  const isStill = useContext(Still);
  const own = frame.own?.seat ?? mySeats.value[0];
  const hand = ownHand(frame);
  const names = front.seats.map((seat) => seat.name).join(", ");
  const isHouse = front.seats.some((seat) => seat.is_house === true);
  const groups = front.zones.flatMap((zone) => (zone.kind === "group" && zone.is_new !== true ? [zone] : []));
  const others = front.zones.filter((zone) => isDrawn(frame, zone, isStill));
  // while the cards are being turned they count beside them
  const isCounted = isStill || !isTurning.value;
  const counters = front.zones.filter(({ kind }) => kind === "counter" && isCounted);
  // where sides play, everybody stands where they sit
  const players = front.side === null ? front.seats : [];
  const isCards = others.some(({ kind }) => kind === "hand");
  const classes = ["front", isHouse ? "house" : "", isCards && counters.length > 0 ? "counted" : ""];
  return (
    <section class={classes.join(" ")} aria-label={names}>
      <div class="side-head">
        {players.map((seat) => (
          <Player key={seat.seat} frame={frame} seat={seat} zones={front.zones} />
        ))}
        {front.side !== null && <b>{names}</b>}
        {players.map(({ seat }) => (
          <LastMove key={seat} frame={frame} seat={seat} isMine={seat === own} />
        ))}
        {front.side !== null && <Notes notes={front.side.notes ?? []} />}
      </div>
      {others.map((zone) => (
        <ZoneView key={zone.id} zone={zone} />
      ))}
      {hand !== null && front.zones.some(({ id }) => id === hand.id) && (
        <ValuesButton frame={frame} hand={hand} />
      )}
      {groups.length > 0 && (
        <div class="groups">
          {groups.map((zone) => (
            <GroupView key={zone.id} group={zone} />
          ))}
        </div>
      )}
      {counters.length > 0 && (
        <div class="counters">
          {counters.map((zone) => (
            <ZoneView key={zone.id} zone={zone} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Whether a zone before a seat is drawn by itself: a hand is where its cards or backs matter. */
function isDrawn(frame: TableFrame, zone: AnyZone, isStill: boolean): boolean {
  if (zone.kind === "group" || zone.kind === "counter") return false;
  if (zone.kind !== "hand") return true;
  const isHouse = frame.board?.seats.some((seat) => seat.seat === zone.seat && seat.is_house) === true;
  // what is in one's own hand, or among the hands of the round that is over, is not seen twice
  const isHeld = zone.seat === frame.own?.seat && (isStill || frame.phase === "playing");
  const isListed = !isStill && areHandsShown.value;
  return isHouse || ((zone.cards ?? []).length > 0 && !isHeld && !isListed);
}

/** Where nothing lies yet: what to begin by, of the actions that are open. */
function Beginning() {
  const isStill = useContext(Still);
  if (isStill || actions.value.length === 0 || actions.value.some(({ verb }) => verb !== "draw")) return null;
  return <p class="beginning">{t("begin_draw")}</p>;
}

interface MiddleProps {
  frame: TableFrame;
  zones: AnyZone[];
  children?: ComponentChildren;
}

function Middle({ frame, zones, children }: MiddleProps) {
  const facts = frame.board?.facts ?? [];
  return (
    <div class="middle">
      <div class="piles">
        {zones.map((zone) => (
          <ZoneView key={zone.id} zone={zone} frame={frame} />
        ))}
      </div>
      {children}
      {ownOnly(frame).map((zone) => (
        <p key={zone.id} class="own-cards">
          {zone.label} <Said text={(zone.cards ?? []).join(" ")} />
        </p>
      ))}
      <Shown />
      {facts.length > 0 && (
        <div class="facts-told">
          {facts.map((fact) => (
            <p key={fact.code}>
              <Said text={fact.text} />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Open actions that differ by cards nobody holds: as cards to press. */
function Shown() {
  if (useContext(Still) || cardActions.value.length === 0) return null;
  return (
    <div class="shown-actions" role="group" aria-labelledby="your-choice">
      <h2 id="your-choice">{t("your_choice")}</h2>
      {cardActions.value.map((action) => (
        <button
          key={action.id}
          type="button"
          class="shown-action"
          data-verb={action.verb}
          aria-label={action.text}
          disabled={busy.value}
          onClick={() => void act(action)}
        >
          {(action.shows ?? []).map((face, i) => (
            <span class="card" key={i}>
              <Picture face={face} />
            </span>
          ))}
        </button>
      ))}
    </div>
  );
}
