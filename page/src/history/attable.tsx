/** What was played at a table: who won how often, with whom, since when; and as files. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { saveCsv, saveJson } from "../base/tables";
import { t, tn } from "../base/lazytexts";
import { WideRows } from "../lab/parts";
import type { HistoryFrame } from "../protocol";
import { say, titleOf } from "../service/store";
import { Button } from "../shell/button";
import { dayOf, linesOf, resultOf } from "../seats/matches";

const latest = signal<HistoryFrame | null>(null);

export function HistoryOf({ subject }: { subject: string }) {
  useEffect(() => {
    void say<HistoryFrame>({ do: "history", most: 500 }).then((frame) => {
      if (frame !== null) latest.value = frame;
    });
  }, [subject]);
  const history = latest.value;
  if (history === null || history.table !== subject.split(" ")[0]) return <p role="status">{t("loading")}</p>;
  const { matches, standings, pairs } = history;
  if (matches.length === 0) return <p>{t("history_empty")}</p>;
  return (
    <div class="stack">
      <WideRows
        label={t("history_standings")}
        caption={t("history_standings")}
        columns={[t("history_who"), t("history_won"), t("history_played"), t("history_since")]}
        rows={standings.map((row) => [row.name, row.wins, row.matches, dayOf(row.first_at)])}
      />
      {pairs.length > 0 && (
        <WideRows
          label={t("history_pairs")}
          caption={t("history_pairs")}
          rows={pairs.map((pair) => [
            t("history_pair", { one: pair.one, two: pair.two }),
            tn("matches", pair.matches),
            `${pair.one_wins} : ${pair.two_wins}`,
          ])}
        />
      )}
      <details>
        <summary>{tn("matches", matches.length)}</summary>
        <ul>
          {matches.map((match) => (
            <li key={match.number}>
              <b>{titleOf(match.game)}</b>, {dayOf(match.ended_at)}: {resultOf(match)}
            </li>
          ))}
        </ul>
      </details>
      <div class="buttons">
        <Button text={t("save_csv")} press={() => saveCsv("dealt-matches.csv", linesOf(matches))} />
        <Button
          text={t("save_json")}
          press={() => saveJson("dealt-matches.json", { matches, standings, pairs })}
        />
      </div>
    </div>
  );
}
