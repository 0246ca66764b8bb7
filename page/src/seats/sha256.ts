/**
 * SHA-256 of short texts. The browser's own are there only for pages that came by https or
 * from this machine, and a card table in the living room comes by neither.
 *
 * Source: FIPS 180-4.
 */

export const BLOCK = 64;

/** The first 32 bits of the fractional parts of roots of primes. */
function fractions(count: number, root: (n: number) => number): Uint32Array {
  const words = new Uint32Array(count);
  let n = 0;
  for (let candidate = 2; n < count; candidate++) {
    let isPrime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) isPrime = false;
    if (isPrime) {
      const value = root(candidate);
      words[n] = Math.floor((value - Math.floor(value)) * 2 ** 32);
      n += 1;
    }
  }
  return words;
}

const START = fractions(8, Math.sqrt);
const CONSTANTS = fractions(64, Math.cbrt);

function turned(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

/** The message, a one bit, zeros, and its length in bits. */
function padded(data: Uint8Array): DataView {
  const size = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 4, data.length * 8);
  return view;
}

function schedule(view: DataView, start: number): Uint32Array {
  const w = new Uint32Array(BLOCK);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const [a, b] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
  }
  return w;
}

/** The digest, 32 bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  const view = padded(data);
  const state = Uint32Array.from(START);
  for (let start = 0; start < view.byteLength; start += BLOCK) {
    const w = schedule(view, start);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < BLOCK; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i] ?? 0) + value;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, value] of state.entries()) out.setUint32(4 * i, value);
  return new Uint8Array(out.buffer);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What all texts begin with that are hashed for a deal. */
export const DOMAIN = "dealt fair 1";

const encoder = new TextEncoder();

/** The SHA-256 of lines of text, in hexadecimal digits. */
export function hashed(purpose: string, ...lines: string[]): string {
  return hex(sha256(encoder.encode([DOMAIN, purpose, ...lines].join("\n"))));
}
