/**
 * What Python is made of, as it lies in the folder `core`: WebAssembly, and packs of files.
 *
 * A pack is a line of JSON, the sizes of files by their paths, and then the files. What Python needs
 * comes first, one transfer after the other, then what a table needs; all else while nobody waits.
 */

import { PACKED, unpacked } from "./packed";

/** Bytes of each on the host, first to last; put here by the build. */
declare const SIZES: Record<string, number>;

export const CORE = new URL("core/", self.location.href);
export const WASM = "pyodide.asm.wasm";
const NAMES = Object.keys(SIZES).filter((name) => name !== WASM);
/** They come alone; whatever comes after them is asked for while Python starts. */
const FIRST: readonly string[] = [WASM, "python"];
const AHEAD = 65_536; // bytes before the end of a transfer at which the next is asked for

/** The files of Python, as far as they are needed here. */
export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
}

/** Hears of bytes that have come, and of how many that somebody waits for. */
export type Tell = (bytes: number, total: number) => void;

let tell: Tell | null = null;
let bytes = 0;
let total = 0;

/** Tell, from now on, how much has come of what somebody waits for. */
export function countBytes(told: Tell): void {
  tell = told;
}

let line: Promise<void> = Promise.resolve();

/** Fetch a file when those before it have nearly come, and count its bytes. */
export async function inTurn(name: string): Promise<Response> {
  const size = SIZES[name] ?? 0;
  const before = line;
  let pass = () => {};
  if (FIRST.includes(name))
    line = new Promise((resolve) => {
      pass = resolve;
    });
  total += size;
  await before;
  try {
    const response = await packed(name);
    let come = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        come += chunk.byteLength;
        bytes += chunk.byteLength;
        tell?.(bytes, total);
        if (come > size - AHEAD) pass();
        out.enqueue(chunk);
      },
      flush: () => pass(),
    });
    const { status, headers, body } = response;
    return unpacked(new Response(body?.pipeThrough(counter) ?? null, { status, headers }));
  } catch (error) {
    pass();
    throw error;
  }
}

function packed(name: string): Promise<Response> {
  return fetch(new URL(name + PACKED, CORE));
}

async function bytesOf(name: string, response: Response): Promise<Uint8Array> {
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const coming = new Map<string, Promise<void>>();
let place: (files: FileSystem) => void;
const there = new Promise<FileSystem>((resolve) => {
  place = resolve;
});

/** Where all packs go. */
export function writeTo(files: FileSystem): void {
  place(files);
}

/** Have a pack come in its turn, once. */
export function have(name: string): Promise<void> {
  return once(name, () => inTurn(name));
}

/** Have those come that a message names, in its turn: the game of a table, a language. */
export async function named(text: string): Promise<void> {
  await Promise.all(NAMES.filter((name) => text.includes(name)).map(have));
}

/** All that has not come yet, one after the other, while nobody waits for it. */
export async function rest(): Promise<void> {
  for (const name of NAMES) await once(name, async () => unpacked(await packed(name)));
}

/** A pack that an import needs this very moment, as it lies there. */
export function atOnce(name: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name + PACKED, CORE), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}

function once(name: string, come: () => Promise<Response>): Promise<void> {
  const before = coming.get(name);
  if (before !== undefined) return before;
  const now = come().then(async (response) => {
    const pack = await bytesOf(name, response);
    write(await there, pack);
  });
  coming.set(name, now);
  now.catch(() => coming.delete(name)); // whoever needs it next tries again
  return now;
}

/** Write the files of a pack. */
export function write(files: FileSystem, pack: Uint8Array): void {
  const end = pack.indexOf(10); // of the line
  const sizes = JSON.parse(new TextDecoder().decode(pack.subarray(0, end))) as Record<string, number>;
  let at = end + 1;
  let folder = "";
  for (const [path, size] of Object.entries(sizes)) {
    const around = path.slice(0, path.lastIndexOf("/"));
    if (around !== folder) files.mkdirTree(around);
    folder = around;
    files.writeFile(path, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
