/** The deal of the day: the same for everybody; one's result to share, and what `strong` made of it. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { aside } from "../table/aside";
import type { Aside } from "../table/aside";
import { t } from "../base/lazytexts";
import { answerOf, linkState, Refusal } from "../service/link";
import { openReplay } from "../service/replay";
import { clearSelection } from "../table/moves";
import { Coming, fetchTable, NO_WHY, noTable, OwnMoves, OwnTable, useOwnTable } from "./owntable";
import { archiveDeal, dateOf, daysInARow, deals, keepMoves, lookAtDeals, movesOf } from "./played";
import type { Comparison } from "./played";
import { language } from "../base/settings";
import { busy, name, notice, pupil, table, tell } from "../service/store";
import type { Pupil } from "../service/store";
import type { StepsFrame } from "../protocol";
import { Scene } from "../table/scene";
import { request } from "../tab/carrier";
import { isInTab } from "../base/place";
import { isTurning, TurningBar } from "../table/turning";
import { Button } from "../shell/button";
import { ShareText } from "../shell/sharetext";
import { into } from "../base/putting";

/** As `/daily/GAME` tells it. */
interface Moment extends Omit<Aside, "name" | "version"> {
  day: string;
  outcome: string;
  result: Result | null;
}

interface Result {
  points: number;
  low_wins: boolean;
  place: number;
  places: number;
  strong: number | null;
  lead: number | null;
  level: string;
  text: string;
}

const current = signal<Moment | null>(null);
const WAIT_MS = 2500; // until it is asked again whether the strong player is done; longer each time
const LONGEST_MS = 60_000;

let moves = "";
let visit = 0; // what was asked before the screen was begun anew comes too late

function addressOf(game: string, day: string, moveList: string, more = ""): string {
  const query = new URLSearchParams({ day, moves: moveList, lang: language.peek() });
  if (name.peek() !== "") query.set("name", name.peek());
  return `/daily/${encodeURIComponent(game)}${more}?${query}`;
}

async function load(game: string, day: string, moveList: string): Promise<boolean> {
  const thisVisit = visit;
  const moment = await fetchTable<Moment>(addressOf(game, day, moveList)).catch(noTable);
  if (moment === null || thisVisit !== visit) return false;
  show(moment, moveList);
  return true;
}

function show(moment: Moment, moveList: string): void {
  moves = moveList;
  current.value = moment;
  const version = moveList === "" ? 0 : moveList.split(".").length;
  if (pupil.peek() !== null) table.value = aside({ ...moment, name: `daily ${moment.day}`, version });
}

async function play(move: { action: number } | { text: string }): Promise<boolean> {
  const moment = current.value;
  if (moment === null || busy.value || !("action" in move)) return false;
  notice.value = null;
  const moveList = moves === "" ? String(move.action) : `${moves}.${move.action}`;
  if (!(await load(moment.game, moment.day, moveList))) return false;
  keepMoves(moment.game, moment.day, moveList);
  clearSelection();
  return true;
}

/** A deal, with the moves that were made already. */
async function begin(subject: string): Promise<void> {
  visit += 1;
  const thisVisit = visit;
  current.value = null;
  const [game = "", day = ""] = subject.split("/");
  try {
    let moment = await fetchTable<Moment>(addressOf(game, day, ""));
    let moveList = movesOf(game, moment.day);
    if (moveList !== "")
      try {
        moment = await fetchTable<Moment>(addressOf(game, moment.day, moveList));
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "illegal")) throw error;
        notice.value = { kind: "news", text: t("daily_new_version") };
        moveList = "";
      }
    if (thisVisit === visit) show(moment, moveList);
  } catch (error) {
    if (thisVisit === visit) noTable(error);
  }
}

const ME: Pupil = {
  play,
  hint: NO_WHY,
  steps: async ({ first = 0, face_up = false }) => {
    const moment = current.peek();
    if (moment === null) throw new Refusal("lost", "");
    const address = addressOf(moment.game, moment.day, moves, "/steps");
    return answerOf<StepsFrame>(await request(`${address}&first=${first}&face_up=${Number(face_up)}`));
  },
};

/** A date as it is read; in what is shared it stays as the service has it. */
function dateText(day: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
}

export function DailyScreen({ subject }: { subject: string }) {
  useOwnTable(subject, ME, begin);
  const moment = current.value;
  const frame = table.value;
  if (moment === null || frame === null) return <Coming />;
  const isOver = moment.result !== null;
  const isEnd = isOver && !isTurning.value;
  return (
    <OwnTable
      frame={frame}
      about={t("daily_of", { day: dateText(moment.day) })}
      heading={t("daily_title", { game: moment.title, day: moment.day })}
      isOver={isOver}
      above={isEnd && <Scene frame={frame} />}
      below={isOver && <Archived moment={moment} isShown={isEnd} />}
    >
      {isOver && (isTurning.value ? <TurningBar /> : <Ending moment={moment} />)}
      {!isOver && <OwnMoves frame={frame} />}
    </OwnTable>
  );
}

/** What was made of it, beside what the strong player made of it; and the words to pass on. */
function Ending({ moment }: { moment: Moment }) {
  const { game, day, outcome } = moment;
  const { points, place, places, level, strong, lead, text } = moment.result as Result;
  const attempts = useSignal(0);
  useEffect(() => {
    if (strong !== null) return undefined;
    const wait = Math.min(WAIT_MS * (attempts.value + 1), LONGEST_MS);
    const timer = window.setTimeout(() => {
      attempts.value += 1;
      void load(game, day, moves);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [moment]);
  const verdict = (["daily_worse", "daily_equal", "daily_better"] as const)[1 + (lead ?? 0)] ?? "daily_equal";
  const compared =
    strong === null
      ? t("daily_thinking", { who: level })
      : `${t("daily_strong", { who: level, n: strong })}. ${t(verdict)}`;
  const inPlace = places > 1 ? t("daily_place", { n: place, all: places }) : "";
  const days = daysInARow(deals.value).now;
  const inARow = days > 1 ? t("deals_row_n", { n: days }) : "";
  const link = `${location.origin}${location.pathname}#/daily/${game}/${day}`;
  return (
    <section class="between" aria-label={t("round_over")}>
      <div class="ending">
        <h2>{t("daily_points", { n: points })}</h2>
        <p class="outcome">{outcome}</p>
        <p role="status">{[inPlace, compared, inARow].filter((text) => text !== "").join(" · ")}</p>
      </div>
      <ShareText text={`${text}\n${link}`} label={t("daily_share")}>
        <Button text={t("daily_again")} press={() => openReplay(1)} />
        {day < dateOf(Date.now()) && (
          <a class="button quiet" href={`#/daily/${game}`}>
            {t("daily_today")}
          </a>
        )}
        <a class="button quiet" href="#/deals">
          {t("deals")}
        </a>
      </ShareText>
    </section>
  );
}

/** The deal goes to the archive, where the first result counts; what friends have made of it. */
function Archived({ moment, isShown }: { moment: Moment; isShown: boolean }) {
  const { game, day } = moment;
  const { points: mine, low_wins, strong } = moment.result as Result;
  const answer = useSignal<Comparison | null>(null);
  useEffect(() => {
    if (linkState.value !== "open") return; // who I am is known then
    void archiveDeal(game, day, moves)
      .then(into(answer), () => {}) // a deal of another day, say
      .then(lookAtDeals)
      .catch(tell);
  }, [game, day, linkState.value, strong]);
  const comparison = answer.value;
  if (comparison === null || !isShown) return null;
  const isFirst = comparison.points === mine;
  if (isInTab) return isFirst ? null : <p>{t("daily_first", { n: comparison.points })}</p>;
  const me = { name: t("daily_me"), points: comparison.points, isMe: true };
  const all = [me, ...comparison.friends.map((friend) => ({ ...friend, isMe: false }))];
  all.sort((a, b) => (a.points - b.points) * (low_wins ? 1 : -1));
  return (
    <section class="friends" aria-labelledby="friends-title">
      <h2 id="friends-title">{t("daily_friends")}</h2>
      {comparison.friends.length === 0 ? (
        <p>{t("daily_friends_none")}</p>
      ) : (
        <ul>
          {all.map(({ name, points, isMe }, i) => (
            <li key={i} data-me={isMe}>
              <span>{name}</span> <b>{points}</b>
            </li>
          ))}
        </ul>
      )}
      {!isFirst && <p>{t("daily_first", { n: comparison.points })}</p>}
    </section>
  );
}
