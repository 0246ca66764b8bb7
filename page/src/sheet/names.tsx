/** Names of people: two that are one person are joined, and what was corrected can be taken back. */

import { signal, useSignal } from "@preact/signals";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import { Refusal } from "../service/link";
import { tell } from "../service/store";
import { Button } from "../shell/button";
import { sure } from "../shell/question";
import { correctionOf, correctName } from "./evenings";
import type { Boards } from "./evenings";
import { typedInto } from "../base/putting";

const LONGEST = 40; // letters

/** Why the last correction could not be saved, or that it changes nothing. */
const problem = signal("");

/** Show what a correction changes, and save it if that is agreed to; whether it is saved. */
async function correct(name: string, right: string): Promise<boolean> {
  problem.value = "";
  try {
    const correction = await correctionOf(name, right);
    if (correction.lines.length === 0) problem.value = t("name_same");
    const question = { title: t("names_of_players"), text: correction.lines.join(" "), yes: t("save_name") };
    if (correction.lines.length === 0 || !(await sure(question))) return false;
    correctName(correction.name, correction.right);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code !== "lost") problem.value = error.message;
    else tell(error);
    return false;
  }
}

export function Names({ boards }: { boards: Boards }) {
  const players = (boards.leaderboard.tables[0]?.rows ?? []).map((row) => String(row[1])).sort();
  const name = useSignal("");
  const right = useSignal("");
  if (players.length === 0) return null;
  const join = async (event: Event) => {
    event.preventDefault();
    if (!(await correct(name.value, right.value))) return;
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
          <select name="wrong-name" required value={name.value} onChange={typedInto(name)}>
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
            onInput={typedInto(right)}
          />
          <datalist id="players-known">
            {players.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
        <button type="submit">{t("correct_name")}</button>
        <p role="alert" class="misread">
          {problem.value}
        </p>
      </form>
      <History boards={boards} />
    </details>
  );
}

/** All corrections, the latest last, as the service reads them; one that counts can be taken back. */
function History({ boards }: { boards: Boards }) {
  if (boards.names.length === 0) return null;
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "medium" });
  return (
    <ul class="kept">
      {boards.names.map(({ name, at, text, can_undo }, i) => (
        <li key={i}>
          <span>
            {text} <span class="faint">{at !== "" && day.format(new Date(at))}</span>
          </span>
          {can_undo && (
            <Button
              aria-label={t("take_name_back_of", { name })}
              text={t("take_name_back")}
              press={() => correct(name, name)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
