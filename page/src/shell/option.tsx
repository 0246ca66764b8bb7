/** A rule that can be set, in a form. */

import { t } from "../base/lazytexts";
import type { OptionInfo } from "../protocol";
import { NumberField } from "./filling";
import { Select } from "./select";

const MOST = 999;

interface OptionFieldProps {
  option: OptionInfo;
  /** What it is now, by name or number. */
  value: string | number;
  /** What is usual here. */
  usual: string;
  /** Gets what was chosen; null: what is usual. */
  set: (value: string | number | null) => void;
}

export function OptionField({ option, value, usual, set }: OptionFieldProps) {
  const change = (chosen: string | number | null) => set(`${chosen}` === usual ? null : chosen);
  return (
    <label class="line">
      <span>
        <span class="meaning">{option.title === "" ? option.meaning : option.title}</span>
        <small class="faint">{t("default_is", { value: option.words[usual] ?? usual })}</small>
      </span>
      {option.choices !== null ? (
        <Select
          value={`${value}`}
          values={option.choices.map((choice) => [choice, option.words[choice] ?? choice])}
          choose={change}
        />
      ) : (
        <NumberField
          least={option.range?.[0] ?? 0}
          most={option.range?.[1] ?? MOST}
          placeholder={option.words[usual] ?? usual}
          value={typeof value === "number" ? value : ""}
          set={change}
        />
      )}
    </label>
  );
}
