/** What the page knows: who I am, the table as the service last showed it, and what was said. */

import { computed, effect, signal } from "@preact/signals";
import { t } from "../base/catalogue";
import { ask, connect, linked, linkState, post, Refusal, takeBack } from "./link";
import type {
  Face,
  ClientMessage,
  GameInfo,
  OpenAction,
  ServerFrame,
  Settings,
  StepsFrame,
  TableFrame,
  TableRow,
} from "../protocol";
import { isInTab } from "../base/place";
import { expect } from "../tab/carrier";

export const name = signal("");
export const games = signal<GameInfo[]>([]);
/** How the cards of most games look and are called. */
export const usualFaces = signal<Face[]>([]);
export const table = signal<TableFrame | null>(null);
export const lobby = signal<TableRow[] | null>(null);
/** A line for the person at the screen: a refusal, a hint, a mishap. */
export const notice = signal<Notice | null>(null);
/** `rule`: the ruling behind it; `isWaiting`: the answer is still to come, and can be done without. */
interface Notice {
  kind: "refusal" | "hint" | "news";
  text: string;
  rule?: string;
  isWaiting?: boolean;
}
export const busy = signal(false);

const ALONE = ["cards", "sheet", "deals", "history"] as const;
const OF_GAMES = ["odds", "learn", "daily", "new", "puzzle"] as const;
const OF_OTHERS = ["table", "match", "review", "join", "camera"] as const;

/** Where the page is: home, or at one of these, of a game, a table, a match or a code. */
export interface Place {
  at: "home" | (typeof ALONE)[number] | (typeof OF_GAMES)[number] | (typeof OF_OTHERS)[number];
  of: string;
  day: string;
}

export const place = signal<Place>(placeOf(location.hash));

/** All the seats that are mine; several when we pass one screen round. */
export const mySeats = computed(() =>
  (table.value?.seats ?? []).flatMap((seat, i) => (seat.yours ? [i] : [])),
);
/** Whether nobody else plays or talks at the table: computer players, and who shares this screen. */
export const isAlone = computed(() => {
  const frame = table.value;
  if (isInTab || frame === null) return true;
  const isOwn = mySeats.value.length > 0 && frame.seats.every(({ yours, kind }) => yours || kind === "bot");
  return isOwn && frame.chat.length === 0 && !frame.settings.friends;
});
export const myTurn = computed(() => {
  const frame = table.value;
  return frame !== null && frame.turn !== null && mySeats.value.includes(frame.turn);
});
/** My own part of the frame; nothing while the curtain is down. */
export const own = computed(() => (curtain.value === null ? (table.value?.own ?? null) : null));
export const actions = computed<OpenAction[]>(() => own.value?.actions ?? []);
/** The seat that the screen has to be passed to before any hand is shown. */
export const curtain = computed<number | null>(() => {
  const frame = table.value;
  if (frame === null || frame.phase !== "playing" || mySeats.value.length < 2) return null;
  if (!myTurn.value || frame.own?.seat === frame.turn) return null;
  return frame.turn;
});

function placeOf(hash: string): Place {
  const [, word = "", of = "", day = ""] = /^#\/?(\w+)(?:\/([\w.:-]+))?(?:\/([\d-]+))?$/.exec(hash) ?? [];
  const at = (of === "" ? ALONE : [...OF_GAMES, ...OF_OTHERS]).find((each) => each === word);
  return at === undefined ? { at: "home", of: "", day: "" } : { at, of, day };
}

/** How a game is called. */
export function titleOf(game: string): string {
  return games.value.find(({ name }) => name === game)?.title ?? game;
}

/** Whether a place is of a game that cannot be played here, as far as is known by now. */
export function lacksGame({ at, of }: Place): boolean {
  return OF_GAMES.some((each) => each === at) && !games.value.some(({ name }) => name === of);
}

/** Go somewhere; the address follows, so that the browser's own buttons work. */
export function go(hash: string): void {
  if (location.hash === hash) place.value = placeOf(hash);
  else location.hash = hash;
}

/** Whoever sits at a table of one's own: its moves are looked at here, by nobody else. */
export interface Pupil {
  play: (move: { action: number } | { text: string }) => boolean | Promise<boolean>;
  hint: () => void;
  /** Some steps of a round that is over. */
  steps?: (message: Asked<"steps">) => Promise<StepsFrame>;
}

type Asked<K> = Extract<ClientMessage, { do: K }>;

export const pupil = signal<Pupil | null>(null);

/** Some steps of a finished round. Rejects with a `Refusal`. */
export function askSteps(message: Asked<"steps">): Promise<StepsFrame> {
  return pupil.value?.steps?.(message) ?? ask(message);
}

/** Say something; a refusal is shown and answered with null. */
export async function say<T extends ServerFrame = ServerFrame>(message: ClientMessage): Promise<T | null> {
  if (pupil.value !== null) {
    if (message.do === "why") pupil.value.hint();
    return null;
  }
  try {
    return (await ask(message)) as T;
  } catch (error) {
    tell(error);
    return null;
  }
}

const TRIES = 2;
const AGAIN_MS = 700; // after the service has said: not so fast, or nothing
const LINK_MS = 5_000; // for the connection to come back

/**
 * Say once more what got no answer, of what is done once however often it is said.
 *
 * `passing`: the codes of refusals after which it is said again, while it is wanted.
 */
async function insist(
  message: ClientMessage,
  passing: readonly string[],
  isWanted: () => boolean,
): Promise<ServerFrame> {
  const note: Notice = { kind: "refusal", text: t("no_answer_yet") };
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      const answer = await ask(message);
      if (notice.value === note) notice.value = null;
      return answer;
    } catch (error) {
      const isPassing = error instanceof Refusal && passing.includes(error.code);
      if (!isPassing || left === 0) throw error;
      if (isWanted() && error.code === "late") notice.value = note;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      await linked(LINK_MS);
      if (!isWanted()) throw error;
    }
  }
}

/** Show why something did not work; a request that could not be sent rejects with a `TypeError`. */
export function tell(error: unknown): void {
  if (error instanceof TypeError || (error instanceof Refusal && error.code === "lost")) {
    notice.value = { kind: "refusal", text: t("not_connected") };
  } else if (error instanceof Refusal && error.code === "late") {
    notice.value = { kind: "refusal", text: t("no_answer") };
  } else if (error instanceof Refusal) {
    notice.value = { kind: "refusal", text: error.message, rule: error.rule };
  } else if (error instanceof Error) {
    notice.value = { kind: "refusal", text: error.message };
  }
}

/** Whether what was told stays when the address next changes: the page goes on by itself. */
let isCarried = false;

/** Go home, and tell there why. */
function goHome(error?: unknown): void {
  if (error !== undefined) tell(error);
  if (location.hash !== "#/") isCarried = true; // else nothing changes, or is about to
  location.replace("#/");
}

/** Begin: a session, a connection, and whatever the address asks for. */
export function start(): void {
  window.addEventListener("hashchange", () => {
    place.value = placeOf(location.hash);
    if (!isCarried) notice.value = null;
    isCarried = false;
    isReturning = false;
    void begin();
    if (linkState.value !== "elsewhere") {
      void arrive();
      return;
    }
    table.value = null; // it has been left already
    takeBack();
  });
  void begin();
}

let isBegun = false;

/** Meet the service, except as the camera of another screen: that is nobody, at a server of its own. */
async function begin(): Promise<void> {
  if (isBegun || place.value.at === "camera") return;
  isBegun = true;
  if (!isInTab) await meet(); // a tab knows who is there
  connect(receive, arrive);
}

/** Get a session, which the browser keeps. */
async function meet(): Promise<void> {
  try {
    const me = await post<{ name: string }>("/session", {});
    if (early === null) name.value = me.name;
  } catch (error) {
    tell(error);
  }
}

/** Tells the service which window of mine it is. */
const WINDOW = randomText();
/** Whether this window comes back to a table by itself: then it puts no other one out. */
let isReturning = false;

/** Have the service attend to where the page is. */
async function arrive(): Promise<void> {
  const target = place.value;
  if (linkState.value !== "open") return;
  if (lacksGame(target)) {
    goHome(new Refusal("unknown", t("no_game", { game: target.of })));
  } else if (target.at === "join") {
    await join(target.of);
  } else if (target.at === "table") {
    pupil.value = null; // its screen may go later than the table comes
    if (table.value?.table !== target.of) table.value = null;
    const isHere = () => place.value === target;
    const message: ClientMessage = {
      do: "enter",
      table: target.of,
      window: WINDOW,
      returning: isReturning,
    };
    // with a new connection it is entered anew
    const entered = await insist(message, ["late", "rate"], isHere).catch((error: unknown) => {
      if (isHere()) tell(error);
      return null;
    });
    isReturning ||= entered !== null;
    // if the connection was lost meanwhile, the next one enters the table
    const isRefused = entered === null && linkState.value === "open";
    if (isRefused && table.value === null && place.value === target) goHome();
  } else {
    if (table.value !== null && pupil.value === null) {
      table.value = null;
      await say({ do: "leave" });
    }
    if (!["learn", "daily", "match", "puzzle"].includes(target.at)) await refreshLobby();
  }
}

export async function refreshLobby(): Promise<void> {
  await say({ do: "lobby" });
}

async function join(code: string): Promise<void> {
  try {
    const joined = await post<{ table: string }>("/join", { code });
    location.replace(`#/table/${joined.table}`);
  } catch (error) {
    const isNone = error instanceof Refusal && error.code === "unreadable";
    goHome(isNone ? new Refusal(error.code, t("bad_code")) : error);
  }
}

function receive(frame: ServerFrame): void {
  switch (frame.is) {
    case "welcome":
      if (early === null) name.value = frame.name;
      else void rename(early);
      early = null;
      games.value = frame.games;
      usualFaces.value = frame.faces;
      break;
    case "tables":
      lobby.value = frame.tables;
      break;
    case "table":
      if (place.value.at === "table" && place.value.of === frame.table) show(frame);
      break;
    case "closing":
      if (frame.code === "elsewhere") isReturning = false; // somebody asks for the table next
      if (frame.code === "closed" || frame.code === "revoked") {
        table.value = null;
        goHome(new Refusal(frame.code, frame.why));
      }
      break;
    default:
      break;
  }
}

/** What has happened to seats of others between two frames of a round, by the log. */
function seatNews(before: TableFrame | null, frame: TableFrame): string {
  if (before?.table !== frame.table || before.match !== frame.match || before.round !== frame.round)
    return "";
  const [old, fresh] = [before, frame].map(({ log }) => log.filter(({ verb }) => verb === "seat"));
  return (fresh ?? [])
    .slice(old?.length)
    .filter(({ seat }) => frame.seats[seat]?.yours !== true)
    .map(({ text }) => `${text}.`)
    .join(" ");
}

function show(frame: TableFrame): void {
  const before = table.value;
  table.value = frame;
  if (before === null || before.moved !== frame.moved) {
    if (notice.value?.kind !== "news") notice.value = null;
  }
  const text = seatNews(before, frame);
  if (text !== "") notice.value = { kind: "news", text };
  lowerCurtain(frame);
}

/** With several own seats the hand of the last one goes back before the next is in turn. */
function lowerCurtain(frame: TableFrame): void {
  if (curtain.value !== null && frame.own !== null) void say({ do: "look", seat: null });
}

/** The last change of my name: whoever sits down waits for it. */
export let renaming: Promise<boolean> = Promise.resolve(true);

/** Change my name, also at my seat. False: the service refused it, and the page shows why. */
export function rename(newName: string): Promise<boolean> {
  renaming = renameMe(newName);
  return renaming;
}

/** A name that was typed before there was a link: it is said once there is one. */
let early: string | null = null;

async function renameMe(newName: string): Promise<boolean> {
  if (linkState.value !== "open") {
    early = name.value = newName;
    return true;
  }
  if ((await say({ do: "rename", name: newName })) === null) return false;
  try {
    name.value = (await post<{ name: string }>("/session", {})).name; // as it is shown
  } catch (error) {
    tell(error);
  }
  return true;
}

/** Call somebody so who shares this screen. */
export async function renameSeat(seat: number, newName: string): Promise<boolean> {
  return (await say({ do: "rename", seat, name: newName })) !== null;
}

/** Take a seat, by the name that was typed last. */
export async function sit(seat: number): Promise<void> {
  await renaming;
  await say({ do: "sit", seat });
}

const SHOWN_MS = 300; // quicker answers need no word that they are on their way

/** Ask a computer player, or the game; what is done at the table meanwhile drops the question. */
export async function askHint(adviser: string, waiting: string): Promise<void> {
  const moved = table.value?.moved;
  const note: Notice = { kind: "hint", text: waiting, isWaiting: true };
  const before = notice.value;
  const timer = window.setTimeout(() => {
    if (table.value?.moved === moved && notice.value === before) notice.value = note;
  }, SHOWN_MS);
  const isWanted = () => table.value?.moved === moved && (notice.value === note || notice.value === before);
  try {
    const answer = await ask(adviser === "" ? { do: "hint" } : { do: "hint", adviser });
    if (answer.is === "told" && isWanted()) notice.value = { kind: "hint", text: answer.text };
  } catch (error) {
    const isDropped = error instanceof Refusal && error.code === "stale";
    if (isWanted()) {
      if (isDropped) notice.value = null;
      else tell(error);
    }
  } finally {
    window.clearTimeout(timer);
  }
}

/** Who sits where at a new table: me, somebody who comes by a link, or a computer player. */
export type Seating = "me" | "hot" | "open" | { level: string };

/** The table at which I am ready as soon as I see it: I have just seated everybody. */
export const beginsAtOnce = signal("");

/** Open a table, seat everybody, and begin at once if nobody is missing. */
export async function openTable(settings: Settings, seats: Seating[]): Promise<void> {
  busy.value = true;
  expect(settings.game);
  try {
    await renaming;
    const opened = await ask({ do: "open", settings });
    if (opened.is !== "done" || opened.table === null) return;
    const id = opened.table;
    for (const [seat, who] of seats.entries()) {
      if (who === "me") await ask({ do: "sit", seat });
      else if (who === "hot") await ask({ do: "sit", seat, hot: true, name: t("guest_of", { n: seat + 1 }) });
      else if (who !== "open") await ask({ do: "bot", seat, level: who.level });
    }
    const isFull = seats.length === settings.seats && !seats.includes("open");
    if (isFull && seats.includes("me")) beginsAtOnce.value = id;
    go(`#/table/${id}`);
  } catch (error) {
    tell(error);
  } finally {
    busy.value = false;
  }
}

/** Open a table for friends: I have the first seat, and they come by a link. */
export async function openForFriends(settings: Settings): Promise<void> {
  await openTable({ ...settings, friends: true }, ["me"]);
}

/** The last move: the same one of the same position has the same name, so that it is played once. */
let lastMove = { what: "", name: "" };

function nameOf(what: string): string {
  if (lastMove.what !== what) lastMove = { what, name: randomText() };
  return lastMove.name;
}

/** Play an action by its id, or by its words. */
export async function play(move: { action: number } | { text: string }): Promise<boolean> {
  if (pupil.value !== null) return pupil.value.play(move);
  const frame = table.value;
  if (frame === null || busy.value) return false;
  busy.value = true;
  try {
    const { table: at, version } = frame;
    const name = nameOf(JSON.stringify([at, version, move]));
    const isHere = () => table.value?.table === at;
    await insist({ do: "play", move: name, version, ...move }, ["lost", "late", "rate"], isHere);
    return true;
  } catch (error) {
    tell(error);
    if (error instanceof Refusal && error.code === "stale") void say({ do: "sync" });
    return false;
  } finally {
    busy.value = false;
  }
}

/** Take my last move back; where that may not be the reason is told. */
export async function takeBackMove(practice: boolean): Promise<void> {
  const frame = table.value;
  if (frame === null || busy.value) return;
  busy.value = true;
  await say({ do: "undo", version: frame.version, practice });
  busy.value = false;
}

/** A name for a move, which is not played again when it is repeated; or for this window. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

effect(() => {
  const frame = table.value;
  document.title = frame === null ? "dealt" : `${myTurn.value ? "● " : ""}${frame.title} · dealt`;
});
