/** The worker with the service of a tab; see `dealt.service.tab`. */

import { Shelf } from "../base/shelf";
import { countBytes, fetchNamed, fetchRest, retried } from "./packs";
import { python } from "./python";
import type { FromWorker, ToWorker } from "./says";

interface Tab {
  start(): Promise<void>;
  open(): void;
  close(): void;
  decide(isMine: boolean): void;
  receive(text: string): void;
  answer(method: string, path: string, headers: string, body: string): Promise<string>;
}

let tab: Tab | null = null;

function say(message: FromWorker): void {
  self.postMessage(message);
}

/** A worker beside this one in which a search thinks; made when it is needed. */
class Thinker {
  private worker: Worker | null = null;
  private waiting = new Map<number, (answer: string) => void>();
  private last = 0;

  start(): void {
    if (this.worker !== null) return;
    this.worker = new Worker(new URL("thinker.js", self.location.href), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<[number, string]>) => {
      const [id, answer] = data;
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    };
    this.worker.onerror = (event) => {
      event.preventDefault(); // else the service ends, too
      this.stop(); // whoever waits is answered by somebody else in time
    };
  }

  ask(work: string, job: string): Promise<string> {
    this.start();
    const id = ++this.last;
    this.worker?.postMessage([id, work, job]);
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }
}

async function start(database: string): Promise<void> {
  try {
    const [module, shelf, settings] = await Promise.all([
      python("dealt.service.tab.tab"),
      Shelf.open(database),
      fetch(new URL("settings.json", self.location.href)).then((found) => found.text()),
    ]);
    const show = (text: string) => say({ is: "frame", text });
    const tell = (line: string) => console.warn(line);
    const service = module.in_browser(shelf ?? undefined, new Thinker(), show, settings, tell) as Tab;
    await service.start();
    await heard;
    tab = service;
    isSaved = shelf !== null;
    tellReady();
    await retried(fetchRest);
    say({ is: "whole" });
  } catch (error) {
    fail(error);
  }
}

let isSaved = false;
let isTelling = false; // of bytes that come

function tellReady(): void {
  isTelling = false;
  say({ is: "ready", isSaved });
}

function fail(error: unknown): void {
  say({ is: "failed", reason: String(error).trim().split("\n").at(-1) ?? "" });
}

async function answer(id: number, question: [string, string, string, string]): Promise<void> {
  if (tab !== null) say({ is: "reply", id, reply: await tab.answer(...question) });
}

/** Messages one after the other, each when what it names has come: a game, a language. */
let heard: Promise<void> = Promise.resolve();

function hear(message: ToWorker): void {
  const text = JSON.stringify(message);
  const packs = retried(() => fetchNamed(text));
  heard = heard
    .then(() => packs)
    .then(() => {
      if (tab !== null && isTelling) tellReady();
      receive(message);
    })
    .catch(reportError);
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.do !== "start") {
    hear(data);
    return;
  }
  if (data.isFirst)
    countBytes((bytes, total) => {
      isTelling = true;
      say({ is: "progress", bytes, total });
    });
  void start(data.database);
};

function receive(data: ToWorker): void {
  switch (data.do) {
    case "decide":
      tab?.decide(data.isMine);
      break;
    case "open":
      tab?.open();
      break;
    case "close":
      tab?.close();
      break;
    case "frame":
      tab?.receive(data.text);
      break;
    case "ask":
      void answer(data.id, [data.method, data.path, data.headers, data.body]);
      break;
  }
}
