/** What a person likes: theme, colours of suits, language. */

import type { Signal } from "@preact/signals";
import { askMessageLeave } from "../base/browserlater";
import { chime, notifyTrouble } from "../shell/alerts";
import { Card } from "../cards/card";
import { t } from "../base/lazytexts";
import { cardSounds, language, motion, notify, sound, suits, theme, vibration } from "../base/settings";
import type { Language, Suits, Theme, Switch } from "../base/settings";
import { Check } from "../shell/check";
import { Choice } from "../shell/choice";

export function Likings() {
  return (
    <div class="stack">
      <SettingChoice<Theme>
        label={t("theme")}
        of={theme}
        values={[
          ["auto", t("theme_auto")],
          ["light", t("theme_light")],
          ["dark", t("theme_dark")],
        ]}
      />
      <fieldset>
        <legend>{t("alerts")}</legend>
        <SwitchBox label={t("sound_on")} of={sound} switched={chime} />
        <SwitchBox label={t("notify_on")} of={notify} switched={() => void askLeave()} />
        <SwitchBox label={t("vibration_on")} of={vibration} />
        <p role="status" class="faint">
          {notifyTrouble.value !== "" && t(notifyTrouble.value)}
        </p>
      </fieldset>
      <fieldset>
        <legend>{t("cards_move")}</legend>
        <SwitchBox label={t("motion_on")} of={motion} />
        <SwitchBox label={t("card_sounds_on")} of={cardSounds} />
      </fieldset>
      <SettingChoice<Suits>
        label={t("suits")}
        of={suits}
        values={[
          ["many", t("suits_many")],
          ["two", t("suits_two")],
        ]}
      />
      <p class="sample">
        {["AS", "AH", "AC", "AD", "AP"].map((face) => (
          <Card key={face} face={face} />
        ))}
      </p>
      <SettingChoice<Language>
        label={t("language")}
        of={language}
        values={[
          ["en", "English"],
          ["pt-BR", "Português (Brasil)"],
        ]}
      />
      <p>
        <a href="#/cards">{t("all_cards")}</a> · <a href="licences.txt">{t("licences")}</a>
      </p>
    </div>
  );
}

/** Ask the browser whether it will tell of turns; without its leave the setting goes back. */
async function askLeave(): Promise<void> {
  const leave = await askMessageLeave();
  notifyTrouble.value = leave === "granted" ? "" : `notify_${leave}`;
  if (notifyTrouble.value !== "") notify.value = "off";
}

interface SwitchBoxProps {
  label: string;
  of: Signal<Switch>;
  switched?: () => void;
}

function SwitchBox({ label, of, switched }: SwitchBoxProps) {
  return (
    <Check
      label={label}
      isOn={of.value === "on"}
      change={(isOn) => {
        of.value = isOn ? "on" : "off";
        if (isOn) switched?.();
      }}
    />
  );
}

interface SettingChoiceProps<T extends string> {
  label: string;
  of: Signal<T>;
  values: [T, string][];
}

function SettingChoice<T extends string>({ label, of, values }: SettingChoiceProps<T>) {
  const choose = (value: T) => {
    of.value = value;
  };
  return <Choice label={label} name={label} value={of.value} values={values} choose={choose} />;
}
