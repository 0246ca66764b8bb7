/** Cards of a round that is counted are dragged: to another meld, to the hand, or to lie alone. */

import { computed, signal } from "@preact/signals";
import { Picture } from "../cards/card";
import { chosen, correct, roundScore } from "./evening";
import type { RoundScore } from "./evening";

const DRAG_PX = 8; // below that it is a tap
const EDGE_PX = 70; // of the window, where it scrolls along
const SCROLL_PX = 14;

/** Where cards lie; `alone` is a meld that is yet to be. */
export type Place = `meld ${number}` | "alone" | "hand";

const drag = signal<{ card: number; face: string; x: number; y: number } | null>(null);

/** The place over which a card is held, `null` if it is none where it may be put. */
const over = signal<Place | null>(null);

export const isDragging = computed(() => drag.value !== null);

/** What makes an element a place where cards are dropped. */
export function place(at: Place | null): { "data-place"?: Place; "data-over"?: boolean } {
  return at === null ? {} : { "data-place": at, "data-over": over.value === at };
}

/** The place that a meld is. Into a pile nothing is put: what is in it is asked. */
export function placeOfMeld(meld: number, score: RoundScore): Place | null {
  const pile = score.draft.melds[meld]?.pile;
  return pile == null || !pile.seen ? `meld ${meld}` : null;
}

/** Where a card lies. */
export function placeOf(card: number, score: RoundScore): Place | null {
  if (score.draft.hand.includes(card)) return "hand";
  const meld = score.draft.melds.findIndex((each) => each.cards.includes(card));
  return meld < 0 ? null : placeOfMeld(meld, score);
}

/** A card is put somewhere else; beside another one, that one is no pile. */
export function put(card: number, at: Place): void {
  chosen.value = null;
  const meld = at === "hand" || at === "alone" ? null : Number(at.slice("meld ".length));
  const isGuessed = meld !== null && roundScore.value?.draft.melds[meld]?.pile != null;
  const first = isGuessed ? [{ do: "single", meld }] : [];
  void correct(...first, { do: "put", card, meld, hand: at === "hand" });
}

function placeAt(x: number, y: number): Place | null {
  const target = document
    .elementsFromPoint(x, y)
    .map((each) => each.closest<HTMLElement | SVGElement>("[data-place]"))
    .find((each) => each !== null);
  return (target?.dataset.place as Place | undefined) ?? null;
}

/** A press on a card is a tap, or, once the pointer has gone a little way, a drag. */
export function press(event: PointerEvent, card: number, score: RoundScore): void {
  const face = score.draft.cards[card]?.face;
  if (event.button !== 0 || face === undefined) return;
  const { clientX: x0, clientY: y0, pointerId: id } = event;
  const from = placeOf(card, score);
  const onMove = (moved: PointerEvent) => {
    const { clientX: x, clientY: y } = moved;
    if (moved.pointerId !== id) return;
    if (drag.value === null && Math.hypot(x - x0, y - y0) < DRAG_PX) return;
    drag.value = { card, face, x, y };
    const at = placeAt(x, y);
    over.value = at === from ? null : at;
    if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
    else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
  };
  const stop = () => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", stop);
    drag.value = null;
    over.value = null;
  };
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== id) return;
    const [dragged, at] = [drag.value !== null, over.value];
    stop();
    if (!dragged) return;
    swallowClick();
    if (at !== null) put(card, at);
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", stop);
}

/** The click that ends a drag chooses no card. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

export function DraggedCard() {
  const at = drag.value;
  if (at === null) return null;
  return (
    <div class="ghost" aria-hidden="true" style={{ left: `${at.x}px`, top: `${at.y}px` }}>
      <span class="card">
        <Picture face={at.face} />
      </span>
    </div>
  );
}
