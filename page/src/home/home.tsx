/** Home: the games, one's name, and the tables that one may enter. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Card } from "../cards/card";
import { lasting } from "../base/browser";
import { t, tn } from "../base/catalogue";
import { WITH_ODDS } from "../lab/games";
import { LineForm, Notices } from "../shell/line";
import { linkState } from "../service/link";
import type { GameInfo, TableRow } from "../protocol";
import { openRules } from "../table/rules";
import { Masthead } from "../shell/masthead";
import { askName, ownName } from "../seats/naming";
import { sure } from "../shell/question";
import {
  busy,
  games,
  go,
  lobby,
  openForFriends,
  openTable,
  refreshLobby,
  rename,
  say,
} from "../service/store";
import { isInTab } from "../base/place";
import { language } from "../base/settings";
import { usualSeating, usualSettings } from "../seats/usual";
import { Button } from "../shell/button";
import { Select } from "../shell/select";
import { into, typedInto } from "../base/putting";

/** Three cards of a game by which it is known again: of a suit or of a rank, as its name has it. */
function fanOf({ name, ranks, suits }: GameInfo): string[] {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const [rows, steps] = number % 2 === 0 && suits.length > 2 ? [1, 0] : [0, 1];
  return [0, 1, 2].map((i) => {
    const rank = ranks[(number + i * steps) % ranks.length] ?? "";
    return rank + (suits[(number + i * rows) % suits.length] ?? "");
  });
}

const WAYS = [
  ["learn", "learn_what"],
  ["daily", "daily_what"],
  ["puzzle", "puzzle_what"],
] as const;
const HOSTING = "../howto/host.html"; // beside the page of a built site
const LOBBY_MS = 8_000;

export function Home() {
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden && linkState.value === "open") void refreshLobby();
    };
    const timer = window.setInterval(refresh, LOBBY_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, []);
  return (
    <div class="page">
      <Masthead />
      <main>
        <div class="intro">
          <h1>{t(isInTab ? "tagline_tab" : "tagline")}</h1>
          <NameForm />
        </div>
        <Notices />
        <div class="first">
          {isInTab ? <HostingFriends /> : <WithFriends />}
          <Lobby />
        </div>
        <section aria-label={t("games")}>
          <ul class="games">
            {games.value.map((game) => (
              <GameTile key={game.name} game={game} />
            ))}
          </ul>
        </section>
        {!isInTab && <JoinForm />}
        <Besides />
      </main>
    </div>
  );
}

function NameForm() {
  const typed = useSignal<string | null>(null);
  const current = ownName();
  const value = typed.value ?? current;
  const isChanged = typed.value !== null && typed.value.trim() !== current;
  const save = async (event: Event) => {
    event.preventDefault();
    if (value.trim() !== "") await rename(value.trim());
    typed.value = null;
  };
  return (
    <form class="name-form" onSubmit={(event) => void save(event)}>
      <label>
        <span>{t("your_name")}</span>
        <input
          type="text"
          name="name"
          autoComplete="nickname"
          maxLength={24}
          placeholder={t("guest")}
          value={value}
          onInput={typedInto(typed)}
          onBlur={(event) => {
            if (isChanged) event.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      {isChanged && (
        <button type="submit" class="quiet">
          {t("save")}
        </button>
      )}
    </form>
  );
}

function GameTile({ game }: { game: GameInfo }) {
  const seats =
    game.seats.length === 1 && game.seats[0] === 1
      ? t("seats_1")
      : t("seats_many", { seats: listed(game.seats) });
  return (
    <li class="game" data-game={game.name}>
      <span class="fan" aria-hidden="true">
        {fanOf(game).map((face, i) => (
          <Card key={i} face={face} />
        ))}
      </span>
      <div class="game-text">
        <h2>{game.title}</h2>
        <p>{game.summary}</p>
        <p class="faint">{seats}</p>
      </div>
      <div class="game-foot">
        <div class="buttons">
          <Button
            aria-label={t("play_now_what", { game: game.title })}
            disabled={busy.value}
            class="main"
            text={t("play_now")}
            press={() => openTable(usualSettings(game), usualSeating(game))}
          />
          <a
            class="button quiet"
            href={`#/new/${game.name}`}
            aria-label={t("set_up_what", { game: game.title })}
          >
            {t("set_up")}
          </a>
          <Button
            aria-label={t("rules_of", { game: game.title })}
            text={t("rules")}
            press={() => openRules(game.name)}
          />
        </div>
        <div class="buttons ways">
          {WAYS.map(([way, what]) => {
            if (way === "learn" && !game.lesson) return null;
            const done = way === "daily" && isPlayed(game.name) ? " ✓" : "";
            return (
              <a
                key={way}
                class="button quiet"
                href={`#/${way}/${game.name}`}
                aria-label={t(what, { game: game.title }) + done}
              >
                {t(way) + done}
              </a>
            );
          })}
        </div>
      </div>
    </li>
  );
}

/** Whether this browser has finished today's deal, as `played.ts` writes it. */
function isPlayed(game: string): boolean {
  const day = new Date().toISOString().slice(0, 10);
  return lasting.read(`dealt.daily.${game}.${day}`)?.endsWith("!") ?? false;
}

/** `2, 3, 4 or 6` as `2–4, 6`. */
function listed(seats: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const n of seats) {
    const last = parts.at(-1);
    if (last !== undefined && n === last[1] + 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(", ");
}

/** One press makes a table with a link; friends sit down as they come. */
function WithFriends() {
  const chosen = useSignal("");
  const all = games.value.filter((game) => game.seats.some((n) => n > 1));
  const game = all.find(({ name }) => name === chosen.value) ?? mostSeats(all);
  if (game === undefined) return null;
  const open = async () => {
    if (await askName()) await openForFriends(usualSettings(game));
  };
  return (
    <section class="with-friends" aria-labelledby="with-friends">
      <h2 id="with-friends">{t("friends")}</h2>
      <p>{t("friends_how")}</p>
      <div class="buttons">
        <Select
          label={t("which_game")}
          value={game.name}
          values={all.map(({ name, title, seats }) => [name, `${title} (${listed(seats)})`])}
          choose={into(chosen)}
        />
        <Button disabled={busy.value} class="main" text={t("friends_open")} press={() => open()} />
      </div>
    </section>
  );
}

/** What it takes to play with friends, where no server is. */
function HostingFriends() {
  return (
    <section class="with-friends" aria-labelledby="with-friends">
      <h2 id="with-friends">{t("friends")}</h2>
      <p>
        {t("tab_online")} <a href={HOSTING}>{t("tab_online_how")}</a>
      </p>
    </section>
  );
}

/** The game that most people can play together. */
function mostSeats(all: readonly GameInfo[]): GameInfo | undefined {
  const most = (game: GameInfo) => Math.max(...game.seats);
  return [...all].sort((a, b) => most(b) - most(a))[0];
}

const SHOWN_ROWS = 3; // further tables are folded, so that the games stay in sight

function Lobby() {
  const rows = lobby.value ?? [];
  if (rows.length === 0) return null;
  const more = rows.slice(SHOWN_ROWS);
  return (
    <section class="lobby" aria-label={t("tables")}>
      <header>
        <h2>{t("tables")}</h2>
        <a class="button quiet" href="#/history">
          {t("own_history")}
        </a>
      </header>
      <ul>
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <LobbyRow key={row.table} row={row} />
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary>{tn("more_tables", more.length)}</summary>
          <ul>
            {more.map((row) => (
              <LobbyRow key={row.table} row={row} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function LobbyRow({ row }: { row: TableRow }) {
  const names = row.names.map((name, i) => `${name} ${row.points[i] ?? ""}`.trim()).join(", ") || t("nobody");
  const at = new Date(row.changed_at).toLocaleString(language.value, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const isOver = row.phase === "over";
  const way = t(row.yours && !isOver ? "go_back_to" : "enter");
  const called = row.label === "" ? row.title : row.label;
  return (
    <li>
      <span class="what">
        <span>
          <b>{called}</b>{" "}
          <small class="faint">
            {row.round > 0 && !isOver ? `${t("round_n", { n: row.round })} · ${at}` : at}
          </small>
        </span>
        <span>{row.label === "" ? names : `${row.title}: ${names}`}</span>
      </span>
      <span class="tools">
        <a
          class="button quiet"
          href={`#/table/${row.table}`}
          aria-label={t("enter_table", { what: way, game: called, names })}
        >
          {way}
        </a>
        {row.host && (
          <Button
            aria-label={t("close_table_of", { game: called, names })}
            text={t("close")}
            press={() => closeTable(row.table, called)}
          />
        )}
      </span>
    </li>
  );
}

async function closeTable(table: string, called: string): Promise<void> {
  const title = t("close_title", { name: called });
  if (!(await sure({ title, text: t("close_text"), yes: t("close") }))) return;
  await say({ do: "close", table });
  await refreshLobby();
}

function JoinForm() {
  const text = useSignal("");
  const isBad = useSignal(false);
  const join = (typed: string) => {
    const code = /([\w-]{22})\/?$/.exec(typed)?.[1];
    isBad.value = code === undefined;
    if (code !== undefined) go(`#/join/${code}`);
    return code !== undefined;
  };
  return (
    <LineForm
      class="join"
      label={t("join_by_link")}
      name="link"
      text={text}
      send={join}
      button={t("join")}
      most={400}
      placeholder={t("link_or_code")}
      isBad={isBad.value}
    >
      {isBad.value && <p role="alert">{t("bad_code")}</p>}
    </LineForm>
  );
}

/** The ways from home to screens that are not of a table. */
function Besides() {
  return (
    <nav class="besides" aria-label={t("besides")}>
      <h2>{t("besides")}</h2>
      <ul>
        {WITH_ODDS.map((game) => (
          <li key={game}>
            <a href={`#/odds/${game}`}>{t(`odds_${game}`)}</a>{" "}
            <span class="faint">{t(`odds_${game}_what`)}</span>
          </li>
        ))}
        <li>
          <a href="#/history">{t("own_history")}</a>
        </li>
        <li>
          <a href="#/deals">{t("deals")}</a>
        </li>
        <li>
          <a href="#/sheet">{t("sheet_title")}</a>{" "}
          <span class="faint">{t(isInTab ? "sheet_what_tab" : "sheet_what")}</span>
        </li>
        {isInTab && <OnThisSite />}
      </ul>
    </nav>
  );
}

/** The documentation around the page that runs in a tab, in the language of the page where it is. */
function OnThisSite() {
  return (
    <li>
      <a href={language.value === "en" ? "../index.html" : "../pt/index.html"}>{t("documentation")}</a>
      <a href="../games/index.html#the-rules">{t("rules")}</a>
      <a href="../development/index.html">{t("source")}</a>
      <a href="licences.txt">{t("licences")}</a>
    </li>
  );
}
