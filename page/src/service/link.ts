/** The connection to the service: it comes back by itself, and every question has its answer. */

import { signal } from "@preact/signals";
import { PROTOCOL } from "../protocol";
import type { ClientMessage, RefusedFrame, ServerFrame } from "../protocol";
import { language } from "../base/settings";
import { SLOW_MS, connection, request } from "../tab/carrier";
import type { Carrier } from "../tab/carrier";
import { isInTab } from "../base/place";
import { lookForRenewal, renewal } from "../base/renewal";
import { lose } from "../base/unsaved";

/** `elsewhere`: the same person attends the table in another window; nothing is tried again. */
export type LinkState = "connecting" | "open" | "lost" | "elsewhere";

export const linkState = signal<LinkState>("connecting");

const HEARTBEAT_MS = 15_000;
const SILENCE_MS = 10_000; // a socket can stay open and silent for ever when a network goes away
const WAKING_MS = 1_500; // while a phone sleeps, that is what happens
const ANSWER_MS = 3_000; // after which the service is asked whether it hears at all
const HINT_MS = 60_000; // a computer player may think for so long
const SLOW = /hint|review|steps|puzzle/; // later questions may be answered before these
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;

/** The frames that answer a message. */
type Reply = Extract<ServerFrame, { ack: number | null }>;

/** What the service refuses; `code` and `rule` are for programs, the message for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly rule = "",
  ) {
    super(reason);
  }
}

interface Waiting {
  resolve: (frame: Reply) => void;
  reject: (error: Refusal) => void;
  /** Answers come in the order of the questions, except those of slow ones. */
  isOrdered: boolean;
  timer: number | undefined;
}

type Listener = (frame: ServerFrame) => void;

const waiting = new Map<number, Waiting>();
let socket: Carrier | null = null;
let lastAck = 0;
let waitMs = FIRST_WAIT_MS;
let listen: Listener = () => {};
let greet: () => Promise<void> = async () => {};
let silence: number | undefined;
let retry: number | undefined;
/** Who I am, where the browser takes no cookie; it is known as long as the page. */
let token: string | undefined;

/** Connect, and stay connected. `hello` runs after each welcome, to enter the table again. */
export function connect(onFrame: Listener, hello: () => Promise<void>): void {
  listen = onFrame;
  greet = hello;
  window.addEventListener("online", wake);
  document.addEventListener("resume", wake); // after a browser has let the page stand still
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) wake();
  });
  window.setInterval(() => beat(SILENCE_MS), HEARTBEAT_MS);
  // now, and again to hear the service in another language
  language.subscribe(() => {
    if (linkState.value !== "elsewhere") open();
  });
}

/** Try at once. */
export function reconnectNow(): void {
  if (linkState.value === "elsewhere") return; // until somebody asks for the table here
  waitMs = FIRST_WAIT_MS;
  open();
}

/** The page is looked at again, or the network is back: whatever is silent now is given up soon. */
function wake(): void {
  if (isInTab) return;
  waitMs = FIRST_WAIT_MS;
  if (socket === null) reconnectNow();
  else beat(WAKING_MS);
}

/**
 * Say something and wait for the answer.
 *
 * Rejects with a `Refusal`: besides the codes of the service, `lost` if there is no connection, and
 * `late` if no answer will come.
 */
export function ask<T extends Reply = Reply>(message: ClientMessage): Promise<T> {
  return new Promise((resolve, reject) => {
    const state = linkState.peek();
    const mayAsk =
      state === "open" || state === "elsewhere" || message.do === "hello" || message.do === "ping";
    if (socket === null || socket.readyState !== WebSocket.OPEN || !mayAsk) {
      reject(new Refusal("lost", ""));
      return;
    }
    const ack = ++lastAck;
    waiting.set(ack, {
      resolve: (frame) => resolve(frame as T),
      reject,
      isOrdered: !SLOW.test(message.do),
      timer: isInTab ? undefined : giveUp(ack, message), // nothing is lost within a tab
    });
    socket.send(JSON.stringify({ ...message, ack }));
  });
}

/** When nothing has come of a question: the timer. What is answered later shows that it was lost. */
function giveUp(ack: number, message: ClientMessage): number {
  if (message.do === "ping") return window.setTimeout(lost, SILENCE_MS);
  if (SLOW.test(message.do)) return window.setTimeout(() => settle(ack)?.reject(late()), HINT_MS);
  return window.setTimeout(() => beat(SILENCE_MS), ANSWER_MS);
}

function late(): Refusal {
  return new Refusal("late", "");
}

/** Wait for nothing more of a question. */
function settle(ack: number): Waiting | undefined {
  const question = waiting.get(ack);
  window.clearTimeout(question?.timer);
  waiting.delete(ack);
  return question;
}

/** Wait until there is a connection, for so many milliseconds at most. */
export async function linked(patience: number): Promise<void> {
  let end: () => void = () => {};
  await new Promise<void>((resolve) => {
    window.setTimeout(resolve, patience);
    end = linkState.subscribe((state) => {
      if (state === "open") resolve();
    });
  });
  end();
}

function open(): void {
  window.clearTimeout(retry);
  drop();
  const carrier = connection();
  socket = carrier;
  beat(SILENCE_MS);
  if (linkState.value !== "lost") linkState.value = "connecting";
  carrier.onopen = () => {
    if (socket !== carrier) return;
    hello();
    if (linkState.value === "lost") void lookForRenewal(); // a service may come back as a newer one
  };
  carrier.onmessage = (event: MessageEvent<string>) => {
    if (socket === carrier) receive(JSON.parse(event.data) as ServerFrame);
  };
  carrier.onclose = () => {
    if (socket === carrier) lost();
  };
}

function hello(): void {
  const session = token === undefined ? {} : { token };
  const message: ClientMessage = { do: "hello", protocol: PROTOCOL, language: language.value, ...session };
  ask(message).catch(({ code }: Refusal) => {
    if (code === "rights" && token === undefined) meet().catch(lost);
    else if (code !== "lost") lost(); // it is tried again, a little later each time
  });
}

/** Get a session that the page itself remembers. */
async function meet(): Promise<void> {
  ({ token } = await post<{ token: string }>("/session", { token: true }));
  lose("tables");
  hello();
}

function drop(): void {
  window.clearTimeout(silence);
  if (socket !== null) {
    const old = socket;
    socket = null;
    old.close();
  }
  for (const ack of [...waiting.keys()]) settle(ack)?.reject(new Refusal("lost", ""));
}

function lost(): void {
  drop();
  if (linkState.value === "elsewhere") return;
  linkState.value = "lost";
  if (!isInTab) renewal.value = null; // there is nothing to be had
  retry = window.setTimeout(open, waitMs * (0.7 + 0.6 * Math.random()));
  waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
}

/** Have the service say something within so many milliseconds, or take the connection for lost. */
function beat(patience: number): void {
  if (isInTab || socket === null) return; // no network goes away in a tab
  window.clearTimeout(silence);
  silence = window.setTimeout(lost, patience);
  ask({ do: "ping" }).catch(() => {}); // unless it is not open yet
}

function receive(frame: ServerFrame): void {
  window.clearTimeout(silence);
  if ("ack" in frame && frame.ack !== null) answer(frame, frame.ack);
  if (frame.is === "welcome") {
    linkState.value = "open";
    waitMs = FIRST_WAIT_MS;
    listen(frame);
    void greet();
    return;
  }
  if (frame.is === "closing") {
    if (frame.code === "elsewhere") linkState.value = "elsewhere";
    listen(frame);
    return;
  }
  listen(frame);
}

function answer(frame: Reply, ack: number): void {
  for (const [earlier, { isOrdered }] of waiting) {
    if (earlier < ack && isOrdered) settle(earlier)?.reject(late());
  }
  const question = settle(ack);
  if (frame.is === "refused") question?.reject(refusalOf(frame));
  else question?.resolve(frame);
}

function refusalOf(frame: RefusedFrame): Refusal {
  return new Refusal(frame.code, frame.why, frame.rule);
}

/** Come back to this window after the table was attended in another one. */
export function takeBack(): void {
  if (renewal.value !== null) location.reload(); // what is started now is of the newer version
  linkState.value = "connecting";
  waitMs = FIRST_WAIT_MS;
  open();
}

const LONG = 100_000; // letters

/** POST a body as JSON; a long one may take long. Rejects with a `Refusal`. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = {
    "content-type": "application/json",
    "accept-language": language.value,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const text = JSON.stringify(body);
  const patience = text.length > LONG ? SLOW_MS : undefined;
  return answerOf<T>(await request(path, { method: "POST", headers, body: text }, patience));
}

/** The JSON of an answer. Rejects with a `Refusal` where the service has refused. */
export async function answerOf<T>(response: Response): Promise<T> {
  const data = (await response.json()) as T & { code?: string; why?: string };
  if (!response.ok) throw new Refusal(data.code ?? "busy", data.why ?? response.statusText);
  return data;
}
