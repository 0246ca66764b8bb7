/** The deals of the day: those of today, and what was made of all that one has finished. */

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../base/lazytexts";
import { into } from "../base/putting";
import { language } from "../base/settings";
import { number } from "../lab/figures";
import { Facts, WideRows } from "../lab/parts";
import type { Head } from "../protocol";
import { linkState } from "../service/link";
import { games, tell, titleOf } from "../service/store";
import { Button } from "../shell/button";
import { Notices } from "../shell/line";
import { Rows } from "../shell/rows";
import { Select } from "../shell/select";
import { dateOf, daysInARow, deals, lookAtDeals, movesOf, pointsOf } from "./played";

const FIRST_ROWS = 20; // rows of the table; more are shown when somebody asks

function dayText(day: string): string {
  const isOfNow = day.startsWith(dateOf(Date.now()).slice(0, 4));
  const year = isOfNow ? undefined : "numeric";
  const format = { day: "numeric", month: "short", year, timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language.value, format).format(new Date(day));
}

function lowWins(game: string): boolean {
  return games.value.find(({ name }) => name === game)?.low_wins === true;
}

/** Which game is looked at; empty: all. */
const chosenGame = signal("");

export function DealsScreen() {
  useEffect(() => {
    if (linkState.value === "open") lookAtDeals().catch(tell);
  }, [linkState.value]);
  const known = [...new Set(deals.value.map(({ game }) => game))].sort();
  const game = known.includes(chosenGame.value) ? chosenGame.value : "";
  const all = deals.value.filter((each) => game === "" || each.game === game);
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
            <Compared all={all} />
            <List all={all} isOneGame={game !== ""} />
          </>
        )}
        <a class="button quiet" href="#/history">
          {t("own_history")}
        </a>
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
          const result = deals.value.find((each) => each.game === name && each.day === day);
          const state =
            result !== undefined
              ? `${t("daily_points", { n: number(pointsOf(result), 0) })} ✓`
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

function Summary({ all, isOneGame }: { all: readonly Head[]; isOneGame: boolean }) {
  const points = all.map(pointsOf);
  const best = lowWins(all[0]?.game ?? "") ? Math.min(...points) : Math.max(...points);
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

/** How often one was better than the computer player, and how often worse. */
function Compared({ all }: { all: readonly Head[] }) {
  const leads = all
    .filter(({ strong }) => strong !== null)
    .map((deal) => Math.sign((pointsOf(deal) - (deal.strong ?? 0)) * (lowWins(deal.game) ? -1 : 1)));
  if (leads.length === 0) return null;
  const verdicts = [t("deals_better"), t("deals_equal"), t("deals_worse")];
  const counts = [1, 0, -1].map((lead) => leads.filter((each) => each === lead).length);
  const most = Math.max(...counts);
  const bar = (n: number) => (
    <>
      <span class="bar" aria-hidden="true" style={{ width: `${(70 * n) / most}%` }} /> {n}
    </>
  );
  const rows = verdicts.map((text, i) => [text, bar(counts[i] ?? 0)]);
  return (
    <div class="deals-charts">
      <Rows look="bars" caption={t("deals_strong")} rows={rows} />
    </div>
  );
}

const HEADS = ["deals_day", "which_game", "deals_points", "deals_computer"] as const;

/** The deals, each a way to its cards. */
function List({ all, isOneGame }: { all: readonly Head[]; isOneGame: boolean }) {
  const limit = useSignal(FIRST_ROWS);
  const rest = all.length - limit.value;
  return (
    <>
      <WideRows
        label={t("deals")}
        look="plain deals-table"
        columns={HEADS.filter((key) => !isOneGame || key !== "which_game").map((key) => t(key))}
        rows={all.slice(0, limit.value).map((deal) => [
          <a
            key={deal.id}
            href={`#/match/${deal.id}`}
            aria-label={`${dayText(deal.day)}, ${titleOf(deal.game)}`}
          >
            {dayText(deal.day)}
          </a>,
          ...(isOneGame ? [] : [titleOf(deal.game)]),
          pointsOf(deal),
          deal.strong,
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
