/** The service in this tab: a worker that is started once, and what is said to it. */

import { signal } from "@preact/signals";
import { hasFiles, keepFiles, lasting, take } from "../base/browser";
import type { ClientMessage, ServerFrame } from "../protocol";
import { language } from "../base/settings";
import { lose } from "../base/unsaved";
import { folder, scriptOf } from "../base/place";
import type { FromWorker, ToWorker } from "./says";

const NAME = `dealt ${folder.pathname}`; // of the database, and of who may write to it
const KNOWN_NAME = "dealt.name";

/**
 * How far the service has come: bytes that were fetched, of how many, and for which game ("": none yet);
 * why it cannot start, or that it is there.
 */
export type Progress =
  | { is: "loading"; bytes: number; total: number; game: string }
  | { is: "failed"; reason: string }
  | { is: "ready" };

const NOTHING: Progress = { is: "loading", bytes: 0, total: 0, game: "" };

export const progress = signal<Progress>(NOTHING);

/** Whether the service is there; a game may still be on its way. */
let isReady = false;
/** The game of the table that was asked for last. */
let game = "";

let worker: Worker | null = null;
let current: TabSocket | null = null;
let lastQuestion = 0;
const questions = new Map<number, { resolve: (reply: string) => void; reject: (error: Error) => void }>();
/** What was said before the service was there. */
let waiting: ToWorker[] = [];

function start(): Worker {
  const fresh = new Worker(scriptOf("worker.js"), { type: "module" });
  fresh.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (worker === fresh) receive(data);
  };
  fresh.onerror = (event) => {
    event.preventDefault();
    if (worker === fresh) fail(event.message);
  };
  progress.value = NOTHING;
  fresh.postMessage({ do: "start", database: NAME, isFirst: !hasFiles() } satisfies ToWorker);
  return fresh;
}

/** What changes nothing, so that it may be said in every window. */
const READING: readonly ClientMessage["do"][] = ["hello", "lobby", "leave", "ping"];

/** Whether tables are played in this window: `asked` until the one before has heard of it. */
let deciding: "no" | "asked" | "yes" = "no";
/** Whether the service saves tables, so that all windows of this browser have the same. */
let isShared = true;
let isAtTable = false;

/** Tables are played in one window at a time: where somebody did something last. */
async function decide(decider: Worker): Promise<void> {
  deciding = "asked";
  const lost = () => {
    if (worker === decider) yieldTables();
  };
  if (isShared) await take(NAME, lost);
  if (worker !== decider) return;
  deciding = "yes";
  decider.postMessage({ do: "decide", isMine: true } satisfies ToWorker);
  flush();
}

/** Tables are played in another window now; one that was shown here comes back if somebody asks. */
function yieldTables(): void {
  deciding = "no";
  if (!isAtTable) {
    tell({ do: "decide", isMine: false });
    return;
  }
  end();
  const frame: ServerFrame = { is: "closing", code: "elsewhere", why: "" };
  const socket = current;
  current = null;
  socket?.receive(JSON.stringify(frame));
  socket?.end();
}

function end(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  deciding = "no";
  isAtTable = false;
  waiting = [];
  for (const { reject } of questions.values()) reject(new TypeError("the service has ended"));
  questions.clear();
}

function fail(reason: string): void {
  end();
  progress.value = { is: "failed", reason };
  const socket = current;
  current = null;
  socket?.end();
}

function tell(message: ToWorker): void {
  worker ??= start();
  waiting.push(message);
  flush();
}

/** Have a game come that a table will need, before it can be opened. */
export function prepare(wanted: string): void {
  game = wanted;
  if (progress.value.is === "loading") progress.value = { ...progress.value, game };
  worker?.postMessage({ do: "want", game } satisfies ToWorker);
}

/** Say what waits, as far as it may be said now. */
function flush(): void {
  while (worker !== null && isReady && deciding !== "asked") {
    const [next] = waiting;
    if (next === undefined) return;
    const kind = next.do === "frame" ? (JSON.parse(next.text) as ClientMessage).do : "hello";
    if (deciding === "no" && !READING.includes(kind)) {
      void decide(worker);
      return;
    }
    if (kind === "enter" || kind === "open") isAtTable = true;
    if (kind === "leave") isAtTable = false;
    waiting.shift();
    worker.postMessage(next);
  }
}

function receive(message: FromWorker): void {
  switch (message.is) {
    case "progress":
      progress.value = { is: "loading", bytes: message.bytes, total: message.total, game };
      break;
    case "ready":
      progress.value = { is: "ready" };
      isReady = true;
      isShared = message.isSaved;
      if (!isShared) lose("tables");
      flush();
      break;
    case "whole":
      void keepFiles(scriptOf("sw.js"));
      break;
    case "failed":
      fail(message.reason);
      break;
    case "frame":
      current?.receive(message.text);
      break;
    case "reply":
      questions.get(message.id)?.resolve(message.reply);
      questions.delete(message.id);
      break;
  }
}

/** A question besides the socket; its answer as a server would give it. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const id = ++lastQuestion;
  const headers = JSON.stringify(init.headers ?? {});
  const body = typeof init.body === "string" ? init.body : "";
  const reply = await new Promise<string>((resolve, reject) => {
    questions.set(id, { resolve, reject });
    tell({ do: "ask", id, method: init.method ?? "GET", path, headers, body });
  });
  const [status, replyHeaders, text] = JSON.parse(reply) as [number, Record<string, string>, string];
  return new Response(text, { status, headers: replyHeaders });
}

/**
 * A connection to the service of this tab.
 *
 * It is open at once: what the service says of itself is known before it is there, and what is said
 * to it waits.
 */
export class TabSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor() {
    current = this;
    tell({ do: "open" });
    void this.begin();
  }

  private async begin(): Promise<void> {
    const welcome = await (isReady ? null : early()); // in any case after who made it listens
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event("open"));
    if (welcome !== null && !isReady) this.show(welcome);
  }

  receive(text: string): void {
    this.show(text);
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.is === "welcome") lasting.write(KNOWN_NAME, frame.name);
  }

  private show(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  send(text: string): void {
    if (current === this) tell({ do: "frame", text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    if (current !== this) return;
    current = null;
    waiting = waiting.filter(({ do: what }) => what !== "open" && what !== "frame");
    if (worker !== null && isReady) tell({ do: "close" });
  }

  /** The service has gone. */
  end(): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close"));
  }
}

/** What the service will say first, made when the site was built. */
async function early(): Promise<string | null> {
  try {
    const response = await fetch(new URL(`welcome.${language.value}.json`, folder));
    const frame = (await response.json()) as { name: string };
    frame.name = lasting.read(KNOWN_NAME) ?? frame.name;
    return JSON.stringify(frame);
  } catch {
    return null;
  }
}
