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

/** Ask the service for something, as `fetch` does; addresses begin with `/`. */
export function request(path: string, init: RequestInit = {}): Promise<Response> {
  return isInTab ? ask(path, init) : fetch(`.${path}`, init);
}
