/**
 * Files that lie packed on the host, so that any host sends little, also one that compresses nothing.
 *
 * The service worker keeps them unpacked, so that a later visit need not unpack them again.
 */

import { XzReadableStream } from "xz-decompress";

export const PACKED = ".xz";
const UNPACKED = "x-unpacked";

/** What is packed in an answer; one from the service worker is unpacked already. */
export function unpacked(response: Response): Response {
  if (!response.ok || response.body === null || response.headers.has(UNPACKED)) return response;
  const headers = { "content-type": "application/wasm", [UNPACKED]: "" };
  return new Response(new XzReadableStream(response.body), { headers });
}
