/**
 * What carries frames and questions: a server, or a worker of this very tab.
 *
 * The page of a site without a server says so by a meta element; all else is the same page.
 */

import { TabSocket, ask, prepare } from "./house";
import { isInTab } from "../base/place";

/** What a socket does, as far as it is needed here. */
export interface Carrier {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** A new connection to the service. */
export function connection(): Carrier {
  if (isInTab) return new TabSocket();
  // beside the page, which a proxy may offer under a path
  const address = new URL("socket", document.baseURI);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

/** A table of a game will be opened; a server has all games. */
export function expect(game: string): void {
  if (isInTab) prepare(game);
}

const PATIENCE_MS = 20_000;
/** A photo, or many evenings, take long to be sent and read. */
export const SLOW_MS = 180_000;

/**
 * Ask the service for something, as `fetch` does; addresses begin with `/`.
 *
 * The whole answer has come when this resolves. Rejects with a `TypeError` if none comes in time.
 */
export async function request(
  path: string,
  init: RequestInit = {},
  patience = PATIENCE_MS,
): Promise<Response> {
  if (isInTab) return ask(path, init);
  try {
    const response = await fetch(`.${path}`, { ...init, signal: AbortSignal.timeout(patience) });
    return new Response(await response.blob(), response);
  } catch (error) {
    throw error instanceof TypeError ? error : new TypeError(String(error));
  }
}
