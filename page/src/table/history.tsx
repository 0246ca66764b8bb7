/** What was played at a table: who won how often, with whom, since when; and as files. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../base/lazytexts";
import type { Head, HistoryFrame } from "../protocol";
import { save } from "../base/saving";
import { language } from "../base/settings";
import { say, titleOf } from "../service/store";
import { Button } from "../shell/button";

const latest = signal<HistoryFrame | null>(null);

export function HistoryOf({ subject }: { subject: string }) {
  useEffect(() => {
    void say<HistoryFrame>({ do: "history", most: 500 }).then((frame) => {
      if (frame !== null) latest.value = frame;
    });
  }, [subject]);
  const history = latest.value;
  if (history === null || history.table !== subject.split(" ")[0]) return <p role="status">{t("loading")}</p>;
  if (history.matches.length === 0) return <p>{t("history_empty")}</p>;
  return (
    <div class="stack history">
      <Standings history={history} />
      {history.pairs.length > 0 && <Pairs history={history} />}
      <Matches history={history} />
      <div class="buttons">
        <Button text={t("save_csv")} press={() => saveCsv("dealt-matches.csv", linesOf(history.matches))} />
        <Button
          text={t("save_json")}
          press={() => {
            const { matches, standings, pairs } = history;
            saveJson("dealt-matches.json", { matches, standings, pairs });
          }}
        />
      </div>
    </div>
  );
}

function dayOf(at: number): string {
  return new Date(at).toLocaleDateString(language.value, { dateStyle: "medium" });
}

function Standings({ history }: { history: HistoryFrame }) {
  return (
    <div class="score" tabIndex={0} role="group" aria-label={t("history_standings")}>
      <table>
        <caption>{t("history_standings")}</caption>
        <thead>
          <tr>
            {(["history_who", "history_won", "history_played", "history_since"] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.standings.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{row.wins}</td>
              <td>{row.matches}</td>
              <td>{dayOf(row.first_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pairs({ history }: { history: HistoryFrame }) {
  return (
    <div class="score" tabIndex={0} role="group" aria-label={t("history_pairs")}>
      <table>
        <caption>{t("history_pairs")}</caption>
        <tbody>
          {history.pairs.map((pair) => (
            <tr key={`${pair.one} ${pair.two}`}>
              <th scope="row">{t("history_pair", { one: pair.one, two: pair.two })}</th>
              <td>{tn("matches", pair.matches)}</td>
              <td>
                {pair.one_wins} : {pair.two_wins}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Matches({ history }: { history: HistoryFrame }) {
  return (
    <details>
      <summary>{tn("matches", history.matches.length)}</summary>
      <ul class="matches">
        {history.matches.map((match) => (
          <li key={match.number}>
            <b>{titleOf(match.game)}</b>, {dayOf(match.ended_at)}: {resultOf(match)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function resultOf(match: Head): string {
  return match.names
    .map((name, seat) => `${name} ${match.points[seat]}${match.winners.includes(seat) ? " ★" : ""}`)
    .join(", ");
}

/** A line for each seat of each match; what programs read is in English. */
function linesOf(matches: readonly Head[]): string[][] {
  const rows = [["match", "game", "ended_at", "name", "level", "points", "won"]];
  for (const match of [...matches].reverse())
    for (const [seat, name] of match.names.entries())
      rows.push([
        `${match.number}`,
        match.game,
        new Date(match.ended_at).toISOString(),
        name,
        match.levels[seat] ?? "",
        `${match.points[seat] ?? ""}`,
        match.winners.includes(seat) ? "1" : "0",
      ]);
  return rows;
}

/** Save lines of cells as CSV. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  save(name, new Blob([text], { type: "text/csv" }));
}

/** Save something as JSON. */
export function saveJson(name: string, data: unknown): void {
  save(name, new Blob([`${JSON.stringify(data, null, 1)}\n`], { type: "application/json" }));
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
