/** The exact odds: heat maps of Penney's game, and the values of Three-card Poker. */

import { useSignal } from "@preact/signals";
import { t } from "../base/lazytexts";
import type { Key } from "../base/lazytexts";
import { number, percent, shade, whole } from "./figures";
import { WITH_ODDS } from "./games";
import { Shares, useFigures, Waiting } from "./parts";
import { PIPS } from "../cards/pips";
import { Race } from "./race";
import { PokerValues } from "./values";
import { Choice } from "../shell/choice";
import { Select } from "../shell/select";
import { Rows } from "../shell/rows";
import { into } from "../base/putting";

type Scoring = "tricks" | "cards";

interface Cell {
  win: number;
  draw: number;
  lose: number;
  best: boolean;
}

interface Heat {
  rows: (Cell | null)[][];
  first: string[];
  mixed: Record<string, number>;
  fair: [string, string][];
}

interface AllPairs {
  deck: number;
  decks: string;
  offered: number[];
  choices: string[];
  maps: Record<Scoring, Heat>;
}

interface Scored extends Omit<Cell, "best"> {
  taken: [number, number];
  spread: number;
  differences: [number, number][];
  why: string[];
}

interface OnePair {
  mine: string;
  other: string;
  by: Record<Scoring, Scored>;
  first_trick: [number, number, number];
  endless: number;
}

const USUAL_DECK = 26;
const SCORINGS = ["tricks", "cards"] as const;

export function OddsScreen({ subject }: { subject: string }) {
  return (
    <div class="figures">
      <nav class="tabs" aria-label={t("odds")}>
        {WITH_ODDS.map((game) => (
          <a
            key={game}
            class="button quiet"
            href={`#/odds/${game}`}
            {...(subject === game ? { "aria-current": "page" as const } : {})}
          >
            {t(`odds_${game}`)}
          </a>
        ))}
      </nav>
      {subject === "three-card-poker" ? <PokerValues /> : <PenneyOdds />}
    </div>
  );
}

function PenneyOdds() {
  const by = useSignal<Scoring>("tricks");
  const deck = useSignal(USUAL_DECK);
  const pair = useSignal<{ mine: string; other: string } | null>(null);
  const { data, trouble } = useFigures<AllPairs>(`/odds/penney?deck=${deck.value}`);
  return (
    <>
      <h1>{t("penney_title")}</h1>
      <p class="lead">{t("penney_lead")}</p>
      <div class="asking">
        <Choice
          label={t("who_wins_by")}
          name="by"
          value={by.value}
          values={SCORINGS.map((scoring) => [scoring, t(`by_${scoring}`)])}
          choose={into(by)}
        />
        <label class="line">
          <span>{t("deck")}</span>
          <Select
            name="deck"
            value={deck.value}
            values={(data?.offered ?? [USUAL_DECK]).map((n) => [n, t("deck_of", { n })])}
            choose={into(deck)}
          />
        </label>
      </div>
      {data === null ? (
        <Waiting trouble={trouble} />
      ) : (
        <Pairs
          all={data}
          by={by.value}
          pair={pair.value ?? usualPair(data, by.value)}
          choose={(mine, other) => {
            pair.value = { mine, other };
          }}
        />
      )}
    </>
  );
}

/** The first choice that is hardest to answer, and the best reply to it. */
function usualPair(all: AllPairs, by: Scoring): { mine: string; other: string } {
  const { first, rows } = all.maps[by];
  const other = first[0] ?? "RRR";
  const place = rows[all.choices.indexOf(other)]?.findIndex((cell) => cell?.best) ?? 0;
  return { mine: all.choices[place] ?? "BRR", other };
}

interface PairsProps {
  all: AllPairs;
  by: Scoring;
  pair: { mine: string; other: string };
  choose: (own: string, other: string) => void;
}

function Pairs({ all, by, pair, choose }: PairsProps) {
  const heat = all.maps[by];
  return (
    <>
      <HeatTable all={all} by={by} pair={pair} choose={choose} />
      <p class="legend">
        <span class="scale" aria-hidden="true">
          {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => (
            <span key={share} style={shade(share)}>
              {percent(share, 0)}
            </span>
          ))}
        </span>
        <span>
          <BestMark /> {t("best_reply")}
        </span>
        <span class="faint">{t("heat_cell")}</span>
      </p>
      <PairAsked all={all} pair={pair} choose={choose} by={by} />
      <Race path="/odds/penney" offered={all.offered} />
      <section aria-label={t("choosing_well")}>
        <h2>{t("choosing_well")}</h2>
        <ul class="points">
          <li>{t("hardest", { choices: heat.first.join(", ") })}</li>
          <li>
            {t("at_once", {
              mixed: Object.entries(heat.mixed)
                .map(([choice, share]) => `${choice} ${percent(share)}`)
                .join(", "),
            })}
          </li>
          <li>{t("fair_pairs", { n: heat.fair.length })}</li>
        </ul>
      </section>
    </>
  );
}

function BestMark() {
  return (
    <svg class="best-mark" viewBox="-12 -12 24 24" aria-hidden="true">
      <path d={PIPS.P} fill="currentColor" />
    </svg>
  );
}

/** Three colours, in letters on their colours; read out in words. */
function Triplet({ choice }: { choice: string }) {
  const spoken = [...choice].map((letter) => t(letter === "R" ? "red" : "black")).join(" ");
  return (
    <span class="triplet" role="img" aria-label={spoken}>
      {[...choice].map((letter, i) => (
        <span key={i} data-colour={letter} aria-hidden="true">
          {letter}
        </span>
      ))}
    </span>
  );
}

function HeatTable({ all, by, pair, choose }: PairsProps) {
  const heat = all.maps[by];
  return (
    <div class="heat-place">
      <table class="heat" data-by={by}>
        <caption>
          {t("heat_title", { by: t(`by_${by}`) })}{" "}
          <span class="faint">
            {t("heat_decks", { decks: whole(all.decks) })} {t("heat_axes")}
          </span>
        </caption>
        <thead>
          <tr>
            <td>
              <span class="hidden">{t("heat_axes")}</span>
            </td>
            {all.choices.map((choice) => (
              <th key={choice} scope="col">
                <Triplet choice={choice} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.rows.map((row, i) => {
            const other = all.choices[i] ?? "";
            return (
              <tr key={other}>
                <th scope="row">
                  <Triplet choice={other} />
                </th>
                {row.map((cell, j) => {
                  const own = all.choices[j] ?? "";
                  return (
                    <HeatCell
                      key={own}
                      cell={cell}
                      is={pair.mine === own && pair.other === other}
                      choose={() => choose(own, other)}
                    />
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function HeatCell({ cell, is, choose }: { cell: Cell | null; is: boolean; choose: () => void }) {
  if (cell === null)
    return (
      <td class="same">
        <span aria-hidden="true">–</span>
        <span class="hidden">{t("same_choice")}</span>
      </td>
    );
  return (
    <td>
      <button type="button" class="cell" style={shade(cell.win)} aria-pressed={is} onClick={choose}>
        <b>{Math.round(cell.win * 100)}</b>
        <small>
          <span class="hidden">{t("ends_draw")} </span>({Math.round(cell.draw * 100)})
        </small>
        {cell.best && (
          <>
            <BestMark />
            <span class="hidden">{t("best_reply")}</span>
          </>
        )}
      </button>
    </td>
  );
}

/** A pair: chosen in the heat map or here, with all that is known of it. */
function PairAsked({ all, by, pair, choose }: PairsProps) {
  const path = `/odds/penney/${pair.mine}/${pair.other}?deck=${all.deck}`;
  const { data, trouble } = useFigures<OnePair>(path);
  const ask = (key: Key, value: string, set: (choice: string) => void, not: string) => (
    <label>
      <span>{t(key)}</span>
      <Select
        name={key}
        value={value}
        values={all.choices.filter((choice) => choice !== not).map((choice) => [choice, choice])}
        choose={set}
      />
    </label>
  );
  return (
    <section class="pair-asked" aria-label={t("one_pair")}>
      <h2>
        <Triplet choice={pair.mine} /> {t("against")} <Triplet choice={pair.other} />
      </h2>
      <div class="two-choices">
        {ask("my_choice", pair.mine, (mine) => choose(mine, pair.other), pair.other)}
        {ask("their_choice", pair.other, (other) => choose(pair.mine, other), pair.mine)}
      </div>
      {data === null ? <Waiting trouble={trouble} /> : <PairFound pair={data} by={by} />}
    </section>
  );
}

function PairFound({ pair, by }: { pair: OnePair; by: Scoring }) {
  const scored = pair.by[by];
  return (
    <>
      <Shares
        parts={[
          ["win", scored.win],
          ["draw", scored.draw],
          ["lose", scored.lose],
        ]}
      />
      <Rows
        caption={<span class="hidden">{t("one_pair")}</span>}
        columns={["", pair.mine, pair.other]}
        rows={[
          ...SCORINGS.map((scoring) => [
            t(`mean_${scoring}`),
            ...pair.by[scoring].taken.map((n) => number(n)),
          ]),
          [t("first_trick"), ...pair.first_trick.map((share) => percent(share))],
          [t("endless"), percent(pair.endless), percent(1 - pair.endless)],
        ]}
      />
      <Differences scored={scored} by={by} pair={pair} />
      <div class="why">
        <h3>{t("why_best", { other: pair.other })}</h3>
        {scored.why.map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      </div>
    </>
  );
}

const CHART = { width: 300, height: 90, foot: 16 };

/** How often the difference is what, as columns. */
function Differences({ scored, by, pair }: { scored: Scored; by: Scoring; pair: OnePair }) {
  const most = Math.max(...scored.differences.map(([, share]) => share));
  const [from = 0, to = 0] = [scored.differences[0]?.[0], scored.differences.at(-1)?.[0]];
  const step = CHART.width / (to - from + 1);
  const marks = [from, 0, to].filter((at, i, all) => all.indexOf(at) === i);
  return (
    <figure class="differences">
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height + CHART.foot}`}
        role="img"
        aria-label={t("differences_text", {
          mine: pair.mine,
          mean: number(scored.taken[0] - scored.taken[1], 2, true),
          spread: number(scored.spread),
        })}
      >
        {scored.differences.map(([at, share]) => {
          const high = (share / most) * CHART.height;
          const kind = at > 0 ? "win" : at < 0 ? "lose" : "draw";
          return (
            <rect
              key={at}
              class={`part-${kind}`}
              x={(at - from) * step}
              y={CHART.height - high}
              width={Math.max(step * 0.85, 0.6)}
              height={high}
            />
          );
        })}
        {marks.map((at) => (
          <text
            key={at}
            x={at === from ? 0 : at === to ? CHART.width : (at - from + 0.5) * step}
            y={CHART.height + 13}
            text-anchor={at === from ? "start" : at === to ? "end" : "middle"}
          >
            {number(at, 0, true)}
          </text>
        ))}
      </svg>
      <figcaption class="faint">
        {t(`differences_${by}`, { mine: pair.mine, other: pair.other })}{" "}
        {t("mean_and_spread", {
          mean: number(scored.taken[0] - scored.taken[1], 2, true),
          spread: number(scored.spread),
        })}
      </figcaption>
    </figure>
  );
}
