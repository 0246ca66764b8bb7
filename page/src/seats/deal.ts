/**
 * Dealing a round again from its receipt, the same in every language. docs/reference/protocol.md, Fair deals,
 * has the texts that are hashed, line by line.
 */

import { BLOCK, DOMAIN, hashed, sha256 } from "./sha256";

export { hashed };

const NO_ENTROPY = "00".repeat(16);
const WORDS = 2 ** 32;

const encoder = new TextEncoder();

/** What the service hands over once a round is over. */
export interface Receipt {
  table: string;
  match: number;
  round: number;
  game: string;
  version: number;
  seats: number;
  options: Record<string, number>;
  commitment: string;
  seed: string;
  commitments: (string | null)[];
  entropy: (string | null)[];
  deck: string;
  faces: string;
  copies: number;
  replacing: boolean;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** HMAC, 32 bytes; the key is not longer than a block. Source: RFC 2104. */
function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const mask = (byte: number) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ byte);
  return sha256(joined(mask(0x5c), sha256(joined(mask(0x36), data))));
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Numbers from a key: a counter under HMAC, eight words of 32 bits at a time. */
function stream(key: Uint8Array): (n: number) => number {
  let words: number[] = [];
  let blocks = 0;
  const word = () => {
    if (words.length === 0) {
      const block = hmac(key, encoder.encode(`${DOMAIN}\nstream\n${blocks}`));
      const view = new DataView(block.buffer);
      words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
      blocks += 1;
    }
    return words.shift() ?? 0;
  };
  return (n) => {
    const limit = WORDS - (WORDS % n);
    let sample = word();
    while (sample >= limit) sample = word();
    return sample % n;
  };
}

/** The deck that follows from a receipt, as text. */
export function deckOf(receipt: Receipt): string {
  const options = Object.entries(receipt.options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const { table: name, match, round, game, version, seats } = receipt;
  const subject = [name, match, round, game, version, seats, options.join(" ")].map(String);
  const entropy = receipt.entropy.map((one) => one ?? NO_ENTROPY);
  const below = stream(unhex(hashed("key", ...subject, receipt.seed, ...entropy)));
  const cards = receipt.faces
    .split(" ")
    .flatMap((face) => Array.from({ length: receipt.copies }, () => face));
  if (receipt.replacing) return cards.map(() => cards[below(cards.length)]).join(" ");
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other] ?? "", cards[last] ?? ""];
  }
  return cards.join(" ");
}
