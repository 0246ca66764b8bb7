/** The deal of the day: the same for everybody; one's result to share, and what `strong` made of it. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ActionBar, MoreButton, MoveList, SortButtons } from "../table/actions";
import { aside } from "../table/aside";
import type { Aside } from "../table/aside";
import { lasting } from "../base/browser";
import { t } from "../base/lazytexts";
import { Hand } from "../table/hand";
import { levelWord } from "../seats/levels";
import { linkState, post } from "../service/link";
import { clearSelection } from "../table/moves";
import { Coming, fetchTable, OwnTable, useOwnTable } from "./owntable";
import { gameAtTable } from "../cards/faces";
import { language } from "../base/settings";
import { busy, go, name, notice, pupil, table } from "../service/store";
import { TurnLine } from "../table/table";
import { isInTab } from "../base/place";
import { isTurning, TurningBar } from "../table/turning";
import { ownHand } from "../table/zones";
import { Button } from "../shell/button";
import { ShareText } from "../shell/sharetext";

/** As `/daily/GAME` tells it. */
interface Moment extends Omit<Aside, "name" | "version"> {
  day: string;
  outcome: string;
  scores: number[];
  low_wins: boolean;
  strong: number | null;
}

const current = signal<Moment | null>(null);
const WAIT_MS = 2500; // until it is asked again whether the strong player is done; longer each time
const LONGEST_MS = 60_000;

/** My moves of a deal; this browser remembers them. */
function keyOf(game: string, day: string): string {
  return `dealt.daily.${game}.${day}`;
}

function movesOf(game: string, day: string): string {
  return lasting.read(keyOf(game, day)) ?? "";
}

let moves = "";
let visit = 0; // what was asked before the screen was begun anew comes too late

async function load(game: string, day: string, moveList: string, isKept = true): Promise<boolean> {
  const query = new URLSearchParams({ day, moves: moveList, lang: language.peek() });
  if (name.peek() !== "") query.set("name", name.peek());
  const thisVisit = visit;
  const moment = await fetchTable<Moment>(`/daily/${encodeURIComponent(game)}?${query}`);
  if (moment === null || thisVisit !== visit) return false;
  show(moment, moveList, isKept);
  return true;
}

function show(moment: Moment, moveList: string, isKept: boolean): void {
  moves = moveList;
  current.value = moment;
  if (isKept) lasting.write(keyOf(moment.game, moment.day), moveList);
  const version = moveList === "" ? 0 : moveList.split(".").length;
  if (pupil.peek() !== null) table.value = aside({ ...moment, name: `daily ${moment.day}`, version });
}

async function play(move: { action: number } | { text: string }): Promise<boolean> {
  const moment = current.value;
  if (moment === null || busy.value || !("action" in move)) return false;
  notice.value = null;
  const moveList = moves === "" ? String(move.action) : `${moves}.${move.action}`;
  if (!(await load(moment.game, moment.day, moveList))) return false;
  clearSelection();
  return true;
}

/** The deal of today, with the moves that were made already. */
async function begin(game: string): Promise<void> {
  visit += 1;
  current.value = null;
  if (!(await load(game, "", "", false))) return;
  const today = current.peek() as Moment | null;
  if (today === null) return;
  const moveList = movesOf(game, today.day);
  if (moveList !== "") await load(game, today.day, moveList);
}

const ME = { play, hint: () => (notice.value = { kind: "hint", text: t("no_move") }) };

/** A date as it is read; in what is shared it stays as the service has it. */
function dateText(day: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
}

export function DailyScreen({ subject: game }: { subject: string }) {
  useOwnTable(game, ME, begin);
  const moment = current.value;
  const frame = table.value;
  if (moment === null || frame === null) return <Coming />;
  const isOver = moment.scores.length > 0;
  return (
    <OwnTable
      frame={frame}
      about={t("daily_of", { day: dateText(moment.day) })}
      heading={t("daily_title", { game: moment.title, day: moment.day })}
      isOver={isOver}
    >
      {isOver && (isTurning.value ? <TurningBar /> : <Result moment={moment} />)}
      {!isOver && (
        <>
          <div class="status">
            <TurnLine frame={frame} />
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
    </OwnTable>
  );
}

/** What was made of it, beside what the strong player made of it; and the words to pass on. */
function Result({ moment }: { moment: Moment }) {
  const attempts = useSignal(0);
  const ownScore = moment.scores[moment.seat] ?? 0;
  const strong = moment.strong;
  const who = levelWord(gameAtTable.value, "strong");
  useEffect(() => {
    if (strong !== null) return undefined;
    const wait = Math.min(WAIT_MS * (attempts.value + 1), LONGEST_MS);
    const timer = window.setTimeout(() => {
      attempts.value += 1;
      void load(moment.game, moment.day, moves);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [moment]);
  const points = t("daily_points", { n: ownScore });
  const compared = strong === null ? t("daily_thinking", { who }) : t("daily_strong", { who, n: strong });
  const lead = strong === null ? 0 : (ownScore - strong) * (moment.low_wins ? -1 : 1);
  const verdict = lead > 0 ? "daily_better" : lead < 0 ? "daily_worse" : "daily_equal";
  const link = `${location.origin}${location.pathname}#/daily/${moment.game}`;
  const text = [
    t("daily_title", { game: moment.title, day: moment.day }),
    strong === null ? points : `${points} · ${compared}`,
    link,
  ].join("\n");
  return (
    <section class="between" aria-label={t("round_over")}>
      <div class="ending">
        <h2>{points}</h2>
        <p class="outcome">{moment.outcome}</p>
        <p role="status">{strong === null ? compared : `${compared}. ${t(verdict)}`}</p>
      </div>
      <ShareText text={text} label={t("daily_share")}>
        <Button text={t("leave")} press={() => go("#/")} />
      </ShareText>
      {!isInTab && <Friends moment={moment} />}
    </section>
  );
}

/** As `POST /daily/GAME` tells it. */
interface Comparison {
  points: number;
  friends: { name: string; points: number }[];
}

/** What friends have made of it; of me, too, the first result counts. */
function Friends({ moment }: { moment: Moment }) {
  const { game, day, scores, seat, low_wins } = moment;
  const answer = useSignal<Comparison | null>(null);
  useEffect(() => {
    if (linkState.value !== "open") return; // who I am is known then
    const body = {
      day,
      moves: moves
        .split(".")
        .filter((move) => move !== "")
        .map(Number),
    };
    void post<Comparison>(`/daily/${encodeURIComponent(game)}`, body).then(
      (told) => {
        answer.value = told;
      },
      () => {
        answer.value = null; // a deal of another day, say
      },
    );
  }, [game, day, linkState.value]);
  const comparison = answer.value;
  if (comparison === null) return null;
  const me = { name: t("daily_me"), points: comparison.points, isMe: true };
  const all = [me, ...comparison.friends.map((friend) => ({ ...friend, isMe: false }))];
  all.sort((a, b) => (a.points - b.points) * (low_wins ? 1 : -1));
  return (
    <section class="friends" aria-labelledby="friends-title">
      <h3 id="friends-title">{t("daily_friends")}</h3>
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
      {comparison.points !== scores[seat] && <p>{t("daily_first", { n: comparison.points })}</p>}
    </section>
  );
}
