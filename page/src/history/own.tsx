/** My own matches at all tables: what came of them, each to be seen again, reviewed, named and deleted. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../base/lazytexts";
import { into } from "../base/putting";
import { saveCsv } from "../base/tables";
import type { Head } from "../protocol";
import { isInTab } from "../base/place";
import { saveRecord } from "../seats/seating";
import { ask, linkState } from "../service/link";
import { games, tell, titleOf } from "../service/store";
import { Button } from "../shell/button";
import { Dialog } from "../shell/dialog";
import { LineForm, Notices } from "../shell/line";
import { sure } from "../shell/question";
import { Select } from "../shell/select";
import { OwnFigures } from "./figures";
import { takeOver } from "../home/played";
import {
  AT_A_TIME,
  chosenGame,
  dayOf,
  linesOf,
  look,
  nameOf,
  own,
  playAgain,
  resultOf,
} from "../seats/matches";
import { addMatches, saveMatches } from "./moving";

const FIRST_ROWS = 10; // further ones are listed when somebody asks
const LONGEST_TITLE = 60;

export function OwnHistory() {
  const limit = useSignal(FIRST_ROWS);
  useEffect(() => {
    if (linkState.value === "open")
      takeOver()
        .then(() => look())
        .catch(tell);
  }, [linkState.value, chosenGame.value]);
  if (own.value === null)
    return (
      <>
        <Notices />
        <p role="status">{t("loading")}</p>
      </>
    );
  const { matches, figures } = own.value;
  const isMore = matches.length > limit.value || (matches.length > 0 && matches.length % AT_A_TIME === 0);
  const more = async () => {
    limit.value += AT_A_TIME;
    if (matches.length < limit.value) await look(true).catch(tell);
  };
  return (
    <div class="deals">
      <header>
        <h1>{t("own_history")}</h1>
        <Select
          label={t("which_game")}
          value={chosenGame.value}
          values={[["", t("deals_all")], ...games.value.map(({ name, title }) => [name, title] as const)]}
          choose={into(chosenGame)}
        />
      </header>
      <Notices />
      {matches.length === 0 ? (
        <p>{t("history_none")}</p>
      ) : (
        <>
          <section class="lobby" aria-labelledby="own-matches">
            <h2 id="own-matches">{t("own_matches")}</h2>
            <ul>
              {matches.slice(0, limit.value).map((match) => (
                <Match key={match.id} match={match} />
              ))}
            </ul>
          </section>
          <div class="buttons">
            {isMore && <Button text={t("history_more")} press={more} />}
            <Button text={t("save_csv")} press={() => saveCsv("dealt-matches.csv", linesOf(matches))} />
            <Button text={t("matches_save")} press={saveMatches} />
          </div>
          {figures !== null && <OwnFigures figures={figures} matches={matches} />}
        </>
      )}
      {isInTab && (
        <label class="button">
          <input
            type="file"
            class="hidden"
            accept=".jsonl,.json,.gz"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void addMatches(file);
              event.currentTarget.value = "";
            }}
          />
          {t("matches_add")}
        </label>
      )}
    </div>
  );
}

function Match({ match }: { match: Head }) {
  const isNamed = useSignal(false);
  const title = useSignal(match.title);
  const name = nameOf(match);
  const change = async (
    message: { do: "entitle"; of: string; title: string } | { do: "delete"; of: string },
  ) => {
    try {
      await ask(message);
      await look();
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  };
  const entitle = async (text: string) => {
    isNamed.value = !(await change({ do: "entitle", of: match.id, title: text }));
    return false; // the field has the name
  };
  const remove = async () => {
    const question = { title: t("match_delete_title", { name }), text: t("match_delete_text") };
    if (await sure({ ...question, yes: t("match_delete") })) await change({ do: "delete", of: match.id });
  };
  const marks = [
    dayOf(match.ended_at, "short"),
    name.startsWith(titleOf(match.game)) ? "" : titleOf(match.game),
    tn("rounds_played", match.played),
    match.over ? "" : t("match_ended"),
    match.practice ? t("practice") : "",
  ];
  return (
    <li>
      <span class="what">
        <a href={`#/match/${match.id}`}>{name}</a>
        <span>{resultOf(match)}</span>
        <span class="faint">{marks.filter((mark) => mark !== "").join(" · ")}</span>
      </span>
      <span class="tools">
        <a class="button quiet" href={`#/match/${match.id}`} aria-label={`${t("match_steps")}: ${name}`}>
          {t("match_steps")}
        </a>
        <a class="button quiet" href={`#/review/${match.id}`} aria-label={`${t("review")}: ${name}`}>
          {t("review")}
        </a>
        <details>
          <summary aria-label={`${t("match_more")}: ${name}`}>{t("match_more")}</summary>
          <span class="buttons">
            <Button text={t("match_name")} press={() => (isNamed.value = true)} />
            <Button text={t("save_record")} press={() => saveRecord(match.game, match.id)} />
            {isInTab && <Button text={t("match_again")} press={() => playAgain(match)} />}
            <Button text={t("match_delete")} press={remove} />
          </span>
        </details>
      </span>
      {isNamed.value && (
        <Dialog title={name} onClose={() => (isNamed.value = false)}>
          <LineForm
            class="join"
            label={t("match_title")}
            name="title"
            text={title}
            send={entitle}
            button={t("save")}
            most={LONGEST_TITLE}
            placeholder={name}
          />
        </Dialog>
      )}
    </li>
  );
}
