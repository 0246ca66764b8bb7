/** How much room the window has, and whether things may move on it. */

import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { motion } from "./settings";

function watched(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const isMatching = signal(media.matches);
  media.addEventListener("change", () => {
    isMatching.value = media.matches;
  });
  return isMatching;
}

/** Points, moves and chat cover the table instead of standing beside it: as in table.css. */
export const isSmall = watched("(max-width: 860px), (max-height: 520px)");

/** No room beside whose turn it is: a phone held sideways, as in short.css, or the narrowest of windows. */
export const isShort = watched("(max-height: 520px), (max-width: 340px)");

const wantsNoMotion = watched("(prefers-reduced-motion: reduce)");

/** Whether cards may move: neither the device nor the person at it wants them to lie still. */
export const mayMove = computed(() => motion.value === "on" && !wantsNoMotion.value);

/** Have something done whenever an element has another size, once it has been laid out; gives the end. */
export function onResize(element: Element, act: () => void): () => void {
  // not at once: what it does may give the element another size again
  const watch = new ResizeObserver(() => requestAnimationFrame(act));
  watch.observe(element);
  return () => watch.disconnect();
}

/** Fingers need more room than a mouse. */
export const isTouched = watched("(pointer: coarse)");
