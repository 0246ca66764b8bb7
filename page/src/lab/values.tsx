/** Three-card Poker: what every hand is worth, exactly, and which are to be played. */

import { useSignal } from "@preact/signals";
import { Card } from "../cards/card";
import { t } from "../base/lazytexts";
import type { Key } from "../base/lazytexts";
import { rankText, spoken } from "../cards/faces";
import { number, percent } from "./figures";
import { Shares, useFigures, Waiting, WideRows } from "./parts";
import type { Ending } from "./parts";
import { Choice } from "../shell/choice";
import { Select } from "../shell/select";
import { Rows } from "../shell/rows";
import { into } from "../base/putting";

type Model = "deck" | "independent";

interface Hand {
  hand: string[];
  chance: number;
  play: number;
  ends: Record<"dealer_folds" | "win" | "tie" | "lose", number>;
}

interface Strategy {
  hands: number;
  points: number;
  exactly: string;
  ends: Hand["ends"] & { fold: number };
}

interface Values {
  pay: Record<"fold" | "dealer_folds" | "win" | "lose", number>;
  models: Record<
    Model,
    {
      strategies: Record<"best" | "threshold" | "always_play" | "always_fold", Strategy>;
      is_threshold: boolean;
      weakest: string[];
      hands: Hand[];
    }
  >;
}

const PATH = "/odds/three-card-poker";
const MODELS = ["deck", "independent"] as const;
const RANKS = [..."AKQJX98765432"];
const ENDS = ["dealer_folds", "win", "tie", "lose"] as const;

export function PokerValues() {
  const { data, trouble } = useFigures<Values>(PATH);
  const model = useSignal<Model>("deck");
  return (
    <>
      <h1>{t("poker_title")}</h1>
      <p class="lead">{t("poker_lead")}</p>
      <div class="asking">
        <Choice
          label={t("dealt_from")}
          name="model"
          value={model.value}
          values={MODELS.map((name) => [name, t(`model_${name}`)])}
          choose={into(model)}
        />
      </div>
      {data === null ? <Waiting trouble={trouble} /> : <ModelValues values={data} model={model.value} />}
    </>
  );
}

function ModelValues({ values, model }: { values: Values; model: Model }) {
  const { strategies, weakest, is_threshold: isThreshold } = values.models[model];
  return (
    <>
      <section class="threshold" aria-label={t("best_strategy")}>
        <h2>{t("best_strategy")}</h2>
        <p class="cards">
          {weakest.map((rank, i) => (
            <Card key={i} face={rank} />
          ))}
        </p>
        <div>
          <p class="said">{t("play_or_better", { hand: weakest.map(rankText).join(" ") })}</p>
          <p>
            {t("costs", { points: number(strategies.best.points, 3, true) })}{" "}
            <span class="faint">{t("exactly", { fraction: strategies.best.exactly })}</span>
          </p>
          {isThreshold && <p class="faint">{t("no_better")}</p>}
        </div>
      </section>
      <HandAsked values={values} model={model} />
      <Curve values={values} model={model} />
      <h2>{t("strategies")}</h2>
      <WideRows
        label={t("strategies")}
        columns={[
          t("strategy"),
          t("points_a_round"),
          ...(["fold", ...ENDS] as const).map((name) => t(`ends_${name}`)),
        ]}
        rows={(["best", "always_play", "always_fold"] as const).map((name) => [
          t(`strategy_${name}`),
          number(strategies[name].points, 3, true),
          ...(["fold", ...ENDS] as const).map((end) => percent(strategies[name].ends[end], 1)),
        ])}
      />
      <Rows
        caption={t("pay_table")}
        rows={(["fold", "dealer_folds", "win", "lose"] as const).map((name) => [
          t(`pay_${name}`),
          number(values.pay[name], 0, true),
        ])}
      />
    </>
  );
}

/** Three ranks to be chosen, and what they are worth. */
function HandAsked({ values, model }: { values: Values; model: Model }) {
  const chosen = useSignal(["Q", "6", "4"]);
  const ask = (place: number, key: Key) => (
    <label>
      <span>{t(key)}</span>
      <Select
        name={key}
        value={chosen.value[place] ?? ""}
        values={RANKS.map((rank) => [rank, rankText(rank)])}
        choose={(rank) => {
          chosen.value = chosen.value.map((each, i) => (i === place ? rank : each));
        }}
      />
    </label>
  );
  return (
    <section class="hand-asked" aria-label={t("one_hand")}>
      <h2>{t("one_hand")}</h2>
      <div class="two-choices">
        {ask(0, "first_card")}
        {ask(1, "second_card")}
        {ask(2, "third_card")}
      </div>
      <Worth values={values} model={model} hand={chosen.value} />
    </section>
  );
}

function inOrder(hand: readonly string[]): string[] {
  return [...hand].sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b));
}

function Worth({ values, model, hand }: { values: Values; model: Model; hand: readonly string[] }) {
  const sought = inOrder(hand).join("");
  const row = values.models[model].hands.find((each) => each.hand.join("") === sought);
  if (row === undefined) return null;
  const isPlayed = row.play > values.pay.fold;
  return (
    <div class="worth">
      <p class="cards">
        {row.hand.map((rank, i) => (
          <Card key={i} face={rank} />
        ))}
      </p>
      <dl>
        <div data-best={isPlayed}>
          <dt>{t("worth_play")}</dt>
          <dd>{number(row.play, 3, true)}</dd>
        </div>
        <div data-best={!isPlayed}>
          <dt>{t("worth_fold")}</dt>
          <dd>{number(values.pay.fold, 3, true)}</dd>
        </div>
      </dl>
      <p class="said" role="status">
        {t(isPlayed ? "better_play" : "better_fold", {
          points: number(Math.abs(row.play - values.pay.fold)),
        })}
      </p>
      <Shares parts={ENDS.map((name): [Ending, number] => [name, row.ends[name]])} />
      <p class="faint">{t("dealt_how_often", { share: percent(row.chance) })}</p>
    </div>
  );
}

const CHART = { width: 455, height: 120, low: -20, high: 20 };

/** The worth of playing each hand, from the weakest to the strongest, beside that of folding. */
function Curve({ values, model }: { values: Values; model: Model }) {
  const hands = [...values.models[model].hands].reverse();
  const y = (points: number) => ((CHART.high - points) / (CHART.high - CHART.low)) * CHART.height;
  const fold = values.pay.fold;
  const weakest = hands.findIndex((hand) => hand.play > fold);
  const text = t("curve_text", {
    hand: (hands[weakest]?.hand ?? []).map((rank) => spoken(rank)).join(" "),
    n: hands.filter((hand) => hand.play > fold).length,
  });
  return (
    <figure class="curve">
      <svg viewBox={`-42 -10 ${CHART.width + 48} ${CHART.height + 20}`} role="img" aria-label={text}>
        {[20, 10, 0, -10, -20].map((points) => (
          <g key={points}>
            <path d={`M0 ${y(points)}H${CHART.width}`} class={points === fold ? "fold-line" : "grid"} />
            <text x="-5" y={y(points) + 4} text-anchor="end">
              {number(points, 0, true)}
            </text>
          </g>
        ))}
        <polyline points={hands.map((hand, i) => `${i} ${y(hand.play).toFixed(1)}`).join(" ")} />
        <path d={`M${weakest} 0V${CHART.height}`} class="threshold-line" />
      </svg>
      <figcaption class="faint">{text}</figcaption>
    </figure>
  );
}

/** What the hand at a table is worth; `of` is the dealing model and the ranks: `deck/QX4`. */
export function HandValues({ subject }: { subject: string }) {
  const { data, trouble } = useFigures<Values>(PATH);
  const [model, hand = ""] = subject.split("/");
  if (data === null) return <Waiting trouble={trouble} />;
  return <Worth values={data} model={model === "independent" ? "independent" : "deck"} hand={[...hand]} />;
}
