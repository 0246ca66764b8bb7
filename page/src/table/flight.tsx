/** Cards on their way: dealt, played, drawn, taken. Short, and gone at the next press. */

import { effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { replay } from "../service/replay";
import { cardSound } from "../shell/alerts";
import { Back, Picture } from "../cards/card";
import { added } from "./news";
import type { Event, TableFrame } from "../protocol";
import { mayMove } from "../base/screen";
import { own, table } from "../service/store";

const FLIGHT_MS = 340;
const APART_MS = 90; // between two cards that go one after the other
const MOST = 3; // moves that are shown of those that came at once
const DEALT = 3; // cards to each seat, for all that are dealt

interface Spot {
  x: number;
  y: number;
}

interface Flight {
  key: number;
  faces: readonly string[];
  from: Spot;
  to: string; // where it lies by then is known once the page has been drawn
  after: number;
}

const flights = signal<readonly Flight[]>([]);
let count = 0;

/** The element that stands for a place: a zone of the board, a hand, or who holds it. */
function elementOf(zone: string): Element | null {
  const seat = /^hand:(\d+)$/.exec(zone)?.[1];
  const isMine = seat !== undefined && own.peek()?.seat === Number(seat);
  if (isMine) return document.querySelector(".card.selected, .card.fresh, .hand");
  if (seat !== undefined) return document.querySelector(`.player[data-seat="${seat}"]`);
  return document.querySelector(
    `[data-spot~="${CSS.escape(zone)}"] .card, [data-spot~="${CSS.escape(zone)}"]`,
  );
}

function middleOf(element: Element | null): Spot | null {
  const box = element?.getBoundingClientRect();
  return box === undefined || box.width === 0
    ? null
    : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function fly(faces: readonly string[], from: Element | null, to: string, after: number): void {
  const start = middleOf(from);
  if (start === null) return;
  flights.value = [...flights.value, { key: ++count, faces, from: start, to, after }];
}

let before: { tableName: string; round: string; log: readonly Event[] } = {
  tableName: "",
  round: "",
  log: [],
};

effect(() => {
  const frame = table.value;
  if (frame === null) return;
  const round = `${frame.match} ${frame.round}`;
  const last = before;
  before = { tableName: frame.table, round, log: frame.log };
  if (last.tableName !== frame.table || (frame.phase !== "playing" && last.round !== round)) return;
  const isSame = (a: Event, b: Event) => a.seat === b.seat && a.text === b.text;
  const isDealt = last.round !== round;
  const fresh = isDealt ? frame.log.length : added(last.log, frame.log, isSame);
  const news = fresh === 0 ? [] : frame.log.slice(-Math.min(fresh, MOST));
  if (news.some(isMove) || isDealt) cardSound();
  if (!mayMove.peek() || replay.peek() !== null || document.hidden) return;
  if (isDealt) deal(frame);
  // the page has not been drawn anew yet: cards still lie where they come from
  news.filter(isMove).forEach((event, i) => {
    const faces = (event.cards ?? []).length > 0 ? (event.cards ?? []) : [""];
    fly(faces, elementOf(event.source ?? ""), event.target ?? `hand:${event.seat}`, i * APART_MS);
  });
});

/** Whether something went from one place to another. */
function isMove(event: Event): boolean {
  return event.source != null;
}

/** Some cards for each seat, one after the other, as all are dealt. */
function deal(frame: TableFrame): void {
  const seats = (frame.board?.seats ?? []).filter(({ is_house }) => is_house !== true);
  const hasHands = frame.board?.zones.some((zone) => zone.kind === "hand" && zone.count > 0);
  const from = document.querySelector(".felt .middle, .felt .board");
  if (hasHands !== true) return;
  for (let i = 0; i < DEALT * seats.length; i++) {
    const seat = seats[i % seats.length]?.seat;
    fly([""], from, `hand:${seat}`, (i * APART_MS) / 2);
  }
}

function stop(): void {
  if (flights.value.length > 0) flights.value = [];
}

document.addEventListener("pointerdown", stop, { capture: true });
document.addEventListener("keydown", stop, { capture: true });

export function Flights() {
  return (
    <div class="flights" aria-hidden="true">
      {flights.value.map((flight) => (
        <OnItsWay key={flight.key} flight={flight} />
      ))}
    </div>
  );
}

function OnItsWay({ flight }: { flight: Flight }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const end = () => {
      flights.value = flights.value.filter(({ key }) => key !== flight.key);
    };
    const to = middleOf(elementOf(flight.to));
    if (to === null || element.current === null) {
      end();
      return;
    }
    const { x, y } = flight.from;
    const way = `translate(${to.x - x}px, ${to.y - y}px)`;
    element.current.animate([{ transform: "none" }, { transform: way }], {
      duration: FLIGHT_MS,
      delay: flight.after,
      easing: "ease-in-out",
      fill: "backwards",
    }).onfinish = end;
  }, []);
  return (
    <div class="flight" ref={element} style={{ left: `${flight.from.x}px`, top: `${flight.from.y}px` }}>
      {flight.faces.map((face, i) => (
        <span class="card" key={i}>
          {face === "" ? <Back /> : <Picture face={face} />}
        </span>
      ))}
    </div>
  );
}
