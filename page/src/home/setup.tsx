/** Setting a table up: who plays, for how long, and by which house rules. */

import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { isFilledIn, NumberField } from "../shell/filling";
import { Notices } from "../shell/line";
import { t } from "../base/lazytexts";
import { askName } from "../seats/naming";
import { levelText } from "../seats/levels";
import type { GameInfo, OptionInfo, Settings } from "../protocol";
import { isChanging } from "../seats/seating";
import { busy, games, go, openTable, say, table } from "../service/store";
import { isInTab } from "../base/place";
import type { Seating } from "../service/store";
import { usualLevel, usualSeating, usualSettings } from "../seats/usual";
import { usePosition } from "./position";
import { Check } from "../shell/check";
import { Choice } from "../shell/choice";
import { OptionField } from "../shell/option";
import { Button } from "../shell/button";
import { Select } from "../shell/select";

const MOST_ROUNDS = 999;

/** A new table of a game. */
export function Setup({ subject: gameName }: { subject: string }) {
  const game = games.value.find(({ name }) => name === gameName);
  return (
    <>
      <Notices />
      {game !== undefined && <Form key={gameName} game={game} />}
    </>
  );
}

function Form({ game }: { game: GameInfo }) {
  const settings = useSignal(usualSettings(game));
  const seating = useSignal(usualSeating(game));
  const setSeats = (seats: number) => {
    settings.value = { ...settings.value, seats };
    const more = usualSeating(game, seats).slice(seating.value.length);
    seating.value = [...seating.value.slice(0, seats), ...more];
  };
  const position = usePosition(game.name, (changes, turn) => {
    settings.value = { ...settings.value, ...changes };
    const others = usualSeating(game, settings.value.seats);
    const level = { level: usualLevel(game) };
    seating.value = others.map((_, seat) => (seat === (turn ?? 0) ? "me" : level));
  });
  const openWithName = async () => {
    // against computer players alone a guest is as good as anybody
    const isAlone = !seating.value.some((who) => who === "open" || who === "hot");
    if ((isAlone && !settings.value.public) || (await askName()))
      await openTable(settings.value, seating.value);
  };
  const open = async (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if ((await position.check()) && isFilledIn(form)) await openWithName();
  };
  return (
    <form class="setup" noValidate onSubmit={(event) => void open(event)}>
      <h1>{t("new_table", { game: game.title })}</h1>
      <p class="faint">{game.summary}</p>
      {settings.value.position === null && (
        <SeatCount game={game} chosen={settings.value.seats} choose={setSeats} />
      )}
      <fieldset>
        <legend>{t("who_plays")}</legend>
        {seating.value.map((who, seat) => (
          <SeatChoice key={seat} game={game} seat={seat} who={who} seating={seating} />
        ))}
      </fieldset>
      <Terms game={game} settings={settings} />
      {isInTab && position.field}
      <div class="buttons">
        <button type="submit" class="main large" disabled={busy.value}>
          {t("open_table")}
        </button>
        <Button text={t("cancel")} press={() => go("#/")} />
      </div>
    </form>
  );
}

interface SeatCountProps {
  game: GameInfo;
  chosen: number;
  choose: (seats: number) => void;
}

function SeatCount({ game, chosen, choose }: SeatCountProps) {
  if (game.seats.length < 2) return null;
  return (
    <Choice
      label={t("how_many")}
      name="seats"
      value={chosen}
      values={game.seats.map((n) => [n, `${n}`])}
      choose={choose}
    />
  );
}

/** How a table plays: for how long, by which clock and house rules, and who may come. */
function Terms({ game, settings }: { game: GameInfo; settings: Signal<Settings> }) {
  return (
    <>
      <fieldset>
        <legend>{t("at_table")}</legend>
        <Length game={game} settings={settings} />
        {!isInTab && <AmongPeople settings={settings} />}
      </fieldset>
      {game.options.length > 0 && settings.value.position === null && (
        <details class="house-rules">
          <summary>{t("house_rules")}</summary>
          {game.options.map((option) => (
            <OptionChoice key={option.name} option={option} settings={settings} />
          ))}
        </details>
      )}
    </>
  );
}

/** Other settings for a table that is there, before a match or after it. */
export function ChangeSettings() {
  const settings = useSignal(table.value?.settings ?? usualSettings(games.value[0] as GameInfo));
  const close = () => {
    isChanging.value = false;
  };
  const game = games.value.find(({ name }) => name === settings.value.game);
  const chooseGame = (name: string) => {
    const other = games.value.find((one) => one.name === name);
    if (other === undefined) return;
    const { seats } = settings.value;
    const seatCount = other.seats.includes(seats) ? seats : usualSettings(other).seats;
    settings.value = { ...settings.value, game: name, seats: seatCount, options: {}, rounds: null };
  };
  const change = async (event: Event) => {
    event.preventDefault();
    if (!isFilledIn(event.currentTarget)) return;
    if ((await say({ do: "change", settings: settings.value })) !== null) close();
  };
  return (
    <form class="setup" noValidate onSubmit={(event) => void change(event)}>
      <Notices />
      {settings.value.position === null && (
        <label class="line">
          <span>{t("which_game")}</span>
          <Select
            value={settings.value.game}
            values={games.value.map(({ name, title }) => [name, title])}
            choose={chooseGame}
          />
        </label>
      )}
      {game !== undefined && (
        <>
          {settings.value.position === null && (
            <SeatCount
              game={game}
              chosen={settings.value.seats}
              choose={(seats) => alter(settings, { seats })}
            />
          )}
          <Terms game={game} settings={settings} />
        </>
      )}
      <div class="buttons">
        <button type="submit" class="main">
          {t("change_save")}
        </button>
        <Button text={t("cancel")} press={close} />
      </div>
    </form>
  );
}

function alter(settings: Signal<Settings>, more: Partial<Settings>): void {
  settings.value = { ...settings.value, ...more };
}

interface SeatChoiceProps {
  game: GameInfo;
  seat: number;
  who: Seating;
  seating: Signal<Seating[]>;
}

function SeatChoice({ game, seat, who, seating }: SeatChoiceProps) {
  const value = typeof who === "string" ? who : `bot ${who.level}`;
  const choose = (chosen: string) => {
    const occupant: Seating = chosen.startsWith("bot ")
      ? { level: chosen.slice(4) }
      : chosen === "me" || chosen === "hot"
        ? chosen
        : "open";
    // there is one of me: whoever was me becomes somebody else
    seating.value = seating.value.map((other, i) =>
      i === seat ? occupant : occupant === "me" && other === "me" ? "open" : other,
    );
  };
  return (
    <label class="line">
      <span>{t("seat_n", { n: seat + 1 })}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="me">{t("who_me")}</option>
        <option value="open" disabled={isInTab}>
          {t(isInTab ? "who_open_tab" : "who_open")}
        </option>
        {game.seats.some((n) => n > 1) && <option value="hot">{t("who_hot")}</option>}
        {game.levels.map((level) => (
          <option key={level} value={`bot ${level}`}>
            {t("who_bot", { level: levelText(game, level) })}
          </option>
        ))}
      </select>
    </label>
  );
}

function Length({ game, settings }: { game: GameInfo; settings: Signal<Settings> }) {
  const usual = game.open_ended ? t("rounds_none") : t("rounds_as_game");
  return (
    <label class="line">
      <span>{t("length")}</span>
      <span class="pair">
        <NumberField
          least={1}
          most={MOST_ROUNDS}
          label={t("rounds")}
          placeholder={usual}
          value={settings.value.rounds ?? ""}
          set={(rounds) => alter(settings, { rounds })}
        />
        <span class="faint">{t("rounds")}</span>
      </span>
    </label>
  );
}

/** What matters where others can come, which they cannot into a tab. */
function AmongPeople({ settings }: { settings: Signal<Settings> }) {
  return (
    <>
      <ClockChoice settings={settings} />
      <StandInChoice settings={settings} />
      <Check
        label={t("public_table")}
        isOn={settings.value.public}
        change={(isOn) => alter(settings, { public: isOn })}
      />
    </>
  );
}

function ClockChoice({ settings }: { settings: Signal<Settings> }) {
  return (
    <SecondsChoice
      label={t("clock")}
      none={t("clock_none")}
      usual={[30, 60, 300, 86_400]}
      chosen={settings.value.move_s}
      choose={(move_s) => alter(settings, { move_s })}
    />
  );
}

function StandInChoice({ settings }: { settings: Signal<Settings> }) {
  return (
    <SecondsChoice
      label={t("stand_in")}
      none={t("stand_in_never")}
      usual={[60, 300, 86_400]}
      chosen={settings.value.stand_in_s}
      choose={(stand_in_s) => alter(settings, { stand_in_s })}
    />
  );
}

interface SecondsChoiceProps {
  label: string;
  none: string;
  usual: readonly number[];
  chosen: number | null;
  choose: (seconds: number | null) => void;
}

/** So many seconds, or none; what a table has already can be kept. */
function SecondsChoice({ label, none, usual, chosen, choose }: SecondsChoiceProps) {
  const all = chosen === null || usual.includes(chosen) ? usual : [...usual, chosen];
  return (
    <label class="line">
      <span>{label}</span>
      <Select
        value={chosen}
        values={[[null, none], ...all.map((seconds) => [seconds, secondsText(seconds)] as const)]}
        choose={choose}
      />
    </label>
  );
}

function secondsText(seconds: number): string {
  if (seconds === 86_400) return t("clock_day");
  if (seconds < 120) return t("clock_s", { n: seconds });
  return t("clock_min", { n: Math.round(seconds / 60) });
}

function OptionChoice({ option, settings }: { option: OptionInfo; settings: Signal<Settings> }) {
  const set = (chosen: string | number | null) => {
    const options = { ...settings.value.options };
    if (chosen === null) delete options[option.name];
    else options[option.name] = chosen;
    settings.value = { ...settings.value, options };
  };
  const value = settings.value.options[option.name] ?? option.default;
  return <OptionField option={option} value={value} usual={option.default} set={set} />;
}
