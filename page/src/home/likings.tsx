/** What a person likes: theme, colours of suits, language. */

import type { Signal } from "@preact/signals";
import { askLeave, chime, notifyTrouble } from "../shell/alerts";
import { Card } from "../cards/card";
import { t } from "../base/lazytexts";
import { cardSounds, language, motion, notify, sound, suits, theme, vibration } from "../base/settings";
import type { Language, Suits, Theme, Switch } from "../base/settings";

export function Likings() {
  return (
    <div class="stack">
      <Choice<Theme>
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
      <Choice<Suits>
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
      <Choice<Language>
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

interface SwitchBoxProps {
  label: string;
  of: Signal<Switch>;
  switched?: () => void;
}

function SwitchBox({ label, of, switched }: SwitchBoxProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={of.value === "on"}
        onChange={(event) => {
          of.value = event.currentTarget.checked ? "on" : "off";
          if (of.value === "on") switched?.();
        }}
      />
      <span>{label}</span>
    </label>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  of: Signal<T>;
  values: [T, string][];
}

function Choice<T extends string>({ label, of, values }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {values.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={label}
            checked={of.value === value}
            onChange={() => {
              of.value = value;
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
