/** The shapes of suits, and where the pips of a card stand; a card is 100 wide and 140 high. */

import type { Suit } from "./faces";

/** An outline moved to a place, `scale` times as large; turned upside down where that is negative. */
export function placed(outline: string, x: number, y: number, scale: number): string {
  let isDown = false; // whether a number is a way down
  return outline.replace(/[A-Z]|-?\d*\.?\d+/g, (token) => {
    if (token >= "A") {
      isDown = token === "V";
      return token;
    }
    isDown = !isDown;
    return `${(isDown ? x : y) + Number(token) * scale} `;
  });
}

const DISC = "M-1 0C-1-.55-.55-1 0-1C.55-1 1-.55 1 0C1 .55.55 1 0 1C-.55 1-1 .55-1 0Z";

/** Five rays around (0, 0), the first upwards. */
function star(outer: number, inner: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 === 0 ? outer : inner;
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

/** Drawn clockwise like all shapes here: where two of them overlap there must be no hole. */
const STEM = "M1.3 1C1 6.6 1.9 9 4 10.6H-4C-1.9 9-1 6.6-1.3 1Z";

/** Outlines in a box of -11 to 11. */
export const PIPS: Record<Suit, string> = {
  H: "M0 10.4C-3.6 6-10.6 1.6-10.6-4.4C-10.6-8.2-8-10.2-5.3-10.2C-2.9-10.2-.9-8.7 0-6.4C.9-8.7 2.9-10.2 5.3-10.2C8-10.2 10.6-8.2 10.6-4.4C10.6 1.6 3.6 6 0 10.4Z",
  D: "M0-11.2C2.3-7 5.2-3.2 8.6 0C5.2 3.2 2.3 7 0 11.2C-2.3 7-5.2 3.2-8.6 0C-5.2-3.2-2.3-7 0-11.2Z",
  S: `M0-11C3-6.4 10.4-2.6 10.4 2.8C10.4 5.9 8.2 7.7 5.6 7.7C3.6 7.7 1.8 6.6 0 4C-1.8 6.6-3.6 7.7-5.6 7.7C-8.2 7.7-10.4 5.9-10.4 2.8C-10.4-2.6-3-6.4 0-11Z${STEM}`,
  C: `${placed(DISC, 0, -5.8, 4.9)}${placed(DISC, -5.5, 2.3, 4.9)}${placed(DISC, 5.5, 2.3, 4.9)}${placed(DISC, 0, 0, 2.6)}${STEM}`,
  P: star(11.6, 4.9),
};

const [LEFT, MIDDLE, RIGHT] = [38, 50, 62];
const [TOP, BOTTOM] = [26, 114];

/** A place on the lower half stands on its head. */
export interface Pip {
  x: number;
  y: number;
  turned: boolean;
}

function column(x: number, count: number): Pip[] {
  return Array.from({ length: count }, (_, i) => {
    const y = TOP + ((BOTTOM - TOP) * i) / (count - 1);
    return { x, y, turned: y > 71 };
  });
}

function middle(...shares: number[]): Pip[] {
  return shares.map((share) => {
    const y = TOP + (BOTTOM - TOP) * share;
    return { x: MIDDLE, y, turned: y > 71 };
  });
}

function sides(count: number): Pip[] {
  return [...column(LEFT, count), ...column(RIGHT, count)];
}

/** Where pips stand on the cards from two to ten. */
export const LAYOUTS: Record<string, Pip[]> = {
  "2": middle(0, 1),
  "3": middle(0, 0.5, 1),
  "4": sides(2),
  "5": [...sides(2), ...middle(0.5)],
  "6": sides(3),
  "7": [...sides(3), ...middle(0.25)],
  "8": [...sides(3), ...middle(0.25, 0.75)],
  "9": [...sides(4), ...middle(0.5)],
  T: [...sides(4), ...middle(1 / 6, 5 / 6)],
};

/** Crossing lines within a rectangle, for the back of a card. */
export function lattice(x0: number, y0: number, x1: number, y1: number, step: number): string {
  const lines: string[] = [];
  for (let c = x0 - (y1 - y0); c < x1; c += step) {
    const [left, right] = [Math.max(c, x0), Math.min(c + y1 - y0, x1)];
    const [from, to] = [left - c, right - c];
    lines.push(`M${left} ${y0 + from}L${right} ${y0 + to}M${left} ${y1 - from}L${right} ${y1 - to}`);
  }
  return lines.join("");
}
