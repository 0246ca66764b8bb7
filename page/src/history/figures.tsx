/** What my matches come to: wins with their intervals, rows of wins, points over time. */

import { t } from "../base/lazytexts";
import { number, percent } from "../lab/figures";
import { Facts, WideRows } from "../lab/parts";
import type { Figures, Head, Tally } from "../protocol";
import { levelWord } from "../seats/levels";
import { games, titleOf } from "../service/store";
import { chosenGame, dayOf } from "../seats/matches";

const CHART = { width: 455, height: 120 };

export function OwnFigures({ figures, matches }: { figures: Figures; matches: readonly Head[] }) {
  const { total, streak, longest } = figures;
  if (total.matches === 0) return <p class="faint">{t("figures_none")}</p>;
  const game = chosenGame.value || (figures.games.length === 1 ? (figures.games[0]?.name ?? "") : "");
  const word = (level: string) =>
    levelWord(
      games.value.find(({ name, levels }) => levels.includes(level) && (game === "" || name === game)),
      level,
    );
  return (
    <section aria-labelledby="own-figures">
      <h2 id="own-figures">{t("figures")}</h2>
      <Facts
        facts={[
          [t("figures_matches"), number(total.matches, 0)],
          [t("figures_share"), shareOf(total)],
          [t("figures_streak"), number(streak, 0)],
          [t("figures_longest"), number(longest, 0)],
        ]}
      />
      <Course matches={matches.filter((match) => match.game === game && match.seat !== null && match.over)} />
      {game === "" && <Tallies title={t("which_game")} tallies={figures.games} word={titleOf} />}
      <Tallies title={t("figures_levels")} tallies={figures.levels} word={word} />
      <Tallies title={t("figures_people")} tallies={figures.people} word={(name) => name} />
      <p class="faint">{t("figures_about")}</p>
    </section>
  );
}

/** A share of wins; with few matches its interval says more than the share. */
function shareOf({ matches, wins, low, high }: Tally): string {
  return `${percent(wins / matches, 0)} (${number(100 * low, 0)}–${percent(high, 0)})`;
}

interface TalliesProps {
  title: string;
  tallies: readonly Tally[];
  word: (name: string) => string;
}

function Tallies({ title, tallies, word }: TalliesProps) {
  if (tallies.length === 0) return null;
  return (
    <WideRows
      label={title}
      columns={[title, t("figures_matches"), t("history_won"), t("figures_share")]}
      rows={tallies.map((tally) => [word(tally.name), tally.matches, tally.wins, shareOf(tally)])}
    />
  );
}

/** The points of one match after the other. */
function Course({ matches }: { matches: readonly Head[] }) {
  const points = matches.map((match) => match.points[match.seat ?? 0] ?? 0).reverse();
  if (points.length < 2) return null;
  const [low, high] = [Math.min(...points, 0), Math.max(...points, 0)];
  const x = (i: number) => (i * CHART.width) / (points.length - 1);
  const y = (value: number) => ((high - value) / (high - low || 1)) * CHART.height;
  const mean = points.reduce((sum, each) => sum + each, 0) / points.length;
  const text = t("course", {
    n: points.length,
    since: dayOf(matches.at(-1)?.ended_at ?? 0),
    low: number(Math.min(...points), 0),
    high: number(Math.max(...points), 0),
    mean: number(mean, 1),
  });
  return (
    <figure class="curve">
      <svg viewBox={`-52 -10 ${CHART.width + 60} ${CHART.height + 20}`} role="img" aria-label={text}>
        {[...new Set([low, 0, high])].map((value) => (
          <g key={value}>
            <path d={`M0 ${y(value)}H${CHART.width}`} class={value === 0 ? "fold-line" : "grid"} />
            <text x="-5" y={y(value) + 4} text-anchor="end">
              {number(value, 0)}
            </text>
          </g>
        ))}
        <polyline points={points.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join(" ")} />
        <path
          d={points.map((value, i) => `M${x(i).toFixed(1)} ${y(value).toFixed(1)}h0`).join("")}
          class="dots"
        />
      </svg>
      <figcaption class="faint">{text}</figcaption>
    </figure>
  );
}
