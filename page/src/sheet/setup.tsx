/** The table of an evening: whose deal it is, who sits where, and the rules of the house. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { t } from "../base/lazytexts";
import { language } from "../base/settings";
import { number } from "../lab/figures";
import type { OptionInfo } from "../protocol";
import { Button } from "../shell/button";
import { Choice } from "../shell/choice";
import { OptionField } from "../shell/option";
import { evening, rulesOf } from "./evening";
import {
  choosePreset,
  deals,
  groups,
  look,
  nameOf,
  openNumber,
  playAgain,
  setting,
  usualTarget,
} from "./setting";
import type { Setting } from "./setting";
import { isLoaded } from "./storage";
import { typing } from "./typing";
import { Select } from "../shell/select";
import { puts } from "../base/putting";

const MOST_TARGET = 100_000; // points

/** Ask about the evening whenever something of it is another. */
export function useSetting(): void {
  useSignalEffect(() => {
    if (!isLoaded.value) return;
    void evening.value;
    void language.value;
    void look();
  });
}

export function TableSetting() {
  const now = setting.value;
  if (now === null) return null;
  return (
    <section class="setting" aria-label={t("table_and_rules")}>
      <Deal now={now} />
      <HouseRules now={now} />
    </section>
  );
}

/** Whose deal it is, in the open; behind it who sits where. */
function Deal({ now }: { now: Setting }) {
  const { people, deal } = now;
  const name = (seat: number) => people[seat]?.name ?? "";
  const facts = { n: openNumber(evening.value), dealer: name(deal.dealer), starts: name(deal.starts) };
  return (
    <details class="deal house-rules">
      <summary>{t("deal_line", facts)}</summary>
      {now.rules.has_morto && people.length > 2 && (
        <p class="faint">{t("mortos_by", { name: name(deal.mortos) })}</p>
      )}
      <p class="faint">{t("seats_how")}</p>
      <ol class="seat-list">
        {people.map((person, seat) => (
          <li key={seat}>
            <Select
              label={t("table_seat", { n: seat + 1 })}
              value={seat}
              values={person.swaps.map((other) => [other, name(other)])}
              choose={(other) => void look([seat, other])}
            />
            {people.length > evening.value.sides.length && (
              <span class="faint">{evening.value.sides[person.side]}</span>
            )}
          </li>
        ))}
      </ol>
      <Choice
        label={t("who_deals", { n: facts.n })}
        name="dealer"
        value={deal.dealer}
        values={people.map((person, seat) => [seat, person.name])}
        choose={deals}
      />
    </details>
  );
}

/** The rules in force, in the open; behind them the form. */
function HouseRules({ now }: { now: Setting }) {
  const { title, changed, source, gaps, preset, presets } = now.rules;
  return (
    <details class="house-rules">
      <summary>{t("rules_line", { title })}</summary>
      {changed.length > 0 && (
        <ul class="faint">
          {changed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <label class="line">
        <span>{t("rules_of_game")}</span>
        <Select
          name="preset"
          value={preset}
          values={presets.map((each) => [each.name, each.title])}
          choose={choosePreset}
        />
      </label>
      {changed.length > 0 && (
        <div class="buttons">
          <Button text={t("rules_back", { title: titleOf(now) })} press={() => choosePreset(preset)} />
        </div>
      )}
      <p class="faint">{t("rules_source", { source })}</p>
      {gaps !== "" && <p>{gaps}</p>}
      {evening.value.rounds.length > 0 && <p class="faint">{t("rules_from_now")}</p>}
      <details>
        <summary>{t("change_values")}</summary>
        {now.options.map((option) => (
          <Value key={option.name} option={option} now={now} />
        ))}
      </details>
    </details>
  );
}

function titleOf({ rules }: Setting): string {
  return rules.presets.find(({ name }) => name === rules.preset)?.title ?? "";
}

/** A value of the rules; what is usual is that of the game they are nearest to. */
function Value({ option, now }: { option: OptionInfo; now: Setting }) {
  const preset = now.rules.presets.find(({ name }) => name === now.rules.preset);
  const usual = `${preset?.changes[option.name] ?? option.default}`;
  const current = rulesOf(evening.value)[option.name] ?? option.default;
  const [least, most] = option.range ?? [0, 0];
  const set = (chosen: string | number | null) => {
    if (typeof chosen === "number" && (chosen < least || chosen > most)) return;
    const value = chosen ?? (option.range === null ? usual : Number(usual));
    evening.value = { ...evening.value, rules: { ...rulesOf(evening.value), [option.name]: value } };
  };
  const isUsual = `${current}` === usual;
  return <OptionField option={option} value={isUsual ? usual : current} usual={usual} set={set} />;
}

/** What each side must lay down at first, where the rules ask for it. */
export function Minimums() {
  const minimums = setting.value?.minimums ?? [];
  if (minimums.every((each) => each === 0)) return null;
  return (
    <tr class="minimums">
      <th scope="row">{t("lay_at_first")}</th>
      {evening.value.sides.map((_, side) => (
        <td key={side}>{number(minimums[side] ?? 0, 0)}</td>
      ))}
    </tr>
  );
}

/** The points that end the match, and a name for the group that plays. */
export function TargetAndTitle() {
  const now = setting.value;
  const preset = now?.rules.presets.find(({ name }) => name === now.rules.preset);
  return (
    <>
      <label class="line">
        <span>
          <span class="meaning">{t("match_of")}</span>
          {now !== null && preset !== undefined && (
            <small class="faint">{t("default_is", { value: number(usualTarget(now, preset), 0) })}</small>
          )}
        </span>
        <input
          type="number"
          name="target"
          min={100}
          max={MOST_TARGET}
          step={100}
          {...typing("target", `${evening.value.target}`, (text) => {
            const target = Math.min(MOST_TARGET, Math.round(Number(text)));
            if (target > 0) evening.value = { ...evening.value, target };
          })}
        />
      </label>
      <label class="line">
        <span>{t("group_name")}</span>
        <input
          type="text"
          name="group"
          maxLength={60}
          placeholder={t("group_example")}
          {...typing("title", evening.value.title ?? "", (text) => {
            evening.value = { ...evening.value, title: text.trim() };
          })}
        />
      </label>
    </>
  );
}

/** New evenings of groups that have played before, each by one press. */
export function Again() {
  const isOpen = useSignal(false);
  const [first, ...others] = groups();
  if (first === undefined) return null;
  return (
    <>
      <Button class="" text={t("play_again", { name: nameOf(first) })} press={() => playAgain(first)} />
      {others.length > 0 && !isOpen.value && <Button text={t("other_groups")} press={puts(isOpen, true)} />}
      {isOpen.value &&
        others.map((each) => (
          <Button
            key={each.id}
            text={t("play_again", { name: nameOf(each) })}
            press={() => playAgain(each)}
          />
        ))}
    </>
  );
}
