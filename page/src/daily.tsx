/** The deal of the day: the same for everybody; one's result to share, and what `strong` made of it. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ActionBar, isMoreOpen, MoreButton, MoveList, SortButtons } from "./actions";
import { aside } from "./aside";
import { BoardOf } from "./boards/board";
import { t } from "./lazytexts";
import { Flights } from "./flight";
import { Hand } from "./hand";
import { Lines } from "./heard";
import { levelWord } from "./levels";
import { NoticePlace } from "./line";
import { clearSelection } from "./moves";
import type { Board, Event, OpenAction } from "./protocol";
import { Said } from "./said";
import { gameAtTable } from "./faces";
import { language } from "./settings";
import { busy, go, myTurn, notice, pupil, table } from "./store";
import { isTurning, TurningBar } from "./turning";
import { request } from "./tab/carrier";
import type { AnyZone } from "./zones";
import { ownHand } from "./zones";

/** As `/daily/GAME` tells it. */
interface Moment {
  game: string;
  title: string;
  day: string;
  names: string[];
  seat: number;
  board: Board;
  zones: AnyZone[];
  actions: OpenAction[];
  log: Event[];
  outcome: string;
  scores: number[];
  low_wins: boolean;
  strong: number | null;
}

const now = signal<Moment | null>(null);
const WAIT_MS = 2500; // until it is asked again whether the strong player is done; longer each time
const LONGEST_MS = 60_000;

/** My moves of a deal; this browser remembers them. */
function keyOf(game: string, day: string): string {
  return `dealt.daily.${game}.${day}`;
}

function movesOf(game: string, day: string): string {
  try {
    return localStorage.getItem(keyOf(game, day)) ?? "";
  } catch {
    return "";
  }
}

let moves = "";

async function load(game: string, day: string, made: string, isKept = true): Promise<boolean> {
  busy.value = true;
  try {
    const query = new URLSearchParams({ day, moves: made, lang: language.peek() });
    const response = await request(`/daily/${encodeURIComponent(game)}?${query}`);
    const found = (await response.json()) as Moment & { why?: string };
    if (!response.ok) {
      notice.value = { kind: "refusal", text: found.why ?? t("not_connected") };
      return false;
    }
    show(found, made, isKept);
    return true;
  } catch {
    notice.value = { kind: "refusal", text: t("not_connected") };
    return false;
  } finally {
    busy.value = false;
  }
}

function show(found: Moment, made: string, isKept: boolean): void {
  moves = made;
  now.value = found;
  try {
    if (isKept) localStorage.setItem(keyOf(found.game, found.day), made);
  } catch {
    // it is not remembered then
  }
  const version = made === "" ? 0 : made.split(".").length;
  const log = found.log;
  if (pupil.peek() !== null) table.value = aside({ ...found, log, name: `daily ${found.day}`, version });
}

async function play(what: { action: number } | { text: string }): Promise<boolean> {
  const moment = now.value;
  if (moment === null || busy.value || !("action" in what)) return false;
  notice.value = null;
  const made = moves === "" ? String(what.action) : `${moves}.${what.action}`;
  if (!(await load(moment.game, moment.day, made))) return false;
  clearSelection();
  return true;
}

/** The deal of today, with the moves that were made already. */
async function begin(game: string): Promise<void> {
  now.value = null;
  if (!(await load(game, "", "", false))) return;
  const today = now.peek() as Moment | null;
  if (today === null) return;
  const made = movesOf(game, today.day);
  if (made !== "") await load(game, today.day, made);
}

export function DailyScreen({ of: game }: { of: string }) {
  useEffect(() => {
    pupil.value = { play, hint: () => (notice.value = { kind: "hint", text: t("no_move") }) };
    document.body.classList.add("at-table");
    void begin(game);
    return () => {
      pupil.value = null;
      table.value = null;
      document.body.classList.remove("at-table");
    };
  }, [game, language.value]);
  const moment = now.value;
  const frame = table.value;
  if (moment === null || frame === null) {
    return (
      <main class="loading">
        <p role="status">{notice.value?.text ?? t("loading")}</p>
      </main>
    );
  }
  const isOver = moment.scores.length > 0;
  return (
    <div class="table-screen lesson" data-moved={frame.moved}>
      <header class="top-bar">
        <button type="button" class="quiet back" aria-label={t("leave")} onClick={() => go("#/")}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M12.5 4L6.5 10L12.5 16" fill="none" stroke="currentColor" stroke-width="2.2" />
          </svg>
        </button>
        <div class="title">
          <b>{moment.title}</b>
          <small>{t("daily_of", { day: moment.day })}</small>
        </div>
      </header>
      <main class="felt">
        <div class="board" role="region" aria-label={t("the_table")} tabIndex={0}>
          <h1 class="hidden">{t("daily_title", { game: moment.title, day: moment.day })}</h1>
          <BoardOf frame={frame} />
        </div>
        <div class="mine" data-playing={!isOver} data-more={isMoreOpen.value}>
          <NoticePlace show={(text) => <Said text={text} />} />
          {isOver ? (
            isTurning.value ? (
              <TurningBar />
            ) : (
              <Result moment={moment} />
            )
          ) : (
            <>
              <div class="status">
                <div class="turn-line" data-mine={myTurn.value}>
                  <p role="status" class="turn">
                    {t("your_turn")}
                    <span class="asked">
                      , <Said text={moment.board.ask?.text ?? ""} />
                    </span>
                  </p>
                </div>
                <span class="tools">
                  <SortButtons />
                </span>
              </div>
              {ownHand(frame) !== null && <Hand />}
              <div class="doing">
                <ActionBar />
                <MoreButton />
                <div class="extras" id="more-ways">
                  <MoveList />
                </div>
              </div>
            </>
          )}
        </div>
      </main>
      <Lines name="log" lines={moment.log.map(({ text }) => text)} />
      <Flights />
    </div>
  );
}

/** What was made of it, beside what the strong player made of it; and the words to pass on. */
function Result({ moment }: { moment: Moment }) {
  const copied = useSignal(false);
  const asked = useSignal(0);
  const mine = moment.scores[moment.seat] ?? 0;
  const strong = moment.strong;
  const who = levelWord(gameAtTable.value, "strong");
  useEffect(() => {
    if (strong !== null) return undefined;
    const wait = Math.min(WAIT_MS * (asked.value + 1), LONGEST_MS);
    const timer = window.setTimeout(() => {
      asked.value += 1;
      void load(moment.game, moment.day, moves);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [moment]);
  const points = t("daily_points", { n: mine });
  const compared = strong === null ? t("daily_thinking", { who }) : t("daily_strong", { who, n: strong });
  const lead = strong === null ? 0 : (mine - strong) * (moment.low_wins ? -1 : 1);
  const verdict = lead > 0 ? "daily_better" : lead < 0 ? "daily_worse" : "daily_equal";
  const link = `${location.origin}${location.pathname}#/daily/${moment.game}`;
  const text = [
    t("daily_title", { game: moment.title, day: moment.day }),
    strong === null ? points : `${points} · ${compared}`,
    link,
  ].join("\n");
  const share = async () => {
    try {
      if ("share" in navigator && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        copied.value = true;
      }
    } catch {
      // the text stands there to be copied by hand
    }
  };
  return (
    <section class="between" aria-label={t("round_over")}>
      <div class="ending">
        <h2>{points}</h2>
        <p class="outcome">{moment.outcome}</p>
        <p role="status">
          {strong === null ? compared : `${compared}. ${t(verdict)}`}
        </p>
      </div>
      <div class="buttons">
        <button type="button" class="main" onClick={() => void share()}>
          {t(copied.value ? "copied" : "daily_share")}
        </button>
        <button type="button" class="quiet" onClick={() => go("#/")}>
          {t("leave")}
        </button>
      </div>
      <pre class="share-text" tabIndex={0} role="region" aria-label={t("daily_share")}>
        {text}
      </pre>
    </section>
  );
}
