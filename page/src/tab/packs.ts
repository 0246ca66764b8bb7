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
const RETRY_MS = 5_000;

/** The files of Python, as far as they are needed here. */
export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
}

/** Hears of the bytes received, and of how many somebody waits for. */
export type Progress = (bytes: number, total: number) => void;

let progress: Progress | null = null;
let bytes = 0;
let total = 0;

/** Report, from now on, how much was received of what somebody waits for. */
export function countBytes(report: Progress): void {
  progress = report;
}

let queue: Promise<void> = Promise.resolve();

/** Fetch a file when those before it have nearly come, and count its bytes. */
export async function fetchInTurn(name: string): Promise<Response> {
  const size = SIZES[name] ?? 0;
  const before = queue;
  let letNext = () => {};
  if (FIRST.includes(name))
    queue = new Promise((resolve) => {
      letNext = resolve;
    });
  total += size;
  await before;
  let received = 0;
  try {
    const response = await packed(name);
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        received += chunk.byteLength;
        bytes += chunk.byteLength;
        progress?.(bytes, total);
        if (received > size - AHEAD) letNext();
        out.enqueue(chunk);
      },
      flush: () => letNext(),
    });
    const { status, headers, body } = response;
    return unpacked(new Response(body?.pipeThrough(counter) ?? null, { status, headers }));
  } catch (error) {
    total -= size;
    letNext();
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

const fetched = new Map<string, Promise<void>>();
let setFiles: (files: FileSystem) => void;
const fileSystem = new Promise<FileSystem>((resolve) => {
  setFiles = resolve;
});

/** Where all packs go. */
export function writeTo(files: FileSystem): void {
  setFiles(files);
}

/** Fetch a pack in its turn, once. */
export function fetchPack(name: string): Promise<void> {
  return fetchOnce(name, () => fetchInTurn(name));
}

/** Fetch the packs that a message names: the game of a table, a language. */
export async function fetchNamed(text: string): Promise<void> {
  await Promise.all(NAMES.filter((name) => text.includes(name)).map(fetchPack));
}

/** Fetch all other packs one after the other, while nobody waits for them. */
export async function fetchRest(): Promise<void> {
  for (const name of NAMES) await fetchOnce(name, async () => unpacked(await packed(name)));
}

/** Do what fetches packs again, whenever there is a network, until it succeeds. */
export async function retried(fetchAll: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await fetchAll();
    } catch {
      await new Promise((resolve) => {
        self.addEventListener("online", resolve, { once: true });
        setTimeout(resolve, RETRY_MS);
      });
    }
}

/** Fetch a pack that an import needs this very moment; it may still be packed. */
export function fetchAtOnce(name: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name + PACKED, CORE), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}

function fetchOnce(name: string, get: () => Promise<Response>): Promise<void> {
  const before = fetched.get(name);
  if (before !== undefined) return before;
  const now = get().then(async (response) => {
    const pack = await bytesOf(name, response);
    write(await fileSystem, pack);
  });
  fetched.set(name, now);
  now.catch(() => fetched.delete(name)); // whoever needs it next tries again
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
