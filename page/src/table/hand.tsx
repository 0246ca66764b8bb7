/** The own hand: a list box that taps, keys and drags all work on. */

import { effect, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Picture } from "../cards/card";
import { t } from "../base/catalogue";
import { held, sorted, spoken, usualOrder } from "../cards/faces";
import type { Held } from "../cards/faces";
import { act, actAt, askWhy, clearSelection, exact, isForced, isUseful, selection, useful } from "./moves";
import type { Hand as HandZone } from "../protocol";
import { isTouched, onResize } from "../base/screen";
import { order } from "../base/settings";
import { actions, myTurn, own, table } from "../service/store";
import { ownHand, ownOnly } from "./zones";

const DRAG_PX = 8; // below that it is a tap
const PADDING = 8; // of the list, left and right together, at most

/** The order of the hand as I have put it myself, by key; new cards come last. */
const ownOrder = signal<readonly string[]>([]);

function arranged(hand: HandZone | null): Held[] {
  const way = usualOrder(hand);
  const cards = hand === null ? [] : sorted(hand, way);
  if (way !== "own") return cards;
  const place = new Map(ownOrder.value.map((key, i) => [key, i]));
  return cards.sort((a, b) => (place.get(a.key) ?? 999) - (place.get(b.key) ?? 999));
}

/** Cards that have just come into the hand, so that one sees what was drawn. */
const fresh = signal<ReadonlySet<string>>(new Set());
let before: { deal: string; keys: ReadonlySet<string> } = { deal: "", keys: new Set() };

effect(() => {
  const frame = table.value;
  const hand = ownHand(frame)?.cards;
  if (frame === null || own.value === null || hand === undefined) return;
  const deal = `${frame.table} ${frame.match} ${frame.round} ${own.value?.seat}`;
  const keys = new Set(held(hand).map(({ key }) => key));
  const isSameDeal = before.deal === deal;
  const come = [...keys].filter((key) => !before.keys.has(key));
  if (!isSameDeal || !myTurn.value) fresh.value = new Set();
  else if (come.length > 0) fresh.value = new Set(come);
  before = { deal, keys };
});

function toggle(key: string): void {
  const next = new Set(selection.value);
  if (!next.delete(key)) next.add(key);
  selection.value = next;
}

/** What is being dragged, and where the pointer is. */
const drag = signal<{ keys: string[]; x: number; y: number } | null>(null);

export function Hand() {
  const cards = useComputed(() => arranged(own.value === null ? null : ownHand(table.value)));
  const focus = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  const card = useSignal(92); // its width, which the style sheets choose

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      width.value = element.clientWidth - PADDING;
      card.value = Number.parseFloat(getComputedStyle(element).getPropertyValue("--card")) || 92;
    };
    measure(); // at once, so that no hand is drawn that is too wide
    return onResize(element, measure);
  }, []);

  useEffect(() => {
    const keys = new Set(cards.value.map(({ key }) => key));
    const remaining = [...selection.value].filter((key) => keys.has(key));
    if (remaining.length < selection.value.size) selection.value = new Set(remaining);
  }, [cards.value]);

  const move = (to: number) => {
    focus.value = Math.max(0, Math.min(cards.value.length - 1, to));
    list.current?.querySelectorAll<HTMLElement>("[role=option]")[focus.value]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const card = cards.value[focus.value];
    const steps: Record<string, number> = {
      ArrowRight: focus.value + 1,
      ArrowLeft: focus.value - 1,
      Home: 0,
      End: cards.value.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === " " && card !== undefined) toggle(card.key);
    else if (event.key === "Escape") clearSelection();
    else if (event.key === "Enter") {
      const [only, more] = isForced() ? actions.value : exact.value;
      if (only !== undefined && more === undefined) void act(only);
      else if (only === undefined && myTurn.value && selection.value.size > 0) void askWhy(null);
    } else return;
    event.preventDefault();
  };

  const { perRow, step } = layout(cards.value.length, width.value, card.value);
  const current = Math.min(focus.value, cards.value.length - 1);
  const rows = Array.from({ length: Math.ceil(cards.value.length / perRow) }, (_, row) =>
    cards.value.slice(row * perRow, (row + 1) * perRow),
  );
  // a list box without options is none
  const isEmpty = cards.value.length === 0;
  const listBox = { role: "listbox", "aria-multiselectable": "true" } as const;
  return (
    <div
      ref={list}
      class="hand"
      {...(isEmpty ? {} : { ...listBox, "aria-label": t("your_hand", { n: cards.value.length }) })}
      onKeyDown={onKeyDown}
      style={{ "--step": `${step}px` }}
    >
      {rows.map((row, r) => (
        <div class="hand-row" role="presentation" key={r}>
          {row.map((card, i) => (
            <HandCard
              key={card.key}
              card={card}
              isCurrent={r * perRow + i === current}
              all={cards.value}
              onFocus={() => {
                focus.value = r * perRow + i;
              }}
            />
          ))}
        </div>
      ))}
      {isEmpty && <p class="empty">{t("hand_empty")}</p>}
      <Ghost />
    </div>
  );
}

/** Cards in a row, and how far each stands from the next, so that every one can be touched. */
function layout(count: number, width: number, card: number): { perRow: number; step: number } {
  const least = width < 600 || isTouched.value ? 44 : 30;
  const fit = Math.max(1, Math.floor((width - card) / least) + 1);
  const perRow = Math.ceil(count / Math.max(1, Math.ceil(count / fit))) || 1;
  const step = perRow < 2 ? card : Math.min(card + 6, (width - card) / (perRow - 1));
  return { perRow, step };
}

/** Whether a card is still in the hand, and has its place in a group that nobody else sees. */
function isPutAside(face: string): boolean {
  const frame = table.value;
  return frame !== null && ownOnly(frame).some(({ id, cards }) => id === "chosen" && cards?.includes(face));
}

interface HandCardProps {
  card: Held;
  isCurrent: boolean;
  all: readonly Held[];
  onFocus: () => void;
}

function HandCard({ card, isCurrent, all, onFocus }: HandCardProps) {
  const isSelected = selection.value.has(card.key);
  const chosen = isPutAside(card.face);
  const idle = useful.value.size > 0 && !isUseful(card.face);
  const isDragged = drag.value?.keys.includes(card.key) ?? false;
  const isFresh = fresh.value.has(card.key);
  const classes = ["card", "held"];
  if (isFresh) classes.push("fresh");
  if (isSelected) classes.push("selected");
  if (idle) classes.push("idle");
  if (isDragged) classes.push("dragged");
  if (chosen) classes.push("chosen");
  const name = spoken(card.face);
  const label = chosen ? t("chosen_card", { card: name }) : isFresh ? t("fresh_card", { card: name }) : name;
  return (
    <div
      class={classes.join(" ")}
      role="option"
      aria-selected={isSelected}
      aria-label={label}
      tabIndex={isCurrent ? 0 : -1}
      data-key={card.key}
      onFocus={onFocus}
      onClick={(event) => {
        if (event.detail === 0) toggle(card.key); // a click by assistive technology
      }}
      onPointerDown={(event) => press(event, card.key, all)}
    >
      <Picture face={card.face} />
    </div>
  );
}

/** A press is a tap, or, once the pointer has gone a little way, a drag. */
function press(event: PointerEvent, key: string, all: readonly Held[]): void {
  if (event.button !== 0) return;
  const [x0, y0] = [event.clientX, event.clientY];
  const id = event.pointerId;
  let dragging = false;
  const onMove = (moved: PointerEvent) => {
    if (moved.pointerId !== id) return;
    if (!dragging && Math.hypot(moved.clientX - x0, moved.clientY - y0) < DRAG_PX) return;
    if (!dragging && !selection.value.has(key)) selection.value = new Set([key]);
    dragging = true;
    drag.value = { keys: [...selection.value], x: moved.clientX, y: moved.clientY };
  };
  const stop = () => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", stop);
    drag.value = null;
  };
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== id) return;
    stop();
    if (!dragging) toggle(key);
    else drop(up.clientX, up.clientY, key, all);
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", stop);
}

/** Cards are dropped: on a spot of the table, or between others of the hand. */
function drop(x: number, y: number, key: string, all: readonly Held[]): void {
  const under = document.elementsFromPoint(x, y);
  const spot = under.map((e) => e.closest<HTMLElement>("[data-spot]")).find((e) => e !== null);
  if (spot !== undefined && spot !== null) {
    actAt(...(spot.dataset.spot ?? "").split(" "));
    return;
  }
  const other = under
    .map((e) => e.closest<HTMLElement>("[data-key]"))
    .find((e) => e !== null && e !== undefined && e.dataset.key !== key);
  const target = other?.dataset.key;
  if (target === undefined) return;
  const keys = all.map((card) => card.key).filter((one) => one !== key);
  const before = keys.indexOf(target);
  const box = other?.getBoundingClientRect();
  const isAfter = box !== undefined && x > box.left + box.width / 3;
  keys.splice(before + (isAfter ? 1 : 0), 0, key);
  ownOrder.value = keys;
  order.value = "own";
  selection.value = new Set();
}

function Ghost() {
  const at = drag.value;
  if (at === null) return null;
  return (
    <div class="ghost" aria-hidden="true" style={{ left: `${at.x}px`, top: `${at.y}px` }}>
      {at.keys.slice(0, 7).map((key) => (
        <span class="card" key={key}>
          <Picture face={key.slice(0, key.lastIndexOf("."))} />
        </span>
      ))}
    </div>
  );
}
