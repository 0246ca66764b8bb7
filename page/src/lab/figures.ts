/** Exact odds from the service, each asked for once, and numbers as people of a language write them. */

import { answerOf } from "../service/link";
import { language } from "../base/settings";
import { request } from "../tab/carrier";

const requests = new Map<string, Promise<unknown>>();

/** GET some JSON; the same is not fetched twice in a language, unless it failed. Rejects with a `Refusal`. */
export function figures<T>(path: string): Promise<T> {
  const key = `${language.value} ${path}`;
  let pending = requests.get(key);
  if (pending === undefined) {
    pending = fetched(path).catch((error: unknown) => {
      requests.delete(key);
      throw error;
    });
    requests.set(key, pending);
  }
  return pending as Promise<T>;
}

async function fetched(path: string): Promise<unknown> {
  return answerOf(await request(path, { headers: { "accept-language": language.value } }));
}

/** A share in percent, with so many decimals; more where it would wrongly be all or nothing. */
export function percent(share: number, decimals = 2): string {
  const unit = 10 ** (decimals + 2);
  const isRoundedOff = share > 0 && share < 1 && [0, unit].includes(Math.round(share * unit));
  return new Intl.NumberFormat(language.value, {
    style: "percent",
    minimumFractionDigits: decimals,
    maximumFractionDigits: isRoundedOff ? decimals + 2 : decimals,
  }).format(share);
}

/** A number with so many decimals, with its sign if wanted. */
export function number(value: number, decimals = 2, signed = false): string {
  return new Intl.NumberFormat(language.value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? "exceptZero" : "auto",
  }).format(value);
}

/** A whole number of any size, from its digits. */
export function whole(digits: string): string {
  return new Intl.NumberFormat(language.value).format(BigInt(digits));
}

/** Light to dark blue. Source: the nine colours `Blues` of ColorBrewer by Cynthia Brewer. */
const BLUES = [
  [247, 251, 255],
  [222, 235, 247],
  [198, 219, 239],
  [158, 202, 225],
  [107, 174, 214],
  [66, 146, 198],
  [33, 113, 181],
  [8, 81, 156],
  [8, 48, 107],
] as const;

/** The colour of a share, and black or white to write on it, whichever reads better. */
export function shade(share: number): { backgroundColor: string; color: string } {
  const place = Math.min(Math.max(share, 0), 1) * (BLUES.length - 1);
  const step = Math.min(Math.floor(place), BLUES.length - 2);
  const [low = BLUES[0], high = BLUES[0]] = [BLUES[step], BLUES[step + 1]];
  const rgb = [0, 1, 2].map((i) => {
    const from = low[i] ?? 0;
    return Math.round(from + ((high[i] ?? 0) - from) * (place - step));
  });
  const bright = brightness(rgb);
  const isLight = (bright + 0.05) ** 2 > 0.05 * 1.05;
  return { backgroundColor: `rgb(${rgb.join(" ")})`, color: isLight ? "#000" : "#fff" };
}

/** Relative luminance, as the guidelines for accessible pages (WCAG 2.2) have it. */
function brightness(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
