/** The deals of the day: those of today, and what was made of all that were played in this browser. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../base/lazytexts";
import { language } from "../base/settings";
import { number } from "../lab/figures";
import { Facts, WideRows } from "../lab/parts";
import { answerOf, linkState } from "../service/link";
import { games, notice, titleOf } from "../service/store";
import { Button } from "../shell/button";
import { Rows } from "../shell/rows";
import { Notices } from "../shell/line";
import { sure } from "../shell/question";
import { saveCsv, saveJson } from "../base/tables";
import { request } from "../tab/carrier";
import { begun, dateOf, daysInARow, forgetAll, keep, movesOf, played, readPlayed } from "./played";
import type { Deal, Outcome, Played } from "./played";
import { Select } from "../shell/select";
import { into } from "../base/putting";

const FIRST_ROWS = 20; // rows of the table; more are shown when somebody asks
const MOST_FOUND_OUT = 20; // results at a time
const AGAIN_MS = 10_000; // until more is asked
const looked = new Set<string>(); // deals that were asked for: some are not finished

/**
 * Results that are not known yet follow from the moves: those of before results were kept, and how
 * the computer player did lately. That takes a while, so it plays one deal at a time.
 */
async function findOut(): Promise<void> {
  const byDeal = new Map(played.value.map((each) => [`${each.game} ${each.day}`, each]));
  const lately = dateOf(Date.now(), -1);
  const deals = begun().map((deal) => ({ ...deal, key: `${deal.game} ${deal.day}` }));
  const unknown = deals.filter(({ key }) => !byDeal.has(key) && !looked.has(key));
  for (const deal of unknown.slice(0, MOST_FOUND_OUT)) {
    looked.add(deal.key);
    await ask(deal, "0");
  }
  const running = deals.find(({ key, day }) => byDeal.get(key)?.strong === null && day >= lately);
  if (running !== undefined) await ask(running, "1");
}

async function ask({ game, day, moves }: Deal, compare: string): Promise<void> {
  try {
    const query = new URLSearchParams({ day, moves, compare });
    const answer = await request(`/daily/${encodeURIComponent(game)}?${query}`);
    const { result } = await answerOf<{ result: Outcome | null }>(answer);
    if (result !== null) keep({ ...result, game, day, at: day });
  } catch {
    // another version of the game, or no connection
  }
}

function dayText(day: string): string {
  const isOfNow = day.startsWith(dateOf(Date.now()).slice(0, 4));
  const year = isOfNow ? undefined : "numeric";
  const format = { day: "numeric", month: "short", year, timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language.value, format).format(new Date(day));
}

/** Which game is looked at; empty: all. */
const chosenGame = signal("");

export function DealsScreen() {
  useEffect(() => {
    if (linkState.value !== "open") return undefined;
    void findOut();
    const timer = window.setInterval(() => {
      if (!document.hidden) void findOut();
    }, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [linkState.value]);
  const known = [...new Set(played.value.map(({ game }) => game))].sort();
  const game = known.includes(chosenGame.value) ? chosenGame.value : "";
  const all = game === "" ? played.value : played.value.filter((each) => each.game === game);
  const isOneGame = game !== "" || known.length === 1;
  return (
    <div class="deals">
      <h1>{t("deals")}</h1>
      <Notices />
      <Today />
      <section aria-labelledby="deals-results">
        <header>
          <h2 id="deals-results">{t("deals_results")}</h2>
          {known.length > 1 && (
            <Select
              label={t("which_game")}
              value={game}
              values={[["", t("deals_all")], ...known.map((name) => [name, titleOf(name)] as const)]}
              choose={into(chosenGame)}
            />
          )}
        </header>
        {all.length === 0 ? (
          <p>{t("deals_none")}</p>
        ) : (
          <>
            <Summary all={all} isOneGame={isOneGame} />
            <Charts all={all} />
            <List all={all} isOneGame={game !== ""} />
          </>
        )}
        <Files />
      </section>
    </div>
  );
}

/** Each game's deal of today, and how far it is. */
function Today() {
  const day = dateOf(Date.now());
  return (
    <section aria-labelledby="deals-today">
      <h2 id="deals-today">
        {t("deals_today")} <small>{dayText(day)}</small>
      </h2>
      <ul class="deals-today">
        {games.value.map(({ name, title }) => {
          const result = played.value.find((each) => each.game === name && each.day === day);
          const state =
            result !== undefined
              ? `${t("daily_points", { n: number(result.points, 0) })} ✓`
              : t(movesOf(name, day) === "" ? "deals_play" : "deals_on");
          return (
            <li key={name}>
              <a class={result === undefined ? "button main" : "button"} href={`#/daily/${name}`}>
                <b>{title}</b> <span>{state}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Summary({ all, isOneGame }: { all: readonly Played[]; isOneGame: boolean }) {
  const points = all.map((each) => each.points);
  const best = all[0]?.low_wins === true ? Math.min(...points) : Math.max(...points);
  const mean = points.reduce((sum, each) => sum + each, 0) / points.length;
  const { now, most } = daysInARow(all);
  const facts: [string, string][] = [
    [t("deals_count"), number(all.length, 0)],
    [t("deals_row"), number(now, 0)],
    [t("deals_row_most"), number(most, 0)],
  ];
  if (isOneGame) facts.push([t("deals_best"), number(best, 0)], [t("deals_mean"), number(mean, 1)]);
  return <Facts facts={facts} />;
}

/** How often one was better than the computer player, and how often in which place. */
function Charts({ all }: { all: readonly Played[] }) {
  const leads = ([1, 0, -1] as const).map((lead) => all.filter((each) => each.lead === lead).length);
  const verdicts = [t("deals_better"), t("deals_equal"), t("deals_worse")];
  const places = Math.max(...all.map((each) => each.places));
  const isSame = all.every((each) => each.places === places);
  return (
    <div class="deals-charts">
      {leads.some((count) => count > 0) && (
        <Bars title={t("deals_strong")} rows={verdicts.map((text, i) => [text, leads[i] ?? 0])} />
      )}
      {isSame && places > 1 && (
        <Bars
          title={t("deals_places")}
          rows={Array.from({ length: places }, (_, i) => [
            t("deals_place", { n: i + 1, all: places }),
            all.filter(({ place }) => place === i + 1).length,
          ])}
        />
      )}
    </div>
  );
}

function Bars({ title, rows }: { title: string; rows: [string, number][] }) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const bar = (n: number) => (
    <>
      <span class="bar" aria-hidden="true" style={{ width: `${(70 * n) / most}%` }} /> {n}
    </>
  );
  return <Rows look="bars" caption={title} rows={rows.map(([text, count]) => [text, bar(count)])} />;
}

const HEADS = ["deals_day", "which_game", "deals_points", "deals_place_of", "deals_computer"] as const;

/** The deals, each a way to its table and its cards. */
function List({ all, isOneGame }: { all: readonly Played[]; isOneGame: boolean }) {
  const limit = useSignal(FIRST_ROWS);
  const rest = all.length - limit.value;
  return (
    <>
      <WideRows
        label={t("deals")}
        look="plain deals-table"
        columns={HEADS.filter((key) => !isOneGame || key !== "which_game").map((key) => t(key))}
        rows={all.slice(0, limit.value).map(({ game, day, points, place, places, strong }) => [
          <a key={day} href={`#/daily/${game}/${day}`} aria-label={`${dayText(day)}, ${titleOf(game)}`}>
            {dayText(day)}
          </a>,
          ...(isOneGame ? [] : [titleOf(game)]),
          points,
          places > 1 && <span>{`${place}/${places}`}</span>,
          strong,
        ])}
        format={(n) => number(n, 0)}
      />
      {rest > 0 && (
        <Button
          text={tn("deals_more", rest)}
          press={() => {
            limit.value = all.length;
          }}
        />
      )}
    </>
  );
}

const COLUMNS = ["day", "game", "points", "low_wins", "place", "places", "strong", "lead", "at"] as const;

/** The results as files, and away with them. */
function Files() {
  const isEmpty = played.value.length === 0;
  const forget = async () => {
    const title = t("deals_delete");
    if (await sure({ title, text: t("deals_delete_text"), yes: title })) forgetAll();
  };
  const restore = async (file: File) => {
    const results = readPlayed(await file.text());
    keep(...results);
    const text =
      results.length === 0
        ? t("deals_no_file", { file: file.name })
        : t("deals_restored", { n: played.value.length });
    notice.value = { kind: results.length === 0 ? "refusal" : "news", text };
  };
  return (
    <>
      <p class="faint">{t("deals_kept")}</p>
      <div class="buttons">
        {!isEmpty && (
          <>
            <Button
              text={t("save_csv")}
              press={() =>
                saveCsv("dealt-deals.csv", [
                  [...COLUMNS],
                  ...played.value.map((each) => COLUMNS.map((column) => `${each[column] ?? ""}`)),
                ])
              }
            />
            <Button text={t("save_json")} press={() => saveJson("dealt-deals.json", played.value)} />
          </>
        )}
        <label class="button quiet">
          <input
            type="file"
            class="hidden"
            accept="application/json,.json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void restore(file);
              event.currentTarget.value = "";
            }}
          />
          {t("deals_restore")}
        </label>
        {!isEmpty && <Button text={t("deals_delete")} press={forget} />}
      </div>
    </>
  );
}
