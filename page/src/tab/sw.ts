/**
 * The service worker of the site: after the first visit everything works without a network.
 *
 * All files of one build are kept by their hashes, so that what has not changed is fetched once.
 * A newer build is fetched beside, and takes over when no window shows the older one.
 */

import { openFiles } from "../base/browser";
import { PACKED, unpacked } from "./packed";

/** Files by their paths below this folder, with the SHA-256 of each; put here by the build. */
declare const FILES: Record<string, string>;

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Claiming {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const NAME = `dealt ${new URL("./", self.location.href).pathname}`;

function keyOf(hash: string): string {
  return new URL(`./kept-${hash}`, self.location.href).href;
}

async function isRight(response: Response, hash: string): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

/** Keep a file; what the browser has of an older build is not taken for it. */
async function keep(cache: Cache, path: string, hash: string): Promise<void> {
  if ((await cache.match(keyOf(hash))) !== undefined) return;
  const url = new URL(path, self.location.href).href;
  for (const from of ["default", "reload"] as const) {
    const response = await fetch(url, { cache: from });
    if (response.ok && (await isRight(response.clone(), hash))) {
      await cache.put(keyOf(hash), path.endsWith(PACKED) ? unpacked(response) : response);
      return;
    }
  }
  throw new Error(`${path} is not of this build`);
}

async function install(): Promise<void> {
  const cache = await openFiles(NAME);
  for (const [path, hash] of Object.entries(FILES)) await keep(cache, path, hash);
}

async function tidy(): Promise<void> {
  const cache = await openFiles(NAME);
  const current = new Set(Object.values(FILES).map(keyOf));
  for (const { url } of await cache.keys()) if (!current.has(url)) await cache.delete(url);
}

/** The window that has brought this worker needs no network from now on, either. */
async function begin(): Promise<void> {
  await tidy();
  await (self as unknown as Claiming).clients.claim();
}

async function cachedOrFetched(request: Request, hash: string): Promise<Response> {
  return (await (await openFiles(NAME)).match(keyOf(hash))) ?? fetch(request);
}

// a window has been told of this build, and somebody there asks for it
self.addEventListener("message", () => void (self as unknown as Claiming).skipWaiting());
self.addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
self.addEventListener("activate", (event) => (event as Extendable).waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  const url = new URL(request.url);
  const folder = new URL("./", self.location.href).href;
  if (request.method !== "GET" || !url.href.startsWith(folder)) return;
  url.hash = url.search = "";
  const hash = FILES[url.href.slice(folder.length) || "index.html"];
  if (hash !== undefined) (event as Fetching).respondWith(cachedOrFetched(request, hash));
});
