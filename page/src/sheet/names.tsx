/** Names of people: two that are one person are joined, and what was corrected can be taken back. */

import { useSignal } from "@preact/signals";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import { Button } from "../shell/button";
import { correctName, names } from "./evenings";
import type { Boards } from "./evenings";

const LONGEST = 40; // letters

export function Names({ boards }: { boards: Boards }) {
  const players = (boards.leaderboard.tables[0]?.rows ?? []).map((row) => String(row[1])).sort();
  const name = useSignal("");
  const right = useSignal("");
  if (players.length === 0) return null;
  const join = (event: Event) => {
    event.preventDefault();
    correctName(name.value, right.value.trim());
    name.value = "";
    right.value = "";
  };
  return (
    <details class="players">
      <summary>{t("names_of_players")}</summary>
      <form onSubmit={join}>
        <p class="faint">{t("names_how")}</p>
        <label class="line">
          <span>{t("name_wrong")}</span>
          <select
            name="wrong-name"
            required
            value={name.value}
            onChange={(event) => {
              name.value = event.currentTarget.value;
            }}
          >
            <option value="" />
            {players.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label class="line">
          <span>{t("name_right")}</span>
          <input
            type="text"
            name="right-name"
            required
            pattern=".*\S.*"
            maxLength={LONGEST}
            autoComplete="off"
            list="players-known"
            value={right.value}
            onInput={(event) => {
              right.value = event.currentTarget.value;
            }}
          />
          <datalist id="players-known">
            {players.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
        <button type="submit">{t("correct_name")}</button>
      </form>
      <History />
    </details>
  );
}

/** All corrections, the latest last; one that counts can be taken back. */
function History() {
  if (names.value.length === 0) return null;
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "medium" });
  const latest = new Map(names.value.map((each) => [each.name.toLowerCase(), each]));
  return (
    <ul class="kept">
      {names.value.map((each) => {
        const isBack = each.name === each.right;
        const text = t(isBack ? "name_is_back" : "name_counts_as", { name: each.name, right: each.right });
        return (
          <li key={each.at + each.name}>
            <span>
              {text} <span class="faint">{each.at !== "" && day.format(new Date(each.at))}</span>
            </span>
            {!isBack && latest.get(each.name.toLowerCase()) === each && (
              <Button
                aria-label={t("take_name_back_of", { name: each.name })}
                text={t("take_name_back")}
                press={() => correctName(each.name, each.name)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
